package io.glebe.tile.mvt;

import java.util.Arrays;

/** A growing byte array with the protobuf wire format; bounded by the maximum size of an array. */
final class ProtobufSink {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH_DELIMITED = 2;
  static final int FIXED32 = 5;
  private static final int LONGEST_VARINT = 10;
  private static final int LONGEST_INT = 5;

  private byte[] bytes;
  private int size;

  ProtobufSink(int capacity) {
    bytes = new byte[capacity];
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  void tag(int field, int wireType) {
    varint(field << 3 | wireType);
  }

  void varint(int value) {
    ensureCapacity(LONGEST_INT);
    size = varint(bytes, size, value);
  }

  void varint(long value) {
    ensureCapacity(LONGEST_VARINT);
    long v = value;
    while ((v & ~0x7fL) != 0) {
      bytes[size++] = (byte) (v | 0x80);
      v >>>= 7;
    }
    bytes[size++] = (byte) v;
  }

  /** Zigzag differences of neighbouring points; the first one is relative to (x, y). */
  void deltas(int[] points, int from, int to, int x, int y) {
    ensureCapacity(2 * LONGEST_INT * (to - from));
    byte[] b = bytes;
    int at = size;
    int lastX = x;
    int lastY = y;
    for (int i = from; i < to; i++) {
      int nextX = points[2 * i];
      int nextY = points[2 * i + 1];
      at = varint(b, at, zigzag(nextX - lastX));
      at = varint(b, at, zigzag(nextY - lastY));
      lastX = nextX;
      lastY = nextY;
    }
    size = at;
  }

  static int zigzag(int value) {
    return value << 1 ^ value >> 31;
  }

  static int unzigzag(int value) {
    return value >>> 1 ^ -(value & 1);
  }

  private static int varint(byte[] b, int start, int value) {
    int at = start;
    int v = value;
    while ((v & ~0x7f) != 0) {
      b[at++] = (byte) (v | 0x80);
      v >>>= 7;
    }
    b[at++] = (byte) v;
    return at;
  }

  void fixed32(int value) {
    ensureCapacity(Integer.BYTES);
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[size++] = (byte) (value >>> 8 * i);
    }
  }

  void fixed64(long value) {
    ensureCapacity(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[size++] = (byte) (value >>> 8 * i);
    }
  }

  void bytes(byte[] source) {
    ensureCapacity(source.length);
    System.arraycopy(source, 0, bytes, size, source.length);
    size += source.length;
  }

  void append(ProtobufSink other) {
    append(other, 0, other.size);
  }

  /** Appends a part of another sink. */
  void append(ProtobufSink other, int from, int to) {
    ensureCapacity(to - from);
    System.arraycopy(other.bytes, from, bytes, size, to - from);
    size += to - from;
  }

  /** Field with the content of another sink, preceded by its length. */
  void message(int field, ProtobufSink content) {
    tag(field, LENGTH_DELIMITED);
    varint(content.size);
    append(content);
  }

  /** Encoded size of a number, bytes. */
  static int varintSize(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Reads the written bytes from the beginning. */
  Reader reader() {
    return new Reader();
  }

  /** A read position in the written bytes. */
  final class Reader {
    private int at;

    int varint() {
      int value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = bytes[at++];
        value |= (next & 0x7f) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }

    /** All unread bytes. */
    byte[] rest() {
      return Arrays.copyOfRange(bytes, at, size);
    }
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void ensureCapacity(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
    }
  }
}
