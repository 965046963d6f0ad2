package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Conversion of whole vectors of stored elements to calibrated floats. */
public final class VectorWindow {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize() / 2));
  private static final boolean BYTES_FIT = FLOATS.vectorBitSize() >= 256;
  private static final VectorSpecies<Byte> BYTES =
      VectorSpecies.of(
          byte.class, VectorShape.forBitSize(Math.max(64, FLOATS.vectorBitSize() / 4)));
  private static final int LANES = VectorKernels.LANES;

  /** A number that no element of a 16-bit or smaller integer type has. */
  private static final int NEVER = Integer.MIN_VALUE;

  private VectorWindow() {}

  /**
   * Converts the elements that fill whole vectors and returns their number; 0 for types without a
   * vector form.
   */
  static int convert(
      MemorySegment from,
      long offset,
      DataType type,
      Calibration calibration,
      float[] to,
      int at,
      int count) {
    return switch (type) {
      case INT16 -> shorts(from, offset, false, calibration, to, at, count);
      case UINT16 -> shorts(from, offset, true, calibration, to, at, count);
      case UINT8 -> BYTES_FIT ? bytes(from, offset, calibration, to, at, count) : 0;
      case FLOAT32 -> floats(from, offset, calibration, to, at, count);
      default -> 0;
    };
  }

  /** The nodata number as an int, or a number that never occurs when it is no integer. */
  public static int missing(Calibration calibration) {
    double nodata = calibration.nodata().orElse(Double.NaN);
    return nodata == (int) nodata ? (int) nodata : NEVER;
  }

  private static int shorts(
      MemorySegment from,
      long offset,
      boolean unsigned,
      Calibration calibration,
      float[] to,
      int at,
      int count) {
    int missing = missing(calibration);
    float scale = (float) calibration.scale();
    float shift = (float) calibration.offset();
    int mask = unsigned ? 0xffff : -1;
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      ShortVector raw =
          ShortVector.fromMemorySegment(SHORTS, from, offset + 2L * i, ByteOrder.LITTLE_ENDIAN);
      IntVector wide = ((IntVector) raw.convertShape(VectorOperators.S2I, INTS, 0)).and(mask);
      ((FloatVector) wide.convertShape(VectorOperators.I2F, FLOATS, 0))
          .mul(scale)
          .add(shift)
          .blend(Float.NaN, wide.compare(VectorOperators.EQ, missing).cast(FLOATS))
          .intoArray(to, at + i);
    }
    return i;
  }

  private static int bytes(
      MemorySegment from, long offset, Calibration calibration, float[] to, int at, int count) {
    int missing = missing(calibration);
    float scale = (float) calibration.scale();
    float shift = (float) calibration.offset();
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      ByteVector raw =
          ByteVector.fromMemorySegment(BYTES, from, offset + i, ByteOrder.LITTLE_ENDIAN);
      IntVector wide = (IntVector) raw.convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
      ((FloatVector) wide.convertShape(VectorOperators.I2F, FLOATS, 0))
          .mul(scale)
          .add(shift)
          .blend(Float.NaN, wide.compare(VectorOperators.EQ, missing).cast(FLOATS))
          .intoArray(to, at + i);
    }
    return i;
  }

  private static int floats(
      MemorySegment from, long offset, Calibration calibration, float[] to, int at, int count) {
    float missing = (float) calibration.missing(DataType.FLOAT32);
    float scale = (float) calibration.scale();
    float shift = (float) calibration.offset();
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      FloatVector raw =
          FloatVector.fromMemorySegment(FLOATS, from, offset + 4L * i, ByteOrder.LITTLE_ENDIAN);
      VectorMask<Float> masked = raw.compare(VectorOperators.EQ, missing);
      raw.mul(scale).add(shift).blend(Float.NaN, masked).intoArray(to, at + i);
    }
    return i;
  }
}
