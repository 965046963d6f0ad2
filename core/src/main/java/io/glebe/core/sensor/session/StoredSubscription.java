package io.glebe.core.sensor.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.OptionalInt;

/**
 * A subscription of a session.
 *
 * @param filter as it was sent
 * @param qos granted quality of service
 * @param identifier number that the client wants to see with each message
 * @param retainAsPublished whether messages keep their retain flag
 */
public record StoredSubscription(
    String filter, int qos, OptionalInt identifier, boolean retainAsPublished) {
  ObjectNode json() {
    ObjectNode json = Json.object().put("filter", filter).put("qos", qos);
    identifier.ifPresent(number -> json.put("id", number));
    return json.put("retain", retainAsPublished);
  }

  static StoredSubscription of(JsonNode json) {
    return new StoredSubscription(
        json.path("filter").asText(),
        json.path("qos").intValue(),
        json.has("id") ? OptionalInt.of(json.path("id").intValue()) : OptionalInt.empty(),
        json.path("retain").booleanValue());
  }
}
