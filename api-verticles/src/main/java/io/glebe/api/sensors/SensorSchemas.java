package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.entity.DeviceTemplate;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.model.TimeSpan;
import io.glebe.core.sensor.observation.ObservationBody;
import java.util.List;
import java.util.function.Function;

/** JSON Schemas of entities for the published contract, derived from the model. */
final class SensorSchemas {
  private SensorSchemas() {}

  /**
   * An entity in an answer; related entities are there where {@code $expand} names them. No member
   * is required: of a selection ({@code $select}) only the named ones are there.
   */
  static ObjectNode of(SensorEntityType type) {
    ObjectNode schema = members(type, false).put("title", type.name());
    schema.put("description", "With $select only the members that it names");
    ObjectNode properties = schema.withObject("/properties");
    for (Relation relation : type.relations()) {
      ObjectNode target = Schemas.record(relation.target());
      properties.set(relation.name(), relation.many() ? Schemas.list(target) : target);
      properties.set(relation.name() + "@iot.navigationLink", Schemas.uri());
      if (relation.many()) {
        properties.set(relation.name() + "@iot.nextLink", Schemas.uri());
        properties.set(relation.name() + "@iot.count", Schemas.count());
      }
    }
    return schema;
  }

  /** An entity in a body; a related one is created with it, or named by its id. */
  static ObjectNode creation(SensorEntityType type) {
    ObjectNode schema = members(type, true).put("title", type.name() + "Creation");
    List<Property> required =
        type.properties().stream().filter(p -> p.presence() == Property.Presence.REQUIRED).toList();
    if (!required.isEmpty()) {
      ArrayNode names = schema.putArray("required");
      required.forEach(p -> names.add(p.name()));
    }
    for (Relation relation : type.relations()) {
      schema.withObject("/properties").set(relation.name(), relation.many() ? parts() : part());
    }
    if (type.equals(SensorModel.OBSERVATION)) {
      schema.withObject("/properties").set(SensorModel.CLIENT_KEY, clientKey());
    }
    return schema;
  }

  /** An entity that replaces a stored one; only a creation reads the key of an observation. */
  static ObjectNode replacement(SensorEntityType type) {
    ObjectNode schema = creation(type);
    if (type.equals(SensorModel.OBSERVATION)) {
      schema.put("title", type.name() + "Replacement");
      schema.withObject("/properties").remove(SensorModel.CLIENT_KEY);
    }
    return schema;
  }

  private static ObjectNode clientKey() {
    return Schemas.orNull(Schemas.text("tells two equal results of one instant apart"))
        .put("maxLength", ObservationBody.MAX_KEY_CHARACTERS);
  }

  private static ObjectNode members(SensorEntityType type, boolean sent) {
    ObjectNode schema = Json.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("@iot.id").put("type", "integer").put("readOnly", true);
    properties.putObject("@iot.selfLink").put("type", "string").put("readOnly", true);
    for (Property property : type.properties()) {
      properties.set(property.name(), sent ? given(property) : of(property));
    }
    return schema;
  }

  /** The merge patch of an entity: nothing is required. */
  static ObjectNode patch(SensorEntityType type) {
    ObjectNode schema = replacement(type);
    schema.remove("required");
    return schema.put("title", type.name() + "Patch").put("description", "Members that change");
  }

  /** A JSON Patch, RFC 6902. */
  static ObjectNode jsonPatch() {
    ObjectNode operation =
        Members.of("JsonPatchOperation", "One change")
            .must("op", Schemas.word("add", "remove", "replace", "move", "copy", "test"))
            .must("path", pointer())
            .may("from", pointer())
            .may("value", Schemas.any("of add, replace and test"))
            .schema();
    return Schemas.list(operation);
  }

  private static ObjectNode pointer() {
    return Schemas.text().put("pattern", "^(/.*)?$");
  }

  /** The service document. */
  static ObjectNode root() {
    ObjectNode set =
        Members.of("EntitySet", "A collection of the service")
            .must("name", Schemas.text())
            .must("url", Schemas.uri())
            .schema();
    return Members.of("ServiceRoot", "The collections and what the service can do")
        .must("value", Schemas.list(set))
        .may("serverSettings", Schemas.map(Json.object()))
        .schema();
  }

  /** The entity at a path that has no template. */
  static ObjectNode entity() {
    return Members.of("EntityAtPath", "The entity at the path")
        .must("@iot.id", Schemas.integer())
        .must("@iot.selfLink", Schemas.uri())
        .others(Schemas.any("value of the member"))
        .schema();
  }

