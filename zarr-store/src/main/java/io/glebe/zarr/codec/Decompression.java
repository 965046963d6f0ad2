package io.glebe.zarr.codec;

import java.lang.foreign.MemorySegment;

/**
 * The bytes-to-bytes decoders by themselves, for formats that are not Zarr. Both take exactly one
 * stream, write at most the output's size, and throw {@link CorruptChunkException} for a stream
 * that is damaged, cut off or longer than the output.
 */
public final class Decompression {
  private Decompression() {}

  /** Inflates a zlib stream; returns the bytes written. */
  public static long zlib(MemorySegment in, MemorySegment out) {
    try (Workspace workspace = Workspace.borrow()) {
      return workspace.zlib().inflate(in, out);
    }
  }

  /** Decompresses one zstd frame; returns the bytes written. */
  public static long zstd(MemorySegment in, MemorySegment out) {
    try (Workspace workspace = Workspace.borrow()) {
      return workspace.zstd().decompress(in, out);
    }
  }
}
