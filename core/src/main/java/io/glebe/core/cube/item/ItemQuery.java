package io.glebe.core.cube.item;

import io.glebe.core.cql.Cql;
import io.glebe.core.time.TimeInterval;
import java.util.List;
import java.util.Optional;

/**
 * Selects and sorts features.
 *
 * @param filter bbox and CQL2 combined
 * @param sort order of the page; ties are in order of creation
 * @param facets properties whose values are counted over all pages
 * @param cursor the beginning of the page, from the previous page
 */
public record ItemQuery(
    Optional<Cql> filter,
    Optional<TimeInterval> when,
    List<SortKey> sort,
    List<String> facets,
    int limit,
    Optional<String> cursor) {

  /** One property of the sort order. */
  public record SortKey(String property, boolean descending) {}
}
