package io.glebe.core.feature;

import io.glebe.core.cql.Cql;
import io.glebe.core.time.DatetimeSyntax;
import io.glebe.core.time.Rfc3339;
import io.glebe.core.time.TimeInterval;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A query for features of a collection.
 *
 * @param limit maximum number of features of the page, 1 to {@value #MAX_LIMIT}
 * @param filters values of queryables by name
 * @param filter a condition in CQL2
 * @param cursor the position after the previous page, from its link {@code next}
 */
public record FeatureQuery(
    FeatureKind kind,
    int limit,
    Optional<BoundingBoxes> bbox,
    Optional<TimeInterval> datetime,
    Map<String, String> filters,
    Optional<Cql> filter,
    Optional<String> cursor) {
  public static final int MAX_LIMIT = 10_000;
  public static final int DEFAULT_LIMIT = 10;

  /** An interval has an end, as in the standard; times of records have microseconds. */
  public static final DatetimeSyntax DATETIME =
      new DatetimeSyntax(Rfc3339::instant, Optional.of(ChronoUnit.MICROS), true, false);

  public FeatureQuery {
    filters = Map.copyOf(filters);
  }

  /** The text that a cursor is bound to: the query without the size of the page. */
  String binding() {
    return "features " + kind.id() + bbox + datetime + new TreeMap<>(filters) + filter;
  }
}
