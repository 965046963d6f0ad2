package io.glebe.core.cql;

import java.util.List;
import java.util.function.UnaryOperator;
import org.locationtech.jts.geom.Geometry;

/** Replaces the geometries of a filter, for filters in another CRS. */
public final class CqlGeometries {
  private CqlGeometries() {}

  /** Returns the filter with each of its geometries converted. */
  public static Cql each(Cql filter, UnaryOperator<Geometry> change) {
    return switch (filter) {
      case Cql.And(List<Cql> terms) -> new Cql.And(all(terms, change));
      case Cql.Or(List<Cql> terms) -> new Cql.Or(all(terms, change));
      case Cql.Not(Cql term) -> new Cql.Not(each(term, change));
      case Cql.Spatial(Cql.SpatialRelation relation, Cql left, Cql right) ->
          new Cql.Spatial(relation, each(left, change), each(right, change));
      case Cql.Place(Geometry place) -> new Cql.Place(change.apply(place));
      default -> filter;
    };
  }

  private static List<Cql> all(List<Cql> terms, UnaryOperator<Geometry> change) {
    return terms.stream().map(term -> each(term, change)).toList();
  }
}
