package io.glebe.zarr.codec;

import java.lang.foreign.MemorySegment;

/**
 * The bytes-to-bytes decoders for formats other than Zarr. Both decode exactly one stream, write at
 * most the output's size, and throw {@link CorruptChunkException} for a stream that is damaged,
 * truncated or longer than the output.
 */
public final class Decompression {
  private Decompression() {}

  /** Inflates a zlib stream and returns the number of bytes written. */
  public static long zlib(MemorySegment in, MemorySegment out) {
    try (Workspace workspace = Workspace.borrow()) {
      return workspace.zlib().inflate(in, out);
    }
  }

  /** Decompresses one zstd frame and returns the number of bytes written. */
  public static long zstd(MemorySegment in, MemorySegment out) {
    try (Workspace workspace = Workspace.borrow()) {
      return workspace.zstd().decompress(in, out);
    }
  }
}
