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
 * Accumulators by whole vectors, carried from run to run: to reduce them costs as much as a row of
 * a small field. Sums stay in float (or int) lanes for {@value #STEPS} vectors, then go to a double
 * (or long): relative errors stay near 1e-8, integers exact.
 */
final class VectorStats {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize()));
  private static final int LANES = VectorKernels.LANES;
  private static final int STEPS = 256;

  private VectorStats() {}

  static void floats(float[] values, int at, int count, Stats stats) {
    MemorySegment from = MemorySegment.ofArray(values);
    floats(from, Calibration.NONE, stats.run(at, count), stats);
  }

  static void floats(MemorySegment from, Calibration calibration, Runs runs, Stats stats) {
    FloatVector none = FloatVector.broadcast(FLOATS, (float) calibration.missing(DataType.FLOAT32));
    FloatVector min = FloatVector.broadcast(FLOATS, Float.POSITIVE_INFINITY);
    FloatVector max = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
    FloatVector zero = FloatVector.zero(FLOATS);
    FloatVector sum = zero;
    long room = from.byteSize() / Float.BYTES;
    double total = 0;
    long valid = 0;
    int steps = 0;
    for (int run = 0; run < runs.size(); run++) {
      int start = runs.start(run);
      int end = start + runs.count(run);
      for (int i = start; i < end; i += LANES) {
        if (i + LANES > room) {
          ScalarKernels.accumulate(from, DataType.FLOAT32, calibration, i, end - i, stats);
          break;
        }
        FloatVector value =
            FloatVector.fromMemorySegment(FLOATS, from, 4L * i, ByteOrder.LITTLE_ENDIAN);
        VectorMask<Float> number =
            value.compare(VectorOperators.EQ, value).and(FLOATS.indexInRange(i, end));
        VectorMask<Float> good = value.compare(VectorOperators.NE, none, number);
        sum = sum.add(value, good);
        valid += good.trueCount();
        min = min.blend(value, value.compare(VectorOperators.LT, min, good));
        max = max.blend(value, value.compare(VectorOperators.GT, max, good));
        if (++steps == STEPS) {
          total += sum.reduceLanes(VectorOperators.ADD);
          sum = zero;
          steps = 0;
        }
      }
    }
    total += sum.reduceLanes(VectorOperators.ADD);
    if (valid > 0) {
      float least = min.reduceLanes(VectorOperators.MIN);
      stats.merge(valid, total, least, max.reduceLanes(VectorOperators.MAX));
    }
  }

  /**
   * Sixteen-bit numbers in lanes of their own size, half as many steps as in lanes of ints.
   * Unsigned ones are taken less 32768, which keeps their order; only sums are widened, each half
   * of an int by itself.
   */
  static void shorts(
      MemorySegment from, DataType type, Calibration calibration, Runs runs, Stats stats) {
    short flip = (short) (type == DataType.UINT16 ? 1 << 15 : 0);
    int missing = VectorWindow.missing(calibration);
    boolean some = missing == (type == DataType.UINT16 ? missing & 0xffff : (short) missing);
    VectorMask<Short> always = VectorMask.fromLong(SHORTS, some ? 0 : -1);
    ShortVector nothing = ShortVector.zero(SHORTS);
    ShortVector min = ShortVector.broadcast(SHORTS, Short.MAX_VALUE);
    ShortVector max = ShortVector.broadcast(SHORTS, Short.MIN_VALUE);
    IntVector zero = IntVector.zero(INTS);
    IntVector sum = zero;
    long room = from.byteSize() / Short.BYTES;
    long total = 0;
    long valid = 0;
    int steps = 0;
    for (int run = 0; run < runs.size(); run++) {
      int start = runs.start(run);
      int end = start + runs.count(run);
      for (int i = start; i < end; i += SHORTS.length()) {
        if (i + SHORTS.length() > room) {
          ScalarKernels.accumulate(from, type, calibration, i, end - i, stats);
          break;
        }
        ShortVector raw =
            ShortVector.fromMemorySegment(SHORTS, from, 2L * i, ByteOrder.LITTLE_ENDIAN);
        VectorMask<Short> good =
            raw.compare(VectorOperators.NE, (short) missing)
                .or(always)
                .and(SHORTS.indexInRange(i, end));
        ShortVector value = raw.lanewise(VectorOperators.XOR, flip);
        IntVector two = nothing.blend(value, good).reinterpretAsInts();
        IntVector low = two.lanewise(VectorOperators.LSHL, 16).lanewise(VectorOperators.ASHR, 16);
        sum = sum.add(two.lanewise(VectorOperators.ASHR, 16).add(low));
        valid += good.trueCount();
        min = min.lanewise(VectorOperators.MIN, value, good);
        max = max.lanewise(VectorOperators.MAX, value, good);
        if (++steps == STEPS) {
          total += sum.reduceLanesToLong(VectorOperators.ADD);
          sum = zero;
          steps = 0;
        }
      }
    }
    total += sum.reduceLanesToLong(VectorOperators.ADD);
    if (valid > 0) {
      int shift = flip & 0xffff;
      int least = min.reduceLanes(VectorOperators.MIN) + shift;
      int most = max.reduceLanes(VectorOperators.MAX) + shift;
      stats.merge(valid, total + valid * shift, least, most);
    }
  }
}
