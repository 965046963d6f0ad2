package io.glebe.core.record.read;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The query of a list.
 *
 * @param limit maximum number of records of the page, 1 to {@value #MAX_LIMIT}
 * @param cursor the cursor of the previous page
 * @param updatedAfter start after this time; an alternative to a cursor
 * @param filters values by the name of the filter, see {@link io.glebe.core.catalogue.Filters};
 *     checked when the list is read
 */
public record ListQuery(
    int limit,
    Optional<String> cursor,
    Optional<Instant> updatedAfter,
    Map<String, String> filters) {
  public static final int MAX_LIMIT = 1000;
  public static final int DEFAULT_LIMIT = 100;

  public ListQuery {
    filters = Map.copyOf(filters);
  }

  /** The first page, without filters. */
  public static ListQuery first(int limit) {
    return new ListQuery(limit, Optional.empty(), Optional.empty(), Map.of());
  }

  /** The same list with one more filter. */
  public ListQuery where(String filter, String value) {
    Map<String, String> more = new TreeMap<>(filters);
    more.put(filter, value);
    return new ListQuery(limit, cursor, updatedAfter, more);
  }

  /** The same list from this cursor on. */
  public ListQuery from(String nextCursor) {
    return new ListQuery(limit, Optional.of(nextCursor), Optional.empty(), filters);
  }
}
