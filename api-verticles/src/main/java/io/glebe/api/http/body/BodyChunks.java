package io.glebe.api.http.body;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a body in the order of their arrival. They are copied once, into an array of their
 * length, when they are complete: a buffer that grows would be copied again and again, on the event
 * loop. Small chunks are joined at once: each would be some objects, a hundred times its size.
 */
final class BodyChunks {
  private static final int SMALL = 1024;
  private static final int BLOCK = 8 * 1024;

  private final List<Buffer> chunks = new ArrayList<>();

  /** The last of the chunks where small ones are joined; null after a large one. */
  private @Nullable Buffer block;

  private int length;

  void add(Buffer chunk) {
    length += chunk.length();
    if (chunk.length() > SMALL) {
      chunks.add(chunk);
      block = null;
      return;
    }
    if (block == null || block.length() + chunk.length() > BLOCK) {
      block = Buffer.buffer();
      chunks.add(block);
    }
    block.appendBuffer(chunk);
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
