package io.glebe.api.ogc;

import io.glebe.api.http.Params;
import io.glebe.core.cql.BoundedCql;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlGeometries;
import io.glebe.core.geo.Crs;
import io.glebe.core.ogc.BoundingBoxes;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.CoordinateFilter;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * The parameters {@code bbox} and {@code filter} as one condition, for every list with these
 * parameters.
 */
public final class SpatialFilter {
  private static final Envelope EARTH = new Envelope(-180, 180, -90, 90);

  private SpatialFilter() {}

  /** The conjunction of both parameters, in degrees. */
  public static Optional<Cql> inDegrees(Params params, BoundedCql filters) {
    return both(
        bbox(params, Crs.CRS84).map(BoundingBoxes::condition), filter(params, filters, Crs.CRS84));
  }

  /** The conjunction of two optional conditions. */
  static Optional<Cql> both(Optional<Cql> one, Optional<Cql> other) {
    List<Cql> terms = new ArrayList<>();
    one.ifPresent(terms::add);
    other.ifPresent(terms::add);
    return terms.size() == 2 ? Optional.of(new Cql.And(terms)) : terms.stream().findFirst();
  }

  /** The filter, in the CRS of {@code filter-crs}. */
  static Optional<Cql> filterInCrs(Params params, BoundedCql filters) {
    return filter(params, filters, crs(params, "filter-crs"));
  }

  /** The filter, with geometries in this CRS. */
  public static Optional<Cql> filter(Params params, BoundedCql filters, Crs crs) {
    String language =
        params.choice("filter-lang", List.of("cql2-text", "cql2-json")).orElse("cql2-text");
    return params
        .text("filter")
        .map(text -> language.equals("cql2-json") ? filters.json(text) : filters.text(text))
        .map(filter -> inDegrees(filter, crs));
  }

  /** Converts the geometries of a filter to the stored CRS; 400 for one outside of its own. */
  public static Cql inDegrees(Cql filter, Crs crs) {
    return CqlGeometries.each(
        filter, at -> crs.isStored() ? onEarth(at) : onEarth(inDegrees(at, crs)));
  }

  private static Geometry onEarth(Geometry lonLat) {
    Envelope box = lonLat.getEnvelopeInternal();
    if (!box.isNull() && !EARTH.contains(box)) {
      throw Problem.malformedParameter(
          "filter",
          "a geometry has longitudes from -180 to 180 degrees and latitudes from -90 to 90");
    }
    return lonLat;
  }

  /** Converts a geometry of a filter to the stored CRS. */
  private static Geometry inDegrees(Geometry place, Crs crs) {
    Geometry turned = place.copy();
    double[] lonLat = new double[2];
    turned.apply(
        (CoordinateFilter)
            at -> {
              crs.toLonLat(at.x, at.y, lonLat);
              if (!Double.isFinite(lonLat[0]) || !Double.isFinite(lonLat[1])) {
                throw Problem.malformedParameter("filter", "a position is outside of " + crs.uri());
              }
              at.setX(lonLat[0]);
              at.setY(lonLat[1]);
            });
    turned.geometryChanged();
    return turned;
  }

  /** The CRS that a parameter names; 400 for an unknown one. */
  public static Crs crs(Params params, String name) {
    return params.text(name).map(text -> crs(text, name)).orElse(Crs.CRS84);
  }

  /** The CRS of this URI, the value of the parameter of that name; 400 for an unknown one. */
  public static Crs crs(String uri, String name) {
    return Crs.of(uri)
        .orElseThrow(
            () -> Problem.malformedParameter(name, "is none of the CRS that the collection lists"));
  }

  /** The box, in the CRS of {@code bbox-crs}. */
  static Optional<BoundingBoxes> bboxInCrs(Params params) {
    return bbox(params, crs(params, "bbox-crs"));
  }

  /** The box, in this CRS. */
  public static Optional<BoundingBoxes> bbox(Params params, Crs crs) {
    return params.numbers("bbox", 4, 6).map(box -> BoundingBoxes.of(box, crs));
  }
}
