package io.glebe.core.sensor.sql;

import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.query.Expr;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.DoublePredicate;
import org.locationtech.jts.geom.Geometry;

/**
 * A spatial condition: a path to a geometry and an exact test. It is evaluated before the statement
 * is built; the statement then contains the ids that passed.
 *
 * @param path path to the geometry
 * @param near a row can pass only if its box intersects the box of this geometry; absent examines
 *     all rows
 * @param test the exact test, in degrees where it measures
 */
public record GeoTest(
    Expr.Path path, Optional<Geometry> near, java.util.function.Predicate<Geometry> test) {
  private static final Map<String, BiPredicate<Geometry, Geometry>> PREDICATES =
      Map.of(
          "geo.intersects", Geometry::intersects,
          "st_intersects", Geometry::intersects,
          "st_equals", Geometry::equalsTopo,
          "st_touches", Geometry::touches,
          "st_within", Geometry::within,
          "st_overlaps", Geometry::overlaps,
          "st_crosses", Geometry::crosses,
          "st_contains", Geometry::contains,
          "st_disjoint", Geometry::disjoint);
  private static final Set<String> MEASURES = Set.of("geo.distance", "geo.length");
  private static final String RELATE = "st_relate";

  /** Returns whether this is the name of a spatial function. */
  static boolean isSpatial(String name) {
    return PREDICATES.containsKey(name) || MEASURES.contains(name) || name.equals(RELATE);
  }

  /** Returns the spatial test of this whole expression, if it is one. */
  public static Optional<GeoTest> of(Expr expr) {
    return switch (expr) {
      case Expr.Call call -> predicate(call);
      case Expr.Binary compare -> measure(compare);
      default -> Optional.empty();
    };
  }

  private static Optional<GeoTest> predicate(Expr.Call call) {
    List<Expr> given = call.arguments();
    if (call.name().equals(RELATE)) {
      return relate(given);
    }
    BiPredicate<Geometry, Geometry> test = PREDICATES.get(call.name());
    if (test == null || given.size() != 2) {
      return Optional.empty();
    }
    boolean anywhere = call.name().equals("st_disjoint");
    if (given.get(0) instanceof Expr.Path path && given.get(1) instanceof Expr.Shape shape) {
      return Optional.of(
          new GeoTest(path, near(shape, anywhere), g -> test.test(g, shape.value())));
    }
    if (given.get(0) instanceof Expr.Shape shape && given.get(1) instanceof Expr.Path path) {
      return Optional.of(
          new GeoTest(path, near(shape, anywhere), g -> test.test(shape.value(), g)));
    }
    return Optional.empty();
  }

  /** {@code st_relate} with a pattern of DE-9IM, the path before or after the geometry. */
  private static Optional<GeoTest> relate(List<Expr> given) {
    if (given.size() != 3
        || !(given.get(2) instanceof Expr.Text pattern)
        || !pattern.value().matches("[TF*012]{9}")) {
      return Optional.empty();
    }
    String matrix = pattern.value();
    if (given.get(0) instanceof Expr.Path path && given.get(1) instanceof Expr.Shape shape) {
      return Optional.of(
          new GeoTest(path, Optional.empty(), g -> g.relate(shape.value()).matches(matrix)));
    }
    if (given.get(0) instanceof Expr.Shape shape && given.get(1) instanceof Expr.Path path) {
      return Optional.of(
          new GeoTest(path, Optional.empty(), g -> shape.value().relate(g).matches(matrix)));
    }
    return Optional.empty();
  }

  private static Optional<Geometry> near(Expr.Shape shape, boolean anywhere) {
    return anywhere ? Optional.empty() : Optional.of(shape.value());
  }

  private static Optional<GeoTest> measure(Expr.Binary compare) {
    if (compare.left() instanceof Expr.Call call && number(compare.right()).isPresent()) {
      return measured(call, bound(compare.operator(), number(compare.right()).get()));
    }
    if (compare.right() instanceof Expr.Call call && number(compare.left()).isPresent()) {
      return measured(call, bound(turned(compare.operator()), number(compare.left()).get()));
    }
    return Optional.empty();
  }

  private static Optional<GeoTest> measured(Expr.Call call, Optional<DoublePredicate> bound) {
    List<Expr> given = call.arguments();
    if (bound.isEmpty() || !MEASURES.contains(call.name())) {
      return Optional.empty();
    }
    DoublePredicate holds = bound.get();
    if (call.name().equals("geo.length")
        && given.size() == 1
        && given.get(0) instanceof Expr.Path p) {
      return Optional.of(new GeoTest(p, Optional.empty(), g -> holds.test(length(g))));
    }
    if (given.size() != 2) {
      return Optional.empty();
    }
    Expr path = given.get(0) instanceof Expr.Path ? given.get(0) : given.get(1);
    Expr shape = given.get(0) instanceof Expr.Shape ? given.get(0) : given.get(1);
    if (path instanceof Expr.Path p && shape instanceof Expr.Shape s) {
      return Optional.of(new GeoTest(p, Optional.empty(), g -> holds.test(g.distance(s.value()))));
    }
    return Optional.empty();
  }

  /** The length of lines; polygons and points have none. */
  private static double length(Geometry geometry) {
    double sum = 0;
    for (int i = 0; i < geometry.getNumGeometries(); i++) {
      Geometry part = geometry.getGeometryN(i);
      sum += part.getDimension() == 1 ? part.getLength() : 0;
    }
    return sum;
  }

  private static Optional<Double> number(Expr expr) {
    return switch (expr) {
      case Expr.Whole whole -> Optional.of((double) whole.value());
      case Expr.Fraction fraction -> Optional.of(fraction.value().doubleValue());
      default -> Optional.empty();
    };
  }

  private static String turned(String operator) {
    return switch (operator) {
      case "lt" -> "gt";
      case "le" -> "ge";
      case "gt" -> "lt";
      case "ge" -> "le";
      default -> operator;
    };
  }

  private static Optional<DoublePredicate> bound(String operator, double limit) {
    return switch (operator) {
      case "lt" -> Optional.of(d -> d < limit);
      case "le" -> Optional.of(d -> d <= limit);
      case "gt" -> Optional.of(d -> d > limit);
      case "ge" -> Optional.of(d -> d >= limit);
      case "eq" -> Optional.of(d -> d == limit);
      case "ne" -> Optional.of(d -> d != limit);
      default -> Optional.empty();
    };
  }

  /** The type and column at the end of the path. */
  public record Target(SensorEntityType type, String column) {}
}
