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
}
