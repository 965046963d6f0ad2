package io.glebe.api.sensors;

import io.glebe.api.http.Reply;
import io.glebe.core.json.Json;
import io.vertx.core.buffer.Buffer;

/**
 * The result of a request, before it becomes a reply or a part of a batch.
 *
 * @param body text in UTF-8; empty for no body
 * @param location address of the created entity; empty for none
 * @param next address of the next page, where the body has no place for it; empty for none
 */
record Outcome(int status, String mediaType, Buffer body, String location, String next) {
  Outcome(int status, String mediaType, Buffer body, String location) {
    this(status, mediaType, body, location, "");
  }

  static Outcome json(int status, Buffer body) {
    return new Outcome(status, Json.MEDIA_TYPE, body, "");
  }

  static Outcome empty(int status) {
    return new Outcome(status, "", Buffer.buffer(), "");
  }

  boolean hasBody() {
    return body.length() > 0;
  }

  boolean isError() {
    return status >= 400;
  }

  Outcome at(String address) {
    return new Outcome(status, mediaType, body, address);
  }

  Reply reply() {
    Reply reply = hasBody() ? Reply.bytes(status, mediaType, body) : Reply.empty(status);
    if (!next.isEmpty()) {
      return reply.header("Link", "<" + next + ">; rel=\"next\"");
    }
    return location.isEmpty() ? reply : reply.location(location);
  }
}
