package io.glebe.tile.deflate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes the bits of a deflate stream, lowest bit first, to a byte array that has at least 8 spare
 * bytes.
 */
final class BitSink {
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  byte[] out = {};
  int at;
  private long held;
  private int count;

  void reset(byte[] out, int at) {
    this.out = out;
    this.at = at;
    held = 0;
    count = 0;
  }

  /** Appends up to 48 bits. */
  void put(long bits, int length) {
    held |= bits << count;
    count += length;
    LONG.set(out, at, held);
    at += count >>> 3;
    held >>>= count & ~7;
    count &= 7;
  }

  /** Appends the code of a symbol. */
  void put(int code) {
    put(code & 0xffff, code >>> 16);
  }

  /** Appends the codes of bytes, four at a time. Each code has at most 12 bits. */
  void put(byte[] data, int from, int to, int[] codes) {
    long held = this.held;
    int count = this.count;
    int at = this.at;
    byte[] out = this.out;
    int i = from;
    for (; i + 4 <= to; i += 4) {
      int a = codes[data[i] & 0xff];
      int b = codes[data[i + 1] & 0xff];
      int c = codes[data[i + 2] & 0xff];
      int d = codes[data[i + 3] & 0xff];
      int first = (a & 0xffff) | (b & 0xffff) << (a >>> 16);
      int second = (c & 0xffff) | (d & 0xffff) << (c >>> 16);
      int half = (a >>> 16) + (b >>> 16);
      held |= (first | (long) second << half) << count;
      count += half + (c >>> 16) + (d >>> 16);
      LONG.set(out, at, held);
      at += count >>> 3;
      held >>>= count & ~7;
      count &= 7;
    }
    this.held = held;
    this.count = count;
    this.at = at;
    for (; i < to; i++) {
      put(codes[data[i] & 0xff]);
    }
  }

  /** Fills the last byte with zeros. */
  int finish() {
    put(0, -count & 7);
    return at;
  }
}
