package io.glebe.zarr.codec;

import io.airlift.compress.v3.lz4.Lz4NativeCompressor;
import io.airlift.compress.v3.lz4.Lz4NativeDecompressor;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Raw LZ4 blocks by the native library. Its {@code LZ4_decompress_safe} receives the exact sizes of
 * both segments and writes nothing outside. One thread at a time.
 */
final class Lz4Block {
  private static final int MAX_INPUT = 0x7E000000;

  private final Lz4NativeDecompressor decompressor = new Lz4NativeDecompressor();
  private @Nullable Lz4NativeCompressor compressor;
  private int acceleration;

  /** Returns the number of bytes written, at most the size of the output. */
  long decompress(MemorySegment in, MemorySegment out) {
    if (in.byteSize() == 0 || in.byteSize() > MAX_INPUT || out.byteSize() > MAX_INPUT) {
      throw new CorruptChunkException(
          "lz4: a block of " + in.byteSize() + " bytes is not possible");
    }
    try {
      return decompressor.decompress(in, out);
    } catch (RuntimeException malformed) {
      throw new CorruptChunkException("lz4: block is malformed", malformed);
    }
  }

  /** Compresses into an output of at least {@link #bound} bytes. */
  long compress(MemorySegment in, MemorySegment out, int wantedAcceleration) {
    if (compressor == null || acceleration != wantedAcceleration) {
      compressor = new Lz4NativeCompressor(wantedAcceleration);
      acceleration = wantedAcceleration;
    }
    return compressor.compress(in, out);
  }

  static long bound(long bytes) {
    return bytes + bytes / 255 + 16;
  }
}
