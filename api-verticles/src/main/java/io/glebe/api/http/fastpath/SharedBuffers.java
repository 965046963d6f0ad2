package io.glebe.api.http.fastpath;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.ByteBuffer;

/** Buffers over cached bytes that are sent without a copy. Nobody may write to them. */
public final class SharedBuffers {
  private SharedBuffers() {}

  public static Buffer of(ByteBuffer bytes) {
    return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes.duplicate()));
  }

  /** One buffer over these parts, one after the other. */
  public static Buffer of(byte[]... parts) {
    return BufferInternal.buffer(Unpooled.wrappedBuffer(parts));
  }
}
