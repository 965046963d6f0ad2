package io.glebe.core.ogc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The description of a collection of features.
 *
 * @param id its name in paths
 * @param title the title of its pages
 * @param parameters names of the queryables that are parameters too
 * @param columns properties of a table of the features, with the headings; empty: all properties of
 *     the features of a page
 */
public record FeatureDescription(
    String id, String title, Set<String> parameters, Map<String, String> columns) {

  public FeatureDescription {
    parameters = Set.copyOf(parameters);
    columns = new LinkedHashMap<>(columns);
  }
}
