package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An answer as the published contract describes it. Problems follow from the operation, see {@link
 * Operation#refuses}.
 *
 * @param headers those of this answer, besides {@link ResponseHeader#COMMON}
 */
public record DocumentedResponse(
    int status,
    String description,
    String mediaType,
    Optional<ObjectNode> schema,
    List<ResponseHeader> headers) {

  public DocumentedResponse {
    headers = List.copyOf(headers);
  }

  public static DocumentedResponse json(int status, String description, ObjectNode schema) {
    return of(status, description, "application/json", schema);
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
    return new DocumentedResponse(status, description, mediaType, Optional.empty(), List.of());
  }

  /** A body in another form of JSON. */
  public static DocumentedResponse of(
      int status, String description, String mediaType, ObjectNode schema) {
    return new DocumentedResponse(status, description, mediaType, Optional.of(schema), List.of());
  }

  public static DocumentedResponse empty(int status, String description) {
    return of(status, description, "");
  }

  /** The same answer with these headers. */
  public DocumentedResponse with(ResponseHeader... more) {
    return new DocumentedResponse(
        status,
        description,
        mediaType,
        schema,
        Stream.concat(headers.stream(), Stream.of(more)).toList());
  }
}
