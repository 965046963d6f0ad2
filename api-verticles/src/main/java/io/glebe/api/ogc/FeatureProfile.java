package io.glebe.api.ogc;

import io.glebe.api.http.ApiRequest;
import io.glebe.core.time.TimeInterval;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * The differences between the interfaces that list features.
 *
 * @param cursor the parameter with the position of a page
 * @param datetime parses the parameter {@code datetime}
 * @param more parameters of a list besides bbox, datetime, f, filter, filter-lang, limit and
 *     cursor: any of bbox-crs, filter-crs, sortby, facetby, properties, crs
 * @param base the URL of the collection of a request
 */
public record FeatureProfile(
    String cursor,
    Function<String, TimeInterval> datetime,
    Set<String> more,
    Function<ApiRequest, String> base) {
  private static final Set<String> COMMON =
      Set.of("bbox", "datetime", "f", "filter", "filter-lang", "limit");

  public FeatureProfile {
    more = Set.copyOf(more);
  }

  /** Returns the parameters of a list that are no queryables. */
  Set<String> parameters() {
    Set<String> all = new HashSet<>(COMMON);
    all.addAll(more);
    all.add(cursor);
    return all;
  }

  /** Returns whether a parameter selects the CRS of the answer, which the answer then names. */
  boolean hasCrs() {
    return more.contains("crs");
  }
}
