package io.glebe.api.http.body;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A request body that has been read.
 *
 * @param bytes empty for operations that take no body or JSON, or read it as a stream
 * @param parser gives the parsed bytes, for operations that take JSON
 */
public record RequestBody(Buffer bytes, Supplier<Optional<JsonNode>> parser) {
  public static final RequestBody NONE = ofBytes(Buffer.buffer(0));

  /** A body that is not JSON. */
  static RequestBody ofBytes(Buffer bytes) {
    return new RequestBody(bytes, Optional::empty);
  }

  /** A JSON body. */
  static RequestBody ofJson(Supplier<Optional<JsonNode>> parser) {
    return new RequestBody(Buffer.buffer(0), parser);
  }

  /** The JSON value; parses it where the operation defers that. */
  public Optional<JsonNode> json() {
    return parser.get();
  }
}
