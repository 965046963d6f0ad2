package io.glebe.core.sensor.query;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import java.util.List;

/** Makes the 400 problem for a query option that cannot be understood. */
public final class QueryFault {
  private QueryFault() {}

  /**
   * @param option {@code $filter} and the like
   * @param at index into the option's decoded text, from 0
   */
  public static Problem at(String option, int at, String detail) {
    String text = option + ", position " + (at + 1) + ": " + detail;
    return Problem.of(
        ProblemType.MALFORMED_REQUEST, text, List.of(Violation.parameter("query", option, text)));
  }
}
