package io.glebe.api.spatio.common;

import io.glebe.api.ogc.FeatureConformance;
import java.util.List;
import java.util.stream.Stream;

/** The conformance classes of the services. */
public final class Conformance {
  private static final String COMMON = "http://www.opengis.net/spec/ogcapi-common-";
  private static final String TILES = "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/";
  private static final String MATRICES = "http://www.opengis.net/spec/tms/2.0/conf/";
  private static final String STAC = "https://api.stacspec.org/v1.0.0/";

  /** Lists of collections take bbox, datetime and limit. */
  private static final String SIMPLE_QUERY = COMMON + "2/1.0/conf/simple-query";

  private static final List<String> FILTERS =
      Stream.concat(
              FeatureConformance.FILTERS.stream(),
              Stream.of(
                      "case-insensitive-comparison",
                      "accent-insensitive-comparison",
                      "basic-spatial-functions-plus",
                      "spatial-functions",
                      "temporal-functions",
                      "arithmetic",
                      "property-property")
                  .map(FeatureConformance::cql2))
          .toList();

  /** Classes of the spatio-temporal API. */
  public static final List<String> OF_API =
      Stream.of(
              List.of(
                  COMMON + "1/1.0/conf/core",
                  COMMON + "1/1.0/conf/landing-page",
                  COMMON + "1/1.0/conf/json",
                  COMMON + "1/1.0/conf/html",
                  COMMON + "1/1.0/conf/oas30",
                  COMMON + "2/1.0/conf/collections",
                  SIMPLE_QUERY,
                  FeatureConformance.features("2/1.0/conf/crs"),
                  TILES + "core",
                  TILES + "tileset",
                  TILES + "tilesets-list",
                  TILES + "geodata-tilesets",
                  TILES + "png",
                  TILES + "mvt",
                  MATRICES + "tilematrixset",
                  MATRICES + "tilematrixsetlimits",
                  MATRICES + "tilesetmetadata",
                  MATRICES + "json-tilematrixset",
                  MATRICES + "json-tilematrixsetlimits",
                  MATRICES + "json-tilesetmetadata"),
              FeatureConformance.FEATURES,
              FILTERS)
          .flatMap(List::stream)
          .toList();

  /** Classes of the STAC catalogue. */
  public static final List<String> OF_STAC =
      Stream.concat(
              Stream.of(
                  STAC + "core",
                  STAC + "collections",
                  STAC + "ogcapi-features",
                  STAC + "item-search",
                  STAC + "item-search#sort",
                  STAC + "ogcapi-features#sort",
                  STAC + "item-search#filter",
                  "https://api.stacspec.org/v1.0.0-rc.1/collection-search",
                  SIMPLE_QUERY,
                  FeatureConformance.features("1/1.0/conf/core"),
                  FeatureConformance.features("1/1.0/conf/geojson"),
                  FeatureConformance.features("1/1.0/conf/oas30"),
                  FeatureConformance.features("3/1.0/conf/queryables"),
                  FeatureConformance.features("3/1.0/conf/filter"),
                  FeatureConformance.features("3/1.0/conf/features-filter")),
              FILTERS.stream())
          .toList();

  private Conformance() {}
}
