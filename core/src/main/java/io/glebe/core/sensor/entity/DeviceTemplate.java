package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A type of device with the datastreams that it usually has.
 *
 * @param name in requests
 */
public record DeviceTemplate(String name, String description, List<JsonNode> datastreams) {
  private static final String RESOURCE = "/sensor/device-templates.json";
  private static final String MEASUREMENT =
      "http://www.opengis.net/def/observationType/OGC-OM/2.0/OM_Measurement";
  private static final List<DeviceTemplate> ALL = read();

  public DeviceTemplate {
    datastreams = List.copyOf(datastreams);
  }

  private static List<DeviceTemplate> read() {
    try (InputStream input = DeviceTemplate.class.getResourceAsStream(RESOURCE)) {
      return Json.parseObject(Objects.requireNonNull(input, RESOURCE).readAllBytes())
          .propertyStream()
          .map(
              entry ->
                  new DeviceTemplate(
                      entry.getKey(),
                      entry.getValue().path("description").asText(),
                      entry.getValue().path("datastreams").valueStream().toList()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All templates. */
  public static List<DeviceTemplate> all() {
    return ALL;
  }

  /** The names of all templates. */
  public static List<String> names() {
    return ALL.stream().map(DeviceTemplate::name).toList();
  }

  /** The template with this name. */
  public static Optional<DeviceTemplate> named(String name) {
    return ALL.stream().filter(template -> template.name.equals(name)).findFirst();
  }

  /** The sensor of the device. */
  ObjectNode sensor() {
    return Json.object()
        .put("name", description)
        .put("description", description)
        .put("encodingType", "text/plain")
        .put("metadata", name);
  }

  /** The datastreams of a device of this type, each with its observed property. */
  List<ObjectNode> streams() {
    return datastreams.stream().map(DeviceTemplate::stream).toList();
  }

  private static ObjectNode stream(JsonNode given) {
    String measured = given.path("name").asText();
    ObjectNode stream =
        Json.object()
            .put("name", measured)
            .put("description", measured)
            .put("observationType", MEASUREMENT);
    stream.set("unitOfMeasurement", unit(given));
    stream.putObject("ObservedProperty").put("name", measured).put("description", measured);
    return stream;
  }

  private static ObjectNode unit(JsonNode datastream) {
    JsonNode unit = datastream.path("unit");
    return Json.object()
        .put("name", unit.path(0).asText())
        .put("symbol", unit.path(1).asText())
        .put("definition", unit.path(2).asText());
  }

  /** The template as clients see it: name, description, and each datastream with its unit. */
  public ObjectNode json() {
    ObjectNode json = Json.object().put("name", name).put("description", description);
    ArrayNode streams = json.putArray("datastreams");
    for (JsonNode one : datastreams) {
      streams
          .addObject()
          .put("name", one.path("name").asText())
          .set("unitOfMeasurement", unit(one));
    }
    return json;
  }
}
