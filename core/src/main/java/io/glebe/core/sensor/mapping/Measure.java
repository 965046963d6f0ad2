package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.model.ResultType;
import java.util.Optional;

/**
 * One quantity in a message.
 *
 * @param name of the measure, also in the topic where that names it
 * @param value where its value is in the payload
 * @param datastream name of its Datastream
 * @param unit {@code unitOfMeasurement} of a Datastream that is created; may be empty
 * @param observedProperty of a Datastream that is created
 * @param observationType the last segment of the type of a Datastream that is created
 */
record Measure(
    String name,
    JsonPointer value,
    NameTemplate datastream,
    ObjectNode unit,
    ObjectNode observedProperty,
    String observationType) {
  static final String NUMBER = "OM_Measurement";
  private static final String TYPES = "http://www.opengis.net/def/observationType/OGC-OM/2.0/";

  /** One that the mapping does not describe: a number. */
  static Measure undescribed(String name, JsonPointer value, NameTemplate datastream) {
    return new Measure(
        name, value, datastream, Json.object(), Json.object().put("name", name), NUMBER);
  }

  /** The observation type in full. */
  String fullType() {
    return TYPES + observationType;
  }

  /** The results that a Datastream with this type has. */
  ResultType results() {
    return ResultType.of(observationType);
  }

  /** The name of the observed property, if it has one. */
  Optional<String> propertyName() {
    return Optional.ofNullable(observedProperty.path("name").textValue());
  }
}
