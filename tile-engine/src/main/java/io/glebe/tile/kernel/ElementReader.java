package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Single elements of a decoded chunk (little-endian). */
final class ElementReader {
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final double TWO_TO_63 = 0x1p63;

  private ElementReader() {}

  /** The element at a byte offset as a double; 64-bit integers are rounded to 53 bits. */
  static double get(MemorySegment from, long offset, DataType type) {
    return switch (type) {
      case BOOL -> from.get(ValueLayout.JAVA_BYTE, offset) == 0 ? 0 : 1;
      case INT8 -> from.get(ValueLayout.JAVA_BYTE, offset);
      case UINT8 -> from.get(ValueLayout.JAVA_BYTE, offset) & 0xff;
      case INT16 -> from.get(SHORT, offset);
      case UINT16 -> from.get(SHORT, offset) & 0xffff;
      case INT32 -> from.get(INT, offset);
      case UINT32 -> from.get(INT, offset) & 0xffffffffL;
      case INT64 -> from.get(LONG, offset);
      case UINT64 -> unsigned(from.get(LONG, offset));
      case FLOAT16 -> Float.float16ToFloat(from.get(SHORT, offset));
      case FLOAT32 -> from.get(FLOAT, offset);
      case FLOAT64 -> from.get(DOUBLE, offset);
    };
  }

  private static double unsigned(long bits) {
    return bits >= 0 ? bits : (bits & Long.MAX_VALUE) + TWO_TO_63;
  }
}
