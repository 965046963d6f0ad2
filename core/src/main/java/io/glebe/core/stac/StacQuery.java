package io.glebe.core.stac;

import io.glebe.core.cql.Cql;
import io.glebe.core.cube.model.Datetime;
import java.util.Optional;
import java.util.Set;

/**
 * Which items are asked for, and in which order.
 *
 * @param collections only of these, of all in reach when empty
 * @param ids only these, all when empty
 * @param place touched by the item's footprint
 * @param filter CQL2 over the item's id, collection and properties
 * @param after where the page begins, as the page before said
 */
public record StacQuery(
    Set<String> collections,
    Set<String> ids,
    Optional<Cql> place,
    Optional<Cql> filter,
    Optional<Datetime> when,
    StacOrder order,
    int limit,
    Optional<String> after) {
  /** Most items of a page. */
  public static final int MAX_LIMIT = 1_000;

  public static final int DEFAULT_LIMIT = 10;

  /** Most names in a list of collections or ids. */
  public static final int MAX_NAMES = 1_000;

  public StacQuery {
    collections = Set.copyOf(collections);
    ids = Set.copyOf(ids);
  }
}
