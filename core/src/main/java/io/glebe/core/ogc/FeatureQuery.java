package io.glebe.core.ogc;

import io.glebe.core.cql.Cql;
import io.glebe.core.time.TimeInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Selects and sorts features.
 *
 * @param bbox the geometry intersects one of the boxes
 * @param interval the time of the feature intersects it
 * @param filter a condition in CQL2
 * @param values parameters with the name of a queryable, by name
 * @param sort order of the list; ties are in the order of the source
 * @param facets properties whose values are counted over all pages
 * @param shown names of the properties that the answer shows, where the request selects them
 */
public record FeatureQuery(
    Optional<BoundingBoxes> bbox,
    Optional<TimeInterval> interval,
    Optional<Cql> filter,
    Map<String, String> values,
    List<SortKey> sort,
    List<String> facets,
    List<String> shown,
    PageRequest page) {

  /** One property of the sort order. */
  public record SortKey(String property, boolean descending) {}

  public FeatureQuery {
    values = Map.copyOf(values);
    sort = List.copyOf(sort);
    facets = List.copyOf(facets);
    shown = List.copyOf(shown);
  }

  /** Returns a query for features that match both conditions. */
  public static FeatureQuery of(
      Optional<Cql> filter, Optional<TimeInterval> interval, PageRequest page) {
    return new FeatureQuery(
        Optional.empty(), interval, filter, Map.of(), List.of(), List.of(), List.of(), page);
  }

  /** Returns whether every feature matches. */
  public boolean selectsAll() {
    return bbox.isEmpty() && interval.isEmpty() && filter.isEmpty() && values.isEmpty();
  }

  /** Returns the bounding box and the filter as one condition. */
  public Optional<Cql> condition() {
    List<Cql> terms = new ArrayList<>();
    bbox.map(BoundingBoxes::condition).ifPresent(terms::add);
    filter.ifPresent(terms::add);
    return terms.size() == 2 ? Optional.of(new Cql.And(terms)) : terms.stream().findFirst();
  }
}
