package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Accumulators by whole vectors. Sums stay in float (or int) lanes for {@value #BLOCK} elements,
 * then go to a double (or long): relative errors stay near 1e-8, integers exact.
 */
final class VectorStats {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize() / 2));
  private static final int LANES = VectorKernels.LANES;
  private static final int BLOCK = 4096;

  private VectorStats() {}

  static void floats(float[] values, int at, int count, Stats stats) {
    floats(MemorySegment.ofArray(values), 4L * at, Calibration.NONE, count, stats);
  }

  static void floats(
      MemorySegment from, long offset, Calibration calibration, int count, Stats stats) {
    FloatVector none = FloatVector.broadcast(FLOATS, (float) calibration.missing(DataType.FLOAT32));
    int whole = count - count % LANES;
    FloatVector min = FloatVector.broadcast(FLOATS, Float.POSITIVE_INFINITY);
    FloatVector max = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
    FloatVector zero = FloatVector.zero(FLOATS);
    double total = 0;
    long valid = 0;
    for (int start = 0; start < whole; start += BLOCK) {
      int end = Math.min(start + BLOCK, whole);
      FloatVector sum = zero;
      for (int i = start; i < end; i += LANES) {
        FloatVector value =
            FloatVector.fromMemorySegment(FLOATS, from, offset + 4L * i, ByteOrder.LITTLE_ENDIAN);
        VectorMask<Float> number = value.compare(VectorOperators.EQ, value);
        VectorMask<Float> good = value.compare(VectorOperators.NE, none, number);
        sum = sum.add(value, good);
        valid += good.trueCount();
        min = min.blend(value, value.compare(VectorOperators.LT, min, good));
        max = max.blend(value, value.compare(VectorOperators.GT, max, good));
      }
      total += sum.reduceLanes(VectorOperators.ADD);
    }
    if (valid > 0) {
      float least = min.reduceLanes(VectorOperators.MIN);
      stats.merge(valid, total, least, max.reduceLanes(VectorOperators.MAX));
    }
    ScalarKernels.INSTANCE.accumulate(
        from, offset + 4L * whole, DataType.FLOAT32, calibration, count - whole, stats);
  }

  static void shorts(
      MemorySegment from,
      long offset,
      DataType type,
      Calibration calibration,
      int count,
      Stats stats) {
    int mask = type == DataType.UINT16 ? 0xffff : -1;
    int missing = VectorWindow.missing(calibration);
    int whole = count - count % LANES;
    IntVector min = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    IntVector max = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    IntVector zero = IntVector.zero(INTS);
    long total = 0;
    long valid = 0;
    for (int start = 0; start < whole; start += BLOCK) {
      int end = Math.min(start + BLOCK, whole);
      IntVector sum = zero;
      for (int i = start; i < end; i += LANES) {
        ShortVector raw =
            ShortVector.fromMemorySegment(SHORTS, from, offset + 2L * i, ByteOrder.LITTLE_ENDIAN);
        IntVector value = ((IntVector) raw.convertShape(VectorOperators.S2I, INTS, 0)).and(mask);
        VectorMask<Integer> good = value.compare(VectorOperators.NE, missing);
        sum = sum.add(value, good);
        valid += good.trueCount();
        min = min.lanewise(VectorOperators.MIN, value, good);
        max = max.lanewise(VectorOperators.MAX, value, good);
      }
      total += sum.reduceLanesToLong(VectorOperators.ADD);
    }
    if (valid > 0) {
      int least = min.reduceLanes(VectorOperators.MIN);
      stats.merge(valid, total, least, max.reduceLanes(VectorOperators.MAX));
    }
    ScalarKernels.INSTANCE.accumulate(
        from, offset + 2L * whole, type, calibration, count - whole, stats);
  }
}
