package io.glebe.core.cube.item;

import io.glebe.core.cql.Cql;
import io.glebe.core.cube.model.Datetime;
import java.util.List;
import java.util.Optional;

/**
 * Which features are asked for, and in which order.
 *
 * @param filter bbox and CQL2 together
 * @param sort order of the page; ties in the order of creation
 * @param facets properties whose values are counted over all pages
 * @param cursor where the page begins, as the page before said
 */
public record ItemQuery(
    Optional<Cql> filter,
    Optional<Datetime> when,
    List<SortKey> sort,
    List<String> facets,
    int limit,
    Optional<String> cursor) {

  /** One property of the order. */
  public record SortKey(String property, boolean descending) {}
}
