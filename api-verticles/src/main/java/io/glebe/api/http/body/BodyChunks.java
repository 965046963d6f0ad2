package io.glebe.api.http.body;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a body in the order of their arrival. They are copied once, into an array of their
 * length, when they are complete: a buffer that grows would be copied again and again, on the event
 * loop.
 */
final class BodyChunks {
  private final List<Buffer> chunks = new ArrayList<>();
  private int length;

  void add(Buffer chunk) {
    chunks.add(chunk);
    length += chunk.length();
  }

  /** Bytes so far. */
  int length() {
    return length;
  }

  /** All bytes. */
  byte[] bytes() {
    byte[] all = new byte[length];
    int at = 0;
    for (Buffer chunk : chunks) {
      chunk.getBytes(all, at);
      at += chunk.length();
    }
    return all;
  }

  /** All bytes as a buffer. */
  Buffer buffer() {
    Buffer all = Buffer.buffer(length);
    chunks.forEach(all::appendBuffer);
    return all;
  }
}
