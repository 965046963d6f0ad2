package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.query.ResourcePath;

/** The reference to an entity in a body, {@code {"@iot.id": 5}}, the same over HTTP and MQTT. */
public final class EntityReference {
  private EntityReference() {}

  /**
   * Returns the id, a whole number or a text of one; 422 for anything else.
   *
   * @param pointer to the reference in the body
   */
  public static long id(JsonNode value, String pointer) {
    JsonNode id = value.path("@iot.id");
    if (id.isIntegralNumber() && id.canConvertToLong()) {
      return id.longValue();
    }
    if (id.isTextual()) {
      return ResourcePath.id(id.textValue()).getAsLong();
    }
    throw Problem.invalid(Violation.at("type", pointer + "/@iot.id", "an id is a whole number"));
  }

  /**
   * Requires that a body names no other parent than the one that its place says.
   *
   * @param given the parent in the body, which may be missing or null
   * @param name type of the parent
   * @param pointer to the parent in the body
   */
  static void requireParent(JsonNode given, long parent, String name, String pointer) {
    if (given.isMissingNode() || given.isNull()) {
      return;
    }
    if (!given.isObject()) {
      throw Problem.invalid(Violation.at("type", pointer, name + " must be an object"));
    }
    if (!given.has("@iot.id") || id(given, pointer) != parent) {
      throw Problem.invalid(
          Violation.at(
              "reference", pointer, "is another " + name + " than the one that contains the body"));
    }
  }
}
