package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Optional;

/** A successful answer as the published contract describes it. */
public record Answer(
    int status, String description, String mediaType, Optional<ObjectNode> schema) {

  public static Answer json(int status, String description, ObjectNode schema) {
    return new Answer(status, description, "application/json", Optional.of(schema));
  }

  /** An object of which the contract names what is always there. */
  public static Answer object(int status, String description, String... members) {
    ObjectNode schema = Json.object().put("type", "object");
    if (members.length > 0) {
      var required = schema.putArray("required");
      List.of(members).forEach(required::add);
    }
    return json(status, description, schema);
  }

  public static Answer of(int status, String description, String mediaType) {
    return new Answer(status, description, mediaType, Optional.empty());
  }

  public static Answer empty(int status, String description) {
    return new Answer(status, description, "", Optional.empty());
  }
}
