package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Accumulation of floats with whole vectors. The accumulators are kept from run to run, because
 * reducing them costs as much as a row of a small field. The remainder of a run is one more vector
 * with masked lanes; its code is separate, because masking every vector costs a third, and fields
 * for the sums would cost the same. Floats are summed per lane for {@value #FLOAT_STEPS} vectors
 * and then added to a double: relative errors stay near 1e-8.
 */
final class VectorStats {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final int LANES = VectorKernels.LANES;
  private static final int FLOAT_STEPS = 256;

  private VectorStats() {}

  static void floats(float[] values, int at, int count, Stats stats) {
    MemorySegment from = MemorySegment.ofArray(values);
    floats(from, Calibration.NONE, stats.run(at, count), stats);
  }

  static void floats(MemorySegment from, Calibration calibration, Runs runs, Stats stats) {
    if (from.byteSize() < (long) LANES * Float.BYTES) {
      ScalarKernels.INSTANCE.accumulate(from, DataType.FLOAT32, calibration, runs, stats);
      return;
    }
    FloatVector none = FloatVector.broadcast(FLOATS, (float) calibration.missing(DataType.FLOAT32));
    FloatVector min = FloatVector.broadcast(FLOATS, Float.POSITIVE_INFINITY);
    FloatVector max = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
    FloatVector zero = FloatVector.zero(FLOATS);
    FloatVector sum = zero;
    int last = (int) (from.byteSize() / Float.BYTES) - LANES;
    double total = 0;
    long valid = 0;
    int steps = 0;
    for (int run = 0; run < runs.size(); run++) {
      int i = runs.start(run);
      int end = i + runs.count(run);
      for (; i <= end - LANES; i += LANES) {
        FloatVector value =
            FloatVector.fromMemorySegment(FLOATS, from, 4L * i, ByteOrder.LITTLE_ENDIAN);
        VectorMask<Float> isValid = isValid(value, none);
        sum = sum.add(value, isValid);
        valid += isValid.trueCount();
        min = min.blend(value, value.compare(VectorOperators.LT, min, isValid));
        max = max.blend(value, value.compare(VectorOperators.GT, max, isValid));
        if (++steps >= FLOAT_STEPS) {
          total += sum.reduceLanes(VectorOperators.ADD);
          sum = zero;
          steps = 0;
        }
      }
      if (i < end) {
        int at = Math.min(i, last);
        FloatVector value =
            FloatVector.fromMemorySegment(FLOATS, from, 4L * at, ByteOrder.LITTLE_ENDIAN);
        VectorMask<Float> rest = VectorMask.fromLong(FLOATS, lanes(i - at, end - at));
        VectorMask<Float> isValid = isValid(value, none).and(rest);
        sum = sum.add(value, isValid);
        valid += isValid.trueCount();
        min = min.blend(value, value.compare(VectorOperators.LT, min, isValid));
        max = max.blend(value, value.compare(VectorOperators.GT, max, isValid));
        steps++;
      }
      if (steps >= FLOAT_STEPS) {
        total += sum.reduceLanes(VectorOperators.ADD);
        sum = zero;
        steps = 0;
      }
    }
    total += sum.reduceLanes(VectorOperators.ADD);
    if (valid > 0) {
      float least = min.reduceLanes(VectorOperators.MIN);
      stats.merge((double) valid, total, least, max.reduceLanes(VectorOperators.MAX));
    }
  }

  private static VectorMask<Float> isValid(FloatVector value, FloatVector none) {
    return value.compare(VectorOperators.NE, none, value.compare(VectorOperators.EQ, value));
  }

  /** Mask of the lanes from {@code first} up to {@code end}, which is less than 64. */
  static long lanes(int first, int end) {
    return (1L << end) - (1L << first);
  }
}
