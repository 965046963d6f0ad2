package io.glebe.api.http.body;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/**
 * A request body that has been read.
 *
 * @param bytes empty for operations that take no body, or read it as a stream
 * @param json the parsed bytes, for operations that take JSON
 */
public record RequestBody(Buffer bytes, Optional<JsonNode> json) {
  public static final RequestBody NONE = new RequestBody(Buffer.buffer(0), Optional.empty());
}