  /** What is at a path that has no template. */
  static ObjectNode entityOrPart() {
    ObjectNode entry =
        Members.of("An entity, its address, or observations as arrays")
            .may("@iot.id", Schemas.integer())
            .may("@iot.selfLink", Schemas.uri())
            .others(Schemas.any("value of the member"))
            .schema();
    return Members.of("EntityOrPart", "An entity, a page of entities, or a property by its name")
        .may("@iot.id", Schemas.integer())
        .may("@iot.selfLink", Schemas.uri())
        .may("value", Schemas.list(entry))
        .may("@iot.count", Schemas.count())
        .may("@iot.nextLink", Schemas.uri())
        .others(Schemas.any("value of the member"))
        .schema();
  }

  /** A body, by the type of the entity at the path. */
  static ObjectNode eachType(Function<SensorEntityType, ObjectNode> schema) {
    return Schemas.either(SensorModel.types().stream().map(schema).toArray(ObjectNode[]::new))
        .put("description", "members of the entity at the path");
  }

  /** A related entity in a body: whole, or named by its id. */
  private static ObjectNode part() {
    return Schemas.map(Schemas.any("value of the member"))
        .put("description", "an entity, or its @iot.id");
  }

  private static ObjectNode parts() {
    return Schemas.list(part(), 0, SensorModel.MAX_ENTITIES);
  }

  /** Blocks of observations as arrays. */
  static ObjectNode dataArrays() {
    ObjectNode link =
        Members.of("DatastreamLink", "Names a datastream")
            .must("@iot.id", Schemas.either(Schemas.integer(), id()))
            .schema();
    ObjectNode row = Json.object().put("type", "array");
    row.set("items", Schemas.any("value of the component at this place"));
    ObjectNode block =
        Members.of("DataArray", "Observations of one datastream")
            .must("Datastream", link)
            .must("components", Schemas.list(name(), 1, BulkEndpoints.MAX_COMPONENTS))
            .must("dataArray", Schemas.list(row))
            .others(Json.object())
            .schema();
    return Schemas.list(block);
  }

  /** Several requests in one, at most {@code most}. */
  static ObjectNode batch(int most) {
    ObjectNode request =
        Members.of("BatchRequest", "One request of a batch")
            .may("id", name())
            .may("atomicityGroup", name())
            .may("dependsOn", Schemas.list(name(), 0, most))
            .must("method", Schemas.text().put("pattern", "^[A-Za-z]{3,7}$"))
            .must("url", Schemas.text(JsonBatch.MAX_ADDRESS))
            .may("body", Schemas.any("of a write"))
            .others(Json.object())
            .schema();
    return Members.of("Batch", "Several requests in one")
        .must("requests", Schemas.list(request, 0, most))
        .schema();
  }

  private static ObjectNode name() {
    return Schemas.text().put("maxLength", JsonBatch.MAX_NAME);
  }

  private static ObjectNode id() {
    return Schemas.text().put("pattern", "^'?-?[0-9]{1,40}'?$");
  }

  /** The text of several requests, which no object describes. */
  static ObjectNode mixedBatch() {
    return Schemas.text(
        "parts of the type application/http, each with one request, and parts of the type"
            + " multipart/mixed, each with the requests that are done together or not at all");
  }

  /** The responses of a batch. */
  static ObjectNode responses() {
    ObjectNode response =
        Members.of("BatchResponse", "The response to one request")
            .must("id", Schemas.text())
            .must("status", Schemas.integer(100, 599))
            .may("location", Schemas.text())
            .may("body", Schemas.any("of the response"))
            .schema();
    return Members.of("BatchResponses", "The responses in the order of the requests")
        .must("responses", Schemas.list(response))
        .schema();
  }

  /** The entities that belong to one measurement. */
  static ObjectNode composite(boolean sent) {
    Members members =
        Members.of(
            sent ? "CompositeCreation" : "Composite",
            sent
                ? "A Thing, a Sensor, an ObservedProperty and the Datastream that links them; or a"
                    + " Thing and the template of its type"
                : "A Thing, a Sensor, an ObservedProperty and the Datastream that links them; of a"
                    + " template, the first of each and all Datastreams");
    ObjectNode one = sent ? part() : link();
    for (String name : List.of("thing", "sensor", "observedProperty", "datastream")) {
      members = sent ? members.may(name, one.deepCopy()) : members.must(name, one.deepCopy());
    }
    if (sent) {
      ObjectNode template = Schemas.word(DeviceTemplate.names());
      template.put("description", "type of device; makes its sensor and its datastreams");
      ObjectNode schema = members.may("template", template).others(Json.object()).schema();
      ObjectNode example = schema.putArray("examples").addObject();
      example.put("template", "weather-station");
      example.putObject("thing").put("name", "Station of the north field");
      return schema;
    }
    return members.may("datastreams", Schemas.list(deviceStream())).schema();
  }

