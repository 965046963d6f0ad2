package io.glebe.core.sensor.query;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import java.util.List;

/** Creates the 400 problem for an invalid query option. */
public final class QueryFault {
  private QueryFault() {}

  /**
   * @param option name such as {@code $filter}
   * @param at index into the option's decoded text, from 0
   */
  public static Problem at(String option, int at, String detail) {
    String text = option + ", position " + (at + 1) + ": " + detail;
    return Problem.of(
        ProblemType.MALFORMED_REQUEST, text, List.of(Violation.parameter("query", option, text)));
  }
}
