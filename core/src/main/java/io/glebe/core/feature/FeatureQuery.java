package io.glebe.core.feature;

import io.glebe.core.cql.Cql;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which features of a collection are asked for.
 *
 * @param limit most features of the page, 1 to {@value #MAX_LIMIT}
 * @param filters values of queryables by name
 * @param filter a condition in CQL2
 * @param cursor where to go on, as the link {@code next} of the page before said
 */
public record FeatureQuery(
    FeatureKind kind,
    int limit,
    Optional<BoundingBoxes> bbox,
    Optional<TimeWindow> datetime,
    Map<String, String> filters,
    Optional<Cql> filter,
    Optional<String> cursor) {
  public static final int MAX_LIMIT = 10_000;
  public static final int DEFAULT_LIMIT = 10;

  public FeatureQuery {
    filters = Map.copyOf(filters);
  }

  /** What a cursor is bound to: everything but the size of the page. */
  String binding() {
    return "features " + kind.id() + bbox + datetime + new TreeMap<>(filters) + filter;
  }
}
