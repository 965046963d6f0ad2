package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.SensorEntityType;

/** JSON Schemas of entities for the published contract, derived from the model. */
final class SensorSchemas {
  private SensorSchemas() {}

  static ObjectNode of(SensorEntityType type) {
    ObjectNode schema = Json.object().put("type", "object").put("title", type.name());
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("@iot.id").put("type", "integer").put("readOnly", true);
    properties.putObject("@iot.selfLink").put("type", "string").put("readOnly", true);
    for (Property property : type.properties()) {
      properties.set(property.name(), of(property));
    }
    type.relations()
        .forEach(
            relation ->
                properties
                    .putObject(relation.name())
                    .put("type", relation.many() ? "array" : "object"));
    var required = schema.putArray("required");
    type.properties().stream()
        .filter(p -> p.presence() == Property.Presence.REQUIRED)
        .forEach(p -> required.add(p.name()));
    if (required.isEmpty()) {
      schema.remove("required");
    }
    return schema;
  }

  /** The response of CreateObservations: an address or the word {@code error} for each row. */
  static ObjectNode addresses() {
    ObjectNode schema = Json.object().put("type", "array");
    schema.putObject("items").put("type", "string");
    return schema;
  }

  static ObjectNode page(SensorEntityType type) {
    ObjectNode schema = Json.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("@iot.count").put("type", "integer");
    properties.putObject("@iot.nextLink").put("type", "string");
    properties.putObject("value").put("type", "array").set("items", of(type));
    return schema;
  }

  private static ObjectNode of(Property property) {
    ObjectNode schema = Json.object();
    switch (property.kind()) {
      case TEXT, SPAN -> schema.put("type", "string");
      case TIME -> time(schema, property).put("format", "date-time");
      case OBJECT, PLACE -> schema.put("type", "object");
      default -> schema.put("description", "any JSON value");
    }
    return property.writable() ? schema : schema.put("readOnly", true);
  }

  /** An unknown time is null. */
  private static ObjectNode time(ObjectNode schema, Property property) {
    if (property.presence() != Property.Presence.OPTIONAL) {
      return schema.put("type", "string");
    }
    schema.putArray("type").add("string").add("null");
    return schema;
  }
}
