package io.glebe.api.ogc;

import io.glebe.api.http.Parameter;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.ogc.PageRequest;

/** Parameters of lists of features as OGC API - Features defines them in a contract. */
public final class FeatureParameters {
  /** Maximum number of names in {@code sortby}. */
  static final int MAX_SORT = 4;

  /** Maximum number of names in {@code facetby}. */
  static final int MAX_FACETS = 5;

  /** Maximum number of names in {@code properties}. */
  static final int MAX_PROPERTIES = 500;

  /** A larger number than the maximum is reduced to it. */
  public static final Parameter LIMIT =
      Parameter.query(
          "limit",
          "features on a page; a larger number is reduced",
          Schemas.integer()
              .put("minimum", 1)
              .put("maximum", PageRequest.MAX_LIMIT)
              .put("default", PageRequest.DEFAULT_LIMIT));

  /** Two corners. */
  public static final Parameter BBOX =
      Parameter.query(
          "bbox", "west,south,east,north in degrees, or six numbers with heights", Schemas.box());

  public static final Parameter SORT =
      Parameter.query(
          "sortby",
          "property names, each with + or - before it",
          Schemas.list(Schemas.text(), 1, MAX_SORT));

  public static final Parameter FACETS =
      Parameter.query(
          "facetby",
          "property names whose values are counted",
          Schemas.list(Schemas.text(), 1, MAX_FACETS));

  public static final Parameter PROPERTIES =
      Parameter.query(
          "properties",
          "names of the properties to show",
          Schemas.list(Schemas.text(), 1, MAX_PROPERTIES));

  private FeatureParameters() {}
}
