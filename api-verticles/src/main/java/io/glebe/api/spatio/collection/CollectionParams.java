package io.glebe.api.spatio.collection;

import io.glebe.api.http.Parameter;
import io.glebe.api.http.Params;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.ogc.SpatialFilter;
import io.glebe.core.cql.BoundedCql;
import io.glebe.core.cql.Cql;
import io.glebe.core.cube.collection.CollectionQuery;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.geo.Crs;
import io.glebe.core.ogc.BoundingBoxes;
import io.glebe.core.stac.StacQuery;
import java.util.Optional;
import java.util.Set;

/** The parameters of a list of collections, in the API and in the STAC catalogue. */
public final class CollectionParams {
  private static final int MAX_LIMIT = 1_000;
  private static final int DEFAULT_LIMIT = 100;

  private static final Parameter COLLECTIONS =
      Parameter.query(
          "collections", "ids; only these", Schemas.list(Schemas.text(), 1, StacQuery.MAX_NAMES));
  private static final Parameter BBOX =
      Parameter.query("bbox", "touched by the extent: west,south,east,north", Schemas.box());
  private static final Parameter DATETIME =
      Parameter.query(
          "datetime",
          "touched by the extent: an instant or an interval with at least one end",
          QuerySchemas.time());
  private static final Parameter LIMIT =
      Parameter.query(
          "limit",
          "collections on a page; a larger number is reduced to the maximum",
          Schemas.integer(1, MAX_LIMIT).put("default", DEFAULT_LIMIT));
  private static final Parameter AFTER =
      Parameter.query("after", "id after which the page begins", QuerySchemas.collectionId());

  private CollectionParams() {}

  /** The parameters that select collections by their ids and their extent. */
  public static Parameter[] ofSelection() {
    return new Parameter[] {COLLECTIONS, BBOX, DATETIME};
  }

  /** The parameters of a page. */
  public static Parameter[] ofPage() {
    return new Parameter[] {LIMIT, AFTER};
  }

  /** Collections with these ids, whose extent touches the box and the time. */
  public static CollectionQuery selected(Params params) {
    return query(params, SpatialFilter.bbox(params, Crs.CRS84).map(BoundingBoxes::condition));
  }

  /** The same, with a filter. */
  static CollectionQuery filtered(Params params, BoundedCql filters) {
    return query(params, SpatialFilter.inDegrees(params, filters));
  }

  private static CollectionQuery query(Params params, Optional<Cql> place) {
    return new CollectionQuery(
        Set.copyOf(params.list("collections", StacQuery.MAX_NAMES)),
        place,
        params.text("datetime").map(Datetime::interval));
  }

  public static int limit(Params params) {
    return params.limit("limit", DEFAULT_LIMIT, MAX_LIMIT);
  }

  public static String after(Params params) {
    return params.text("after").orElse("");
  }
}
