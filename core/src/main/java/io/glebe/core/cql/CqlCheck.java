package io.glebe.core.cql;

import io.glebe.core.problem.Problem;
import java.util.List;

/** Rejects trees that are syntactically valid but have no meaning. */
final class CqlCheck {
  private CqlCheck() {}

  /** Fails with a 400 problem when the node is not a condition. */
  static void condition(Cql node) {
    switch (node) {
      case Cql.And(List<Cql> terms) -> terms.forEach(CqlCheck::condition);
      case Cql.Or(List<Cql> terms) -> terms.forEach(CqlCheck::condition);
      case Cql.Not(Cql term) -> condition(term);
      case Cql.Spatial(var relation, Cql left, Cql right) -> {
        place(left);
        place(right);
      }
      case Cql.Property(String name) ->
          throw fault("a property is no condition; compare it: " + name + " = TRUE");
      case Cql.CaseI c -> throw fault("a text is no condition");
      case Cql.AccentI a -> throw fault("a text is no condition");
      case Cql.Number n -> throw fault("a number is no condition");
      case Cql.Text t -> throw fault("a text is no condition");
      case Cql.Arithmetic a -> throw fault("a sum is no condition");
      case Cql.Place p -> throw fault("a geometry is no condition");
      case Cql.Date d -> throw fault("a date is no condition");
      case Cql.Timestamp t -> throw fault("a timestamp is no condition");
      case Cql.Interval i -> throw fault("an interval is no condition");
      default -> {
        // a comparison of any two types is at worst unknown
      }
    }
  }

  private static void place(Cql node) {
    boolean good =
        node instanceof Cql.Property(String name)
            ? CqlRow.PLACES.contains(name)
            : node instanceof Cql.Place;
    if (!good) {
      throw fault("a spatial function needs geometry and a point, line, polygon or BBOX");
    }
  }

  private static Problem fault(String detail) {
    return Problem.malformedParameter("filter", detail);
  }
}
