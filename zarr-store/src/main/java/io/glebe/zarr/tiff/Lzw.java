package io.glebe.zarr.tiff;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * LZW of TIFF 6.0 (section 13): codes of 9 to 12 bits, highest bit first. A string of the table is
 * a part of the previous output, so the table holds positions and lengths.
 */
final class Lzw {
  private static final int CLEAR = 256;
  private static final int END = 257;
  private static final int MAX_CODES = 4096;

  private final MemorySegment in;
  private final int[] starts = new int[MAX_CODES];
  private final int[] lengths = new int[MAX_CODES];
  private long at;
  private int bits;
  private int held;

  Lzw(MemorySegment in) {
    this.in = in;
  }

  /** Returns the number of bytes written; stops when the output is full. */
  int decode(byte[] out) {
    if (in.byteSize() > 1
        && in.get(ValueLayout.JAVA_BYTE, 0) == 0
        && (in.get(ValueLayout.JAVA_BYTE, 1) & 1) != 0) {
      throw new TiffException("its LZW is of the kind before TIFF 5.0, which is not supported");
    }
    int written = 0;
    int width = 9;
    int next = END + 1;
    int previous = 0;
    int beforeLength = 0;
    while (written < out.length) {
      int code = code(width);
      if (code < 0 || code == END) {
        break;
      }
      if (code == CLEAR) {
        width = 9;
        next = END + 1;
        beforeLength = 0;
        continue;
      }
      int length = put(out, written, code, next, previous, beforeLength);
      if (beforeLength > 0 && next < MAX_CODES) {
        starts[next] = previous;
        lengths[next] = beforeLength + 1;
        next++;
      }
      if (next >= (1 << width) - 1 && width < 12) {
        width++;
      }
      previous = written;
      beforeLength = length;
      written += length;
    }
    return written;
  }

  private int put(byte[] out, int at, int code, int next, int previous, int beforeLength) {
    if (code < CLEAR) {
      out[at] = (byte) code;
      return 1;
    }
    boolean own = code == next && beforeLength > 0;
    if (code >= next && !own) {
      throw new TiffException("a block is damaged: its LZW has a code that was not defined");
    }
    int from = own ? previous : starts[code];
    int length = own ? beforeLength + 1 : lengths[code];
    if (length > out.length - at) {
      throw new TiffException("a block is damaged: its LZW is too long");
    }
    for (int i = 0; i < length; i++) {
      out[at + i] = out[from + i]; // may overlap with its own start
    }
    return length;
  }

  /** The next code; negative at the end of the input. */
  private int code(int width) {
    while (held < width) {
      if (at == in.byteSize()) {
        return -1;
      }
      bits = bits << 8 | in.get(ValueLayout.JAVA_BYTE, at++) & 0xff;
      held += 8;
    }
    held -= width;
    return bits >>> held & (1 << width) - 1;
  }
}
