package io.glebe.core.memory;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A long text in UTF-8 that is built in blocks. It is not copied when it grows, and not when it
 * becomes a buffer, so that it needs no more heap than its length. Not thread-safe.
 */
public final class TextBytes {
  private static final byte[] NOTHING = {};
  private static final int SMALLEST = 256;
  private static final int LARGEST = 64 * 1024;

  private final List<ByteBuf> closed = new ArrayList<>();
  private byte[] open = NOTHING;
  private int used;
  private int length;

  /** Appends text. */
  public TextBytes append(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > LARGEST) {
      close();
      closed.add(Unpooled.wrappedBuffer(bytes));
    } else {
      reserve(bytes.length);
      System.arraycopy(bytes, 0, open, used, bytes.length);
      used += bytes.length;
    }
    length = Math.addExact(length, bytes.length);
    return this;
  }

  /** Appends a text that is not changed any more; long ones are not copied. */
  public TextBytes append(Buffer text) {
    int bytes = text.length();
    if (bytes > LARGEST) {
      close();
      closed.add(((BufferInternal) text).getByteBuf());
    } else {
      reserve(bytes);
      text.getBytes(open, used);
      used += bytes;
    }
    length = Math.addExact(length, bytes);
    return this;
  }

  private void reserve(int bytes) {
    if (open.length - used >= bytes) {
      return;
    }
    int next = Math.max(bytes, Math.min(LARGEST, Math.max(SMALLEST, 2 * open.length)));
    close();
    open = new byte[next];
  }

  private void close() {
    if (used > 0) {
      closed.add(Unpooled.wrappedBuffer(open, 0, used));
      open = NOTHING;
      used = 0;
    }
  }

  /** Bytes so far. */
  public int length() {
    return length;
  }

  /** The text; nothing may be appended afterwards. */
  public Buffer buffer() {
    if (length <= LARGEST) {
      return Buffer.buffer(copy());
    }
    close();
    return BufferInternal.buffer(Unpooled.wrappedBuffer(closed.toArray(ByteBuf[]::new)));
  }

  /** Pieces as one buffer, without copying them: their first bytes, as many as the length. */
  public static Buffer joined(List<byte[]> pieces, int length) {
    ByteBuf all = Unpooled.wrappedBuffer(pieces.size(), pieces.toArray(byte[][]::new));
    return BufferInternal.buffer(all.slice(0, length));
  }

  private byte[] copy() {
    byte[] all = new byte[length];
    int at = 0;
    for (ByteBuf block : closed) {
      block.getBytes(block.readerIndex(), all, at, block.readableBytes());
      at += block.readableBytes();
    }
    System.arraycopy(open, 0, all, at, used);
    return all;
  }
}
