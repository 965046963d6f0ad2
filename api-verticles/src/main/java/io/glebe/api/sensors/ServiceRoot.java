package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.model.SensorModel;
import java.util.List;

/** The document at the root of the service. */
final class ServiceRoot {
  private static final String STANDARD = "http://www.opengis.net/spec/iot_sensing/1.1/req/";
  private static final List<String> CONFORMANCE =
      List.of(
          "datamodel",
          "resource-path/resource-path-to-entities",
          "request-data",
          "create-update-delete/create-entity",
          "create-update-delete/link-to-existing-entities",
          "create-update-delete/deep-insert",
          "create-update-delete/deep-insert-status-code",
          "create-update-delete/update-entity",
          "create-update-delete/update-entity-put",
          "create-update-delete/delete-entity",
          "create-update-delete/historical-location-auto-creation",
          "batch-request/batch-request",
          "data-array/data-array");
  private static final List<String> OVER_MQTT =
      List.of(
          "create-observations-via-mqtt/observations-creation",
          "receive-updates-via-mqtt/receive-updates");

  private ServiceRoot() {}

  /**
   * @param endpoints addresses for MQTT; if empty, the MQTT conformance classes are left out
   */
  static ObjectNode of(String base, List<String> endpoints) {
    ObjectNode root = Json.object();
    ArrayNode sets = root.putArray("value");
    SensorModel.types()
        .forEach(
            type -> sets.addObject().put("name", type.set()).put("url", base + "/" + type.set()));
    ObjectNode settings = root.putObject("serverSettings");
    ArrayNode conformance = settings.putArray("conformance");
    CONFORMANCE.forEach(name -> conformance.add(STANDARD + name));
    if (!endpoints.isEmpty()) {
      for (String name : OVER_MQTT) {
        conformance.add(STANDARD + name);
        ArrayNode addresses = settings.putObject(STANDARD + name).putArray("endpoints");
        endpoints.forEach(addresses::add);
      }
    }
    return root;
  }
}
