package io.glebe.core.stac;

import io.glebe.core.cql.Cql;
import io.glebe.core.time.TimeInterval;
import java.util.Optional;
import java.util.Set;

/**
 * Selects and sorts items.
 *
 * @param collections only of these; of all accessible ones when empty
 * @param ids only these; all when empty
 * @param place geometry that the item's footprint must intersect
 * @param filter CQL2 over the item's id, collection and properties
 * @param after beginning of the page, from the previous page
 */
public record StacQuery(
    Set<String> collections,
    Set<String> ids,
    Optional<Cql> place,
    Optional<Cql> filter,
    Optional<TimeInterval> when,
    StacOrder order,
    int limit,
    Optional<String> after) {
  /** Maximum number of items of a page. */
  public static final int MAX_LIMIT = 1_000;

  public static final int DEFAULT_LIMIT = 10;

  /** Maximum number of names in a list of collections or ids. */
  public static final int MAX_NAMES = 1_000;

  /** Longest id of an item or collection, and name of an attribute. */
  public static final int MAX_NAME = 1_000;

  public StacQuery {
    collections = Set.copyOf(collections);
    ids = Set.copyOf(ids);
  }
}
