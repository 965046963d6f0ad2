package io.glebe.zarr.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Converts segments to byte buffers for JDK checksums and inflaters. */
public final class Segments {
  private static final long MAX_BUFFER = 1L << 30;

  private Segments() {}

  /** Passes the segment on as consecutive buffers (one, unless it is larger than a gibibyte). */
  public static void forEachBuffer(MemorySegment segment, Consumer<ByteBuffer> consumer) {
    long size = segment.byteSize();
    for (long at = 0; at < size; at += MAX_BUFFER) {
      consumer.accept(segment.asSlice(at, Math.min(MAX_BUFFER, size - at)).asByteBuffer());
    }
  }
}
