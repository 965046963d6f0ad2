package io.glebe.api.http;

import io.vertx.core.Completable;
import io.vertx.core.buffer.Buffer;

/**
 * An answer that is as it goes to the wire, but for what is said of each request.
 *
 * @param body may be empty
 * @param sent told once when the connection has taken the body, or never will
 */
public record EncodedReply(ResponseHead head, Buffer body, Completable<Void> sent) {
  private static final Buffer NOTHING = Buffer.buffer(0);

  /** One without a body. */
  public static EncodedReply bare(ResponseHead head) {
    return new EncodedReply(head, NOTHING, (sent, failure) -> {});
  }
}
