package io.glebe.zarr.codec;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;

/**
 * Zstd frames by the native library, which receives the exact sizes of both segments and reuses its
 * contexts. One thread at a time; contexts are freed when this object becomes unreachable.
 */
final class ZstdBlock {
  private static final Cleaner CLEANER = Cleaner.create();

  private final MemorySegment decompression = ZstdLibrary.newDecompressionContext();
  private final MemorySegment compression = ZstdLibrary.newCompressionContext();

  ZstdBlock() {
    CLEANER.register(this, new Contexts(decompression, compression));
  }

  /**
   * Decompresses exactly one frame and returns the number of bytes written, at most the size of the
   * output.
   */
  long decompress(MemorySegment in, MemorySegment out) {
    ZstdFrame.check(in);
    long written = ZstdLibrary.decompress(decompression, in, out);
    if (written < 0) {
      throw new CorruptChunkException("zstd: frame is malformed, error " + -written);
    }
    return written;
  }

  /** Compresses into an output of at least {@link #bound} bytes. */
  long compress(MemorySegment in, MemorySegment out, int level) {
    long written = ZstdLibrary.compress(compression, in, out, level);
    if (written < 0) {
      throw new IllegalStateException("zstd compression failed, error " + -written);
    }
    return written;
  }

  static long bound(long bytes) {
    return bytes + bytes / 255 + 512;
  }

  private record Contexts(MemorySegment decompression, MemorySegment compression)
      implements Runnable {
    @Override
    public void run() {
      ZstdLibrary.freeDecompressionContext(decompression);
      ZstdLibrary.freeCompressionContext(compression);
    }
  }
}
