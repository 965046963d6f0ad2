package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Optional;

/** A successful answer as the published contract describes it. */
public record DocumentedResponse(
    int status, String description, String mediaType, Optional<ObjectNode> schema) {

  public static DocumentedResponse json(int status, String description, ObjectNode schema) {
    return new DocumentedResponse(status, description, "application/json", Optional.of(schema));
  }

  /** An object; the contract names its required members. */
  public static DocumentedResponse object(int status, String description, String... members) {
    ObjectNode schema = Json.object().put("type", "object");
    if (members.length > 0) {
      var required = schema.putArray("required");
      List.of(members).forEach(required::add);
    }
    return json(status, description, schema);
  }

  public static DocumentedResponse of(int status, String description, String mediaType) {
    return new DocumentedResponse(status, description, mediaType, Optional.empty());
  }

  /** A body in another form of JSON. */
  public static DocumentedResponse of(
      int status, String description, String mediaType, ObjectNode schema) {
    return new DocumentedResponse(status, description, mediaType, Optional.of(schema));
  }

  public static DocumentedResponse empty(int status, String description) {
    return new DocumentedResponse(status, description, "", Optional.empty());
  }
}
