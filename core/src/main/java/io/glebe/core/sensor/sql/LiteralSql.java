package io.glebe.core.sensor.sql;

import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryFault;
import io.glebe.core.sensor.sql.Typed.Type;
import java.time.temporal.ChronoUnit;

/** Binds literals as parameters of a statement. */
final class LiteralSql {
  private final SqlText text;
  private final String option;

  /**
   * @param option name of the option for error messages
   */
  LiteralSql(SqlText text, String option) {
    this.text = text;
    this.option = option;
  }

  /** Returns the parameter of a literal; 400 for other expressions. */
  Typed of(Expr expr) {
    return switch (expr) {
      case Expr.Text t -> Typed.of(Type.TEXT, text.bind(t.value(), "text"));
      case Expr.Whole w -> Typed.of(Type.NUMBER, text.bind(w.value(), "bigint"));
      case Expr.Fraction f -> Typed.of(Type.NUMBER, text.bind(finite(f), "float8"));
      case Expr.Bool b -> Typed.of(Type.BOOL, b.value() ? "true" : "false");
      case Expr.Null n -> Typed.of(Type.NULL, "null");
      case Expr.Time t ->
          t.value().end().isPresent()
              ? span(timestamp(t.value().start()), timestamp(t.value().end().get()))
              : Typed.of(Type.TIME, timestamp(t.value().start()));
      case Expr.Date d -> Typed.of(Type.DATE, text.bind(d.value(), "date"));
      case Expr.Clock c -> Typed.of(Type.CLOCK, text.bind(c.value(), "time"));
      case Expr.Span s ->
          Typed.of(
              Type.LENGTH,
              "make_interval(months => "
                  + text.bind((int) s.days().toTotalMonths(), "int")
                  + ", days => "
                  + text.bind((int) s.days().get(ChronoUnit.DAYS), "int")
                  + ", secs => "
                  + text.bind(s.exact().toMillis() / 1000.0, "float8")
                  + ")");
      case Expr.Shape s -> throw fault(s.at(), "a geometry is allowed only in a spatial function");
      default -> throw fault(expr.at(), "this is not expected here");
    };
  }

  /** Each bound names both parameters, because a statement may use one of the bounds only. */
  private static Typed span(String start, String end) {
    return Typed.span(
        "coalesce(" + start + ", " + end + ")", "coalesce(" + end + ", " + start + ")");
  }

  private double finite(Expr.Fraction fraction) {
    double value = fraction.value().doubleValue();
    if (Double.isInfinite(value)) {
      throw fault(fraction.at(), "the number is beyond double precision");
    }
    return value;
  }

  private String timestamp(java.time.Instant instant) {
    return text.bind(instant.atOffset(java.time.ZoneOffset.UTC), "timestamptz");
  }

  private Problem fault(int at, String detail) {
    return QueryFault.at(option, at, detail);
  }
}
