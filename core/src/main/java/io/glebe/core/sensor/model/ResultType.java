package io.glebe.core.sensor.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.function.Predicate;

/** The values that an observation type allows as results; null is allowed for every type. */
public enum ResultType {
  ANY("any value", result -> true),
  MEASUREMENT("a number", JsonNode::isNumber),
  COUNT("a whole number", result -> result.isNumber() && isWhole(result)),
  TRUTH("true or false", JsonNode::isBoolean),
  CATEGORY("text", JsonNode::isTextual);

  private final String words;
  private final Predicate<JsonNode> allowed;

  ResultType(String words, Predicate<JsonNode> allowed) {
    this.words = words;
    this.allowed = allowed;
  }

  /**
   * Returns the type of an {@code observationType}; types without a rule of their own allow all.
   */
  public static ResultType of(String observationType) {
    return switch (observationType.substring(observationType.lastIndexOf('/') + 1)) {
      case "OM_Measurement" -> MEASUREMENT;
      case "OM_CountObservation" -> COUNT;
      case "OM_TruthObservation" -> TRUTH;
      case "OM_CategoryObservation" -> CATEGORY;
      default -> ANY;
    };
  }

  public boolean allows(JsonNode result) {
    return result.isNull() || allowed.test(result);
  }

  /** Fails with 422 for a result that the observation type does not allow. */
  public void require(JsonNode result) {
    if (!allows(result)) {
      throw Problem.invalid(
          Violation.at(
              "type",
              "/result",
              "result must be " + words + " by the observationType of the Datastream"));
    }
  }

  private static boolean isWhole(JsonNode number) {
    return number.isIntegralNumber() || number.doubleValue() == Math.rint(number.doubleValue());
  }
}
