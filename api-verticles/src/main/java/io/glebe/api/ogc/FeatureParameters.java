package io.glebe.api.ogc;

import io.glebe.api.http.Parameter;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.ogc.PageRequest;

/** Parameters of lists of features as OGC API - Features defines them in a contract. */
public final class FeatureParameters {
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

  private FeatureParameters() {}
}
