package io.glebe.api.ogc;

import java.util.List;

/** The conformance classes of features and their filters, for every service that has features. */
public final class FeatureConformance {
  /** The filter language that every service understands. */
  public static final List<String> FILTERS =
      List.of(
          cql2("cql2-text"),
          cql2("cql2-json"),
          cql2("basic-cql2"),
          cql2("advanced-comparison-operators"),
          cql2("basic-spatial-functions"));

  /** Features, their representations and their filters. */
  public static final List<String> FEATURES =
      List.of(
          features("1/1.0/conf/core"),
          features("1/1.0/conf/geojson"),
          features("1/1.0/conf/html"),
          features("1/1.0/conf/oas30"),
          features("3/1.0/conf/queryables"),
          features("3/1.0/conf/filter"),
          features("3/1.0/conf/features-filter"));

  private FeatureConformance() {}

  /** A class of OGC API Features, for example {@code 2/1.0/conf/crs}. */
  public static String features(String name) {
    return "http://www.opengis.net/spec/ogcapi-features-" + name;
  }

  /** A class of CQL2. */
  public static String cql2(String name) {
    return "http://www.opengis.net/spec/cql2/1.0/conf/" + name;
  }
}
