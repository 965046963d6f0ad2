package io.glebe.api.http;

import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * Status and lines of an answer that is given again and again, ready for the wire. Immutable; safe
 * for threads.
 */
public final class Head {
  private final int status;

  /** Names and values by turns. */
  private final AsciiString[] lines;

  Head(int status, List<Reply.Header> headers) {
    this.status = status;
    this.lines = new AsciiString[2 * headers.size()];
    for (int i = 0; i < headers.size(); i++) {
      lines[2 * i] = AsciiString.of(Ascii.name(headers.get(i).name()));
      lines[2 * i + 1] = Ascii.wire(headers.get(i).value());
    }
  }

  /**
   * The head of a reply with bytes to whoever needs a token, caching rules included; the body's
   * length is told as well, where there is one.
   */
  public static Head of(Reply reply) {
    ReplyWriter.caching(reply, true);
    if (reply.payload() instanceof Reply.Payload.Bytes(Buffer body) && reply.status() == 200) {
      reply.header("Content-Length", Integer.toString(body.length()));
    }
    return new Head(reply.status(), reply.headers());
  }

  int status() {
    return status;
  }

  void addTo(MultiMap headers) {
    for (int i = 0; i < lines.length; i += 2) {
      headers.add(lines[i], lines[i + 1]);
    }
  }
}
