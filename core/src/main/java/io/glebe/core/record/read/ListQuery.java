package io.glebe.core.record.read;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a list is asked for.
 *
 * @param limit most records of the page, 1 to {@value #MAX_LIMIT}
 * @param cursor where to go on, as the page before said
 * @param updatedAfter begin behind this time; an alternative to a cursor
 * @param filters values by the name of the filter, see {@link io.glebe.core.catalogue.Filters};
 *     checked when the list is made
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

  /** The first page, unfiltered. */
  public static ListQuery first(int limit) {
    return new ListQuery(limit, Optional.empty(), Optional.empty(), Map.of());
  }

  /** The same list narrowed by one filter more. */
  public ListQuery where(String filter, String value) {
    Map<String, String> more = new TreeMap<>(filters);
    more.put(filter, value);
    return new ListQuery(limit, cursor, updatedAfter, more);
  }

  /** The same list from there on. */
  public ListQuery from(String nextCursor) {
    return new ListQuery(limit, Optional.of(nextCursor), Optional.empty(), filters);
  }
}
