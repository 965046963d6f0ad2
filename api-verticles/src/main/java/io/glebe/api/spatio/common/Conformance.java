package io.glebe.api.spatio.common;

import java.util.List;
import java.util.stream.Stream;

/** The conformance classes of the services. */
public final class Conformance {
  private static final String COMMON = "http://www.opengis.net/spec/ogcapi-common-";
  private static final String FEATURES = "http://www.opengis.net/spec/ogcapi-features-";
  private static final String CQL2 = "http://www.opengis.net/spec/cql2/1.0/conf/";
  private static final String TILES = "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/";
  private static final String STAC = "https://api.stacspec.org/v1.0.0/";

  private static final List<String> FILTERS =
      List.of(
          CQL2 + "cql2-text",
          CQL2 + "cql2-json",
          CQL2 + "basic-cql2",
          CQL2 + "advanced-comparison-operators",
          CQL2 + "case-insensitive-comparison",
          CQL2 + "accent-insensitive-comparison",
          CQL2 + "basic-spatial-functions",
          CQL2 + "basic-spatial-functions-plus",
          CQL2 + "spatial-functions",
          CQL2 + "temporal-functions",
          CQL2 + "arithmetic",
          CQL2 + "property-property");

  /** Classes of the spatio-temporal API. */
  public static final List<String> OF_API =
      Stream.concat(
              Stream.of(
                  COMMON + "1/1.0/conf/core",
                  COMMON + "1/1.0/conf/landing-page",
                  COMMON + "1/1.0/conf/json",
                  COMMON + "1/1.0/conf/html",
                  COMMON + "1/1.0/conf/oas30",
                  COMMON + "2/1.0/conf/collections",
                  FEATURES + "1/1.0/conf/core",
                  FEATURES + "1/1.0/conf/geojson",
                  FEATURES + "1/1.0/conf/html",
                  FEATURES + "1/1.0/conf/oas30",
                  FEATURES + "2/1.0/conf/crs",
                  FEATURES + "3/1.0/conf/queryables",
                  FEATURES + "3/1.0/conf/filter",
                  FEATURES + "3/1.0/conf/features-filter",
                  TILES + "core",
                  TILES + "tileset",
                  TILES + "tilesets-list",
                  TILES + "png",
                  TILES + "mvt"),
              FILTERS.stream())
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
                  "https://api.stacspec.org/v1.0.0-rc.2/item-search#filter",
                  FEATURES + "1/1.0/conf/core",
                  FEATURES + "1/1.0/conf/geojson",
                  FEATURES + "3/1.0/conf/filter"),
              FILTERS.stream())
          .toList();

  private Conformance() {}
}
