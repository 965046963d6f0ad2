package io.glebe.zarr.tiff;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Runs of bytes (TIFF 6.0, section 9). */
final class PackBits {
  private PackBits() {}

  /** Returns the number of bytes written; stops when the output is full. */
  static int decode(MemorySegment in, byte[] out) {
    long at = 0;
    int written = 0;
    while (written < out.length && at < in.byteSize()) {
      int header = in.get(ValueLayout.JAVA_BYTE, at++);
      if (header == -128) {
        continue;
      }
      int count = header >= 0 ? header + 1 : 1 - header;
      int needed = header >= 0 ? count : 1;
      if (count > out.length - written || needed > in.byteSize() - at) {
        throw new TiffException("a block is damaged: a run leaves it");
      }
      if (header >= 0) {
        MemorySegment.copy(in, ValueLayout.JAVA_BYTE, at, out, written, count);
      } else {
        Arrays.fill(out, written, written + count, in.get(ValueLayout.JAVA_BYTE, at));
      }
      at += needed;
      written += count;
    }
    return written;
  }
}
