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
 * Accumulation with whole vectors. The accumulators are kept from run to run, because reducing them
 * costs as much as a row of a small field. The remainder of a run is one more vector with masked
 * lanes; its code is separate, because masking every vector costs a third, and fields for the sums
 * would cost the same. Floats are summed per lane for {@value #FLOAT_STEPS} vectors and then added
 * to a double: relative errors stay near 1e-8, integer sums are exact.
 */
final class VectorStats {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize()));
  private static final int LANES = VectorKernels.LANES;
  private static final int SHORT_LANES = SHORTS.length();
  private static final int FLOAT_STEPS = 256;

  /** The sum of half as many elements, each less than 2^16, is less than 2^32. */
  private static final int SHORT_STEPS = (1 << 17) / SHORT_LANES;

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
  private static long lanes(int first, int end) {
    return (1L << end) - (1L << first);
  }

  /**
   * Sixteen-bit numbers in 16-bit lanes, with half as many steps as with 32-bit lanes. Minimum and
   * maximum are computed on signed numbers, sums on unsigned ones; one of the two is the stored
   * number, the other differs by 32768. Pairs of unsigned numbers are summed as ints, and their
   * upper halves separately; the sum of the lower halves follows from both.
   */
  static void shorts(
      MemorySegment from, DataType type, Calibration calibration, Runs runs, Stats stats) {
    if (from.byteSize() < (long) SHORT_LANES * Short.BYTES) {
      ScalarKernels.INSTANCE.accumulate(from, type, calibration, runs, stats);
      return;
    }
    boolean unsigned = type == DataType.UINT16;
    short toSigned = (short) (unsigned ? 1 << 15 : 0);
    short toUnsigned = (short) (unsigned ? 0 : 1 << 15);
    int missing = VectorWindow.missing(calibration);
    boolean some = missing == (unsigned ? missing & 0xffff : (short) missing);
    // where no number is missing, all are compared as 0 with 1
    short bits = (short) (some ? -1 : 0);
    ShortVector none = ShortVector.broadcast(SHORTS, (short) (some ? missing : 1));
    ShortVector nothing = ShortVector.zero(SHORTS);
    ShortVector min = ShortVector.broadcast(SHORTS, Short.MAX_VALUE);
    ShortVector max = ShortVector.broadcast(SHORTS, Short.MIN_VALUE);
    IntVector zero = IntVector.zero(INTS);
    IntVector sum = zero;
    IntVector upper = zero;
    int last = (int) (from.byteSize() / Short.BYTES) - SHORT_LANES;
    long total = 0;
    long valid = 0;
    int steps = 0;
    for (int run = 0; run < runs.size(); run++) {
      int i = runs.start(run);
      int end = i + runs.count(run);
      steps += runs.count(run) / SHORT_LANES + 1;
      if (steps > SHORT_STEPS) {
        total += total(sum, upper);
        sum = zero;
        upper = zero;
        steps = runs.count(run) / SHORT_LANES + 1;
      }
      for (; i <= end - SHORT_LANES; i += SHORT_LANES) {
        ShortVector raw =
            ShortVector.fromMemorySegment(SHORTS, from, 2L * i, ByteOrder.LITTLE_ENDIAN);
        VectorMask<Short> isValid =
            raw.lanewise(VectorOperators.AND, bits).compare(VectorOperators.NE, none);
        ShortVector value = raw.lanewise(VectorOperators.XOR, toSigned);
        ShortVector part = nothing.blend(raw.lanewise(VectorOperators.XOR, toUnsigned), isValid);
        sum = sum.add(part.reinterpretAsInts());
        upper = upper.add(part.reinterpretAsInts().lanewise(VectorOperators.LSHR, 16));
        valid += isValid.trueCount();
        min = min.lanewise(VectorOperators.MIN, value, isValid);
        max = max.lanewise(VectorOperators.MAX, value, isValid);
      }
      if (i < end) {
        int at = Math.min(i, last);
        ShortVector raw =
            ShortVector.fromMemorySegment(SHORTS, from, 2L * at, ByteOrder.LITTLE_ENDIAN);
        VectorMask<Short> isValid =
            raw.lanewise(VectorOperators.AND, bits)
                .compare(VectorOperators.NE, none)
                .and(VectorMask.fromLong(SHORTS, lanes(i - at, end - at)));
        ShortVector value = raw.lanewise(VectorOperators.XOR, toSigned);
        ShortVector part = nothing.blend(raw.lanewise(VectorOperators.XOR, toUnsigned), isValid);
        sum = sum.add(part.reinterpretAsInts());
        upper = upper.add(part.reinterpretAsInts().lanewise(VectorOperators.LSHR, 16));
        valid += isValid.trueCount();
        min = min.lanewise(VectorOperators.MIN, value, isValid);
        max = max.lanewise(VectorOperators.MAX, value, isValid);
      }
    }
    if (valid > 0) {
      int signed = toSigned & 0xffff;
      stats.merge(
          (double) valid,
          (double) (total + total(sum, upper) - valid * (toUnsigned & 0xffff)),
          min.reduceLanes(VectorOperators.MIN) + signed,
          max.reduceLanes(VectorOperators.MAX) + signed);
    }
  }

  /** Sum of the upper and lower halves of all lanes. */
  private static long total(IntVector sum, IntVector upper) {
    int lower = sum.sub(upper.lanewise(VectorOperators.LSHL, 16)).reduceLanes(VectorOperators.ADD);
    return Integer.toUnsignedLong(lower)
        + Integer.toUnsignedLong(upper.reduceLanes(VectorOperators.ADD));
  }
}