  private static ObjectNode deviceStream() {
    return Members.of("DeviceDatastream", "A Datastream that a template has made")
        .must("name", Schemas.text())
        .must("@iot.id", Schemas.integer())
        .must("@iot.selfLink", Schemas.uri())
        .schema();
  }

  /** The types of devices. */
  static ObjectNode templates() {
    ObjectNode stream =
        Members.of("A Datastream of the type")
            .must("name", Schemas.text())
            .must("unitOfMeasurement", unit())
            .schema();
    ObjectNode template =
        Members.of("DeviceTemplate", "A type of device and the Datastreams that it has")
            .must("name", Schemas.word(DeviceTemplate.names()))
            .must("description", Schemas.text())
            .must("datastreams", Schemas.list(stream))
            .schema();
    return Members.of("DeviceTemplateList", "The types of devices")
        .must("value", Schemas.list(template))
        .schema();
  }

  private static ObjectNode link() {
    return Members.of("EntityLink", "The id and the address of an entity")
        .must("@iot.id", Schemas.integer())
        .must("@iot.selfLink", Schemas.uri())
        .schema();
  }

  /** Buckets of a datastream. */
  static ObjectNode buckets() {
    ObjectNode bucket =
        Members.of("ObservationBucket", "Observations of one hour, day, week or month")
            .must("start", Schemas.time())
            .must("first", Schemas.time())
            .must("last", Schemas.time())
            .may("mean", Schemas.number())
            .may("min", Schemas.number())
            .may("max", Schemas.number())
            .may("sum", Schemas.number())
            .may("count", Schemas.count())
            .may("firstResult", Schemas.number())
            .may("lastResult", Schemas.number())
            .schema();
    return Members.of("ObservationSeries", "Buckets, the earliest first")
        .must("buckets", Schemas.list(bucket))
        .schema();
  }

  /** The response of CreateObservations: an address or the word {@code error} for each row. */
  static ObjectNode addresses() {
    ObjectNode schema = Json.object().put("type", "array");
    schema.putObject("items").put("type", "string");
    return schema;
  }

  static ObjectNode page(SensorEntityType type) {
    return page(of(type));
  }

  /** A page; of observations also with arrays of them, for {@code $resultFormat=dataArray}. */
  static ObjectNode list(SensorEntityType type) {
    if (!type.isObservation()) {
      return page(type);
    }
    ObjectNode row = Json.object().put("type", "array");
    row.set("items", Schemas.any("value of the component at this place"));
    ObjectNode block =
        Members.of("DataArrayPage", "Observations of one datastream")
            .must("Datastream@iot.navigationLink", Schemas.uri())
            .must("components", Schemas.list(Schemas.text()))
            .must("dataArray", Schemas.list(row))
            .may("dataArray@iot.count", Schemas.count())
            .others(Json.object())
            .schema();
    return Schemas.either(page(of(type)), page(block));
  }

  private static ObjectNode page(ObjectNode item) {
    ObjectNode schema = Json.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("@iot.count").put("type", "integer");
    properties.putObject("@iot.nextLink").put("type", "string");
    properties.putObject("value").put("type", "array").set("items", item);
    return schema;
  }

  /** A property in a body: null is the same as its absence, unless it is required. */
  private static ObjectNode given(Property property) {
    ObjectNode schema = of(property);
    boolean required = property.presence() == Property.Presence.REQUIRED;
    if (required || !property.writable() || !schema.path("type").isTextual()) {
      return schema; // without a type it accepts null
    }
    if (schema.has("title")) {
      schema.put("title", schema.path("title").asText() + "Creation");
    }
    return Schemas.orNull(schema);
  }

  private static ObjectNode of(Property property) {
    if (property.name().equals("unitOfMeasurement")) {
      return unit();
    }
    ObjectNode schema = Json.object();
    switch (property.kind()) {
      case TEXT -> schema.put("type", "string").put("maxLength", Property.MAX_TEXT);
      case SPAN -> schema.put("type", "string").put("maxLength", TimeSpan.MAX_CHARACTERS);
      case TIME -> time(schema, property).put("format", "date-time");
      case OBJECT -> schema.put("type", "object").set("additionalProperties", Json.object());
      case PLACE ->
          schema.put("description", "a GeoJSON geometry or Feature, or as encodingType says");
      default -> schema.put("description", "any JSON value");
    }
    return property.writable() ? schema : schema.put("readOnly", true);
  }

  private static ObjectNode unit() {
    return Members.of("UnitOfMeasurement", "A unit, by preference of UCUM")
        .may("name", ofUnit())
        .may("symbol", ofUnit())
        .may("definition", ofUnit())
        .others(Json.object())
        .schema();
  }

  private static ObjectNode ofUnit() {
    return Schemas.orNull(Schemas.text()).put("maxLength", Property.MAX_TEXT);
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
