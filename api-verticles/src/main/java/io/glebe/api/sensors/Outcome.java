package io.glebe.api.sensors;

import io.glebe.api.http.Reply;
import io.glebe.core.json.Json;

/**
 * The result of a request, before it becomes a reply or a part of a batch.
 *
 * @param text empty for no body
 * @param location address of the created entity; empty for none
 */
record Outcome(int status, String mediaType, String text, String location) {
  static Outcome json(int status, String text) {
    return new Outcome(status, Json.MEDIA_TYPE, text, "");
  }

  static Outcome empty(int status) {
    return new Outcome(status, "", "", "");
  }

  boolean isError() {
    return status >= 400;
  }

  Outcome at(String address) {
    return new Outcome(status, mediaType, text, address);
  }

  Reply reply() {
    Reply reply = text.isEmpty() ? Reply.empty(status) : Reply.text(status, mediaType, text);
    return location.isEmpty() ? reply : reply.location(location);
  }
}
