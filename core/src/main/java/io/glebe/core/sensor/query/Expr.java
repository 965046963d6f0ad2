package io.glebe.core.sensor.query;

import io.glebe.core.sensor.model.TimeSpan;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Period;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;

/** An expression of {@code $filter} or {@code $orderby}; {@code at} is its position in the text. */
public sealed interface Expr {
  int at();

  /** Whether its value depends on a property of an entity. */
  default boolean hasPath() {
    return switch (this) {
      case Path path -> true;
      case Lambda lambda -> true;
      case Call call -> call.arguments().stream().anyMatch(Expr::hasPath);
      case Binary binary -> binary.left().hasPath() || binary.right().hasPath();
      case Not not -> not.operand().hasPath();
      case Negative negative -> negative.operand().hasPath();
      case In in -> in.left().hasPath() || in.choices().stream().anyMatch(Expr::hasPath);
      default -> false;
    };
  }

  /** A chain of names: navigations, a property, members of a JSON value. */
  record Path(List<String> names, int at) implements Expr {}

  /**
   * {@code Datastreams/any(d:d/name eq 'x')}.
   *
   * @param collection path to the entities
   * @param all whether the condition must hold for all of them, not for any
   * @param variable name of an entity in the condition
   * @param condition absent asks whether there is any entity
   */
  record Lambda(Path collection, boolean all, String variable, Optional<Expr> condition, int at)
      implements Expr {}

  record Call(String name, List<Expr> arguments, int at) implements Expr {}

  record Binary(String operator, Expr left, Expr right, int at) implements Expr {}

  record Not(Expr operand, int at) implements Expr {}

  record Negative(Expr operand, int at) implements Expr {}

  /** {@code left in (a, b)}. */
  record In(Expr left, List<Expr> choices, int at) implements Expr {}

  record Text(String value, int at) implements Expr {}

  record Whole(long value, int at) implements Expr {}

  record Fraction(BigDecimal value, int at) implements Expr {}

  record Bool(boolean value, int at) implements Expr {}

  record Null(int at) implements Expr {}

  /** An instant or a period. */
  record Time(TimeSpan value, int at) implements Expr {}

  record Date(LocalDate value, int at) implements Expr {}

  record Clock(LocalTime value, int at) implements Expr {}

  /** A duration: calendar part and exact part. */
  record Span(Period days, Duration exact, int at) implements Expr {}

  /** A geometry in WGS 84, longitude first. */
  record Shape(Geometry value, int at) implements Expr {}
}
