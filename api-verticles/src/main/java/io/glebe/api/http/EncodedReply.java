package io.glebe.api.http;

import io.vertx.core.Completable;
import io.vertx.core.buffer.Buffer;

/**
 * A reply in its encoded form; only the headers of the single request are added.
 *
 * @param body may be empty
 * @param sent completed once, when the body has been written or writing has failed
 */
public record EncodedReply(ResponseHead head, Buffer body, Completable<Void> sent) {
  private static final Buffer NOTHING = Buffer.buffer(0);

  /** A reply without a body. */
  public static EncodedReply bare(ResponseHead head) {
    return new EncodedReply(head, NOTHING, (sent, failure) -> {});
  }
}
