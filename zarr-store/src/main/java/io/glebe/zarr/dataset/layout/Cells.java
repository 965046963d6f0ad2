package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.OptionalDouble;

/**
 * Converts runs of stored numbers to doubles and back; NaN means no value. 64-bit integers lose
 * precision beyond that of a double.
 */
public final class Cells {
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ORDER);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ORDER);
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ORDER);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ORDER);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ORDER);
  private static final double TWO_63 = 0x1p63;

  private final DataType type;
  private final double nodata;
  private final double fill;

  /** The cells of a layer. */
  public Cells(Layer layer) {
    this(layer.dataType(), layer.nodata(), layer.fill());
  }

  /**
   * Cells of any data type.
   *
   * @param nodata the stored number for "no value", in addition to NaN
   * @param fill the number written for "no value"
   */
  public Cells(DataType type, OptionalDouble nodata, double fill) {
    this.type = type;
    this.nodata = nodata.orElse(Double.NaN);
    this.fill = fill;
  }

  /** Reads {@code count} numbers from element {@code first} on; nodata becomes NaN. */
  public void read(MemorySegment from, long first, int count, double[] to) {
    long at = first * type.size();
    switch (type) {
      case BOOL, UINT8 -> loop(count, i -> to[i] = from.get(BYTE, at + i) & 0xFF);
      case INT8 -> loop(count, i -> to[i] = from.get(BYTE, at + i));
      case INT16 -> loop(count, i -> to[i] = from.get(SHORT, at + 2L * i));
      case UINT16 -> loop(count, i -> to[i] = from.get(SHORT, at + 2L * i) & 0xFFFF);
      case INT32 -> loop(count, i -> to[i] = from.get(INT, at + 4L * i));
      case UINT32 -> loop(count, i -> to[i] = Integer.toUnsignedLong(from.get(INT, at + 4L * i)));
      case INT64 -> loop(count, i -> to[i] = from.get(LONG, at + 8L * i));
      case UINT64 -> loop(count, i -> to[i] = unsigned(from.get(LONG, at + 8L * i)));
      case FLOAT16 -> loop(count, i -> to[i] = Float.float16ToFloat(from.get(SHORT, at + 2L * i)));
      case FLOAT32 -> loop(count, i -> to[i] = from.get(FLOAT, at + 4L * i));
      case FLOAT64 -> loop(count, i -> to[i] = from.get(DOUBLE, at + 8L * i));
    }
    if (!Double.isNaN(nodata)) {
      loop(count, i -> to[i] = to[i] == nodata ? Double.NaN : to[i]);
    }
  }

  /** Writes numbers, rounded and clamped to the type; NaN becomes the layer's fill value. */
  public void write(double[] from, MemorySegment to, long first, int count) {
    long at = first * type.size();
    for (int i = 0; i < count; i++) {
      double value = Double.isNaN(from[i]) ? fill : from[i];
      switch (type) {
        case BOOL -> to.set(BYTE, at + i, (byte) (value >= 0.5 ? 1 : 0));
        case INT8 -> to.set(BYTE, at + i, (byte) limited(value, -128, 127));
        case UINT8 -> to.set(BYTE, at + i, (byte) limited(value, 0, 255));
        case INT16 -> to.set(SHORT, at + 2L * i, (short) limited(value, -32768, 32767));
        case UINT16 -> to.set(SHORT, at + 2L * i, (short) limited(value, 0, 65535));
        case INT32 -> to.set(INT, at + 4L * i, (int) Math.rint(value));
        case UINT32 -> to.set(INT, at + 4L * i, (int) limited(value, 0, 0xFFFFFFFFL));
        case INT64 -> to.set(LONG, at + 8L * i, (long) Math.rint(value));
        case UINT64 -> to.set(LONG, at + 8L * i, unsignedBits(value));
        case FLOAT16 -> to.set(SHORT, at + 2L * i, Float.floatToFloat16((float) value));
        case FLOAT32 -> to.set(FLOAT, at + 4L * i, (float) value);
        case FLOAT64 -> to.set(DOUBLE, at + 8L * i, value);
      }
    }
  }

  private interface Each {
    void at(int index);
  }

  private static void loop(int count, Each each) {
    for (int i = 0; i < count; i++) {
      each.at(i);
    }
  }

  private static long limited(double value, long low, long high) {
    return Math.clamp((long) Math.rint(value), low, high);
  }

  private static double unsigned(long bits) {
    return bits >= 0 ? bits : (double) (bits >>> 1 | bits & 1) * 2;
  }

  private static long unsignedBits(double value) {
    double rounded = Math.max(0, Math.rint(value));
    return rounded < TWO_63 ? (long) rounded : (long) (rounded - TWO_63) ^ Long.MIN_VALUE;
  }
}
