package io.glebe.api.ogc;

import com.fasterxml.jackson.databind.node.ArrayNode;

/** Links of OGC documents. */
public final class Links {
  public static final String CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
  public static final String QUERYABLES = "http://www.opengis.net/def/rel/ogc/1.0/queryables";

  /** The media type of JSON Schema. */
  public static final String SCHEMA = "application/schema+json";

  /** The media type of GeoJSON. */
  public static final String GEO_JSON = "application/geo+json";

  private Links() {}

  public static void add(ArrayNode links, String rel, String href, String type, String title) {
    links.addObject().put("rel", rel).put("href", href).put("type", type).put("title", title);
  }
}
