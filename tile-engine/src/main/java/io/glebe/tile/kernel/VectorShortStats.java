package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Accumulation of sixteen-bit numbers in 16-bit lanes, with half as many steps as with 32-bit
 * lanes. Minimum and maximum are computed on signed numbers, sums on unsigned ones; one of the two
 * is the stored number, the other differs by 32768. Pairs of unsigned numbers are summed as ints,
 * and their upper halves separately; the sum of the lower halves follows from both. All sums are
 * exact.
 *
 * <p>The whole vectors of all runs come first, then their ends with masked lanes, each in a method
 * with one loop body: with both in one method the compiler makes an object for a sum at every step
 * on processors without AVX-512, depending on the order of compilation.
 */
final class VectorShortStats {
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(VectorKernels.FLOATS.vectorBitSize()));
  private static final int INT_LANES = INTS.length();
  private static final int LANES = SHORTS.length();

  /** The sum of half as many elements, each less than 2^16, is less than 2^32. */
  private static final int STEPS = (1 << 17) / LANES;

  private static final int HALF = 1 << 15;

  private final MemorySegment from;
  private final Runs runs;

  /** Bits that are compared with {@link #none}: where no number is missing, 0 with 1. */
  private final short bits;

  private final short none;
  private final short toSigned;

  /** Per lane: sum of pairs, then sum of their upper halves. */
  private final int[] sums = new int[2 * INT_LANES];

  /** Per lane: minimum, then maximum. */
  private final short[] extremes = new short[2 * LANES];

  private VectorShortStats(MemorySegment from, DataType type, Calibration calibration, Runs runs) {
    boolean unsigned = type == DataType.UINT16;
    int missing = VectorWindow.missing(calibration);
    boolean some = missing == (unsigned ? missing & 0xffff : (short) missing);
    this.from = from;
    this.runs = runs;
    bits = (short) (some ? -1 : 0);
    none = (short) (some ? missing : 1);
    toSigned = (short) (unsigned ? HALF : 0);
    Arrays.fill(extremes, 0, LANES, Short.MAX_VALUE);
    Arrays.fill(extremes, LANES, 2 * LANES, Short.MIN_VALUE);
  }

  /** Adds raw numbers of the type int16 or uint16. */
  static void add(
      MemorySegment from, DataType type, Calibration calibration, Runs runs, Stats stats) {
    if (from.byteSize() < (long) LANES * Short.BYTES) {
      ScalarKernels.INSTANCE.accumulate(from, type, calibration, runs, stats);
    } else {
      new VectorShortStats(from, type, calibration, runs).add(stats);
    }
  }

  private void add(Stats stats) {
    long total = 0;
    long valid = 0;
    for (int run = 0; run < runs.size(); ) {
      int next = endOfBlock(run);
      valid += addWhole(run, next);
      valid += addEnds(run, next);
      total += total();
      run = next;
    }
    if (valid > 0) {
      int signed = toSigned & 0xffff;
      int min = ShortVector.fromArray(SHORTS, extremes, 0).reduceLanes(VectorOperators.MIN);
      int max = ShortVector.fromArray(SHORTS, extremes, LANES).reduceLanes(VectorOperators.MAX);
      stats.merge(
          (double) valid, (double) (total - valid * (HALF - signed)), min + signed, max + signed);
    }
  }

  /** End of the runs from {@code first} on whose sums fit the lanes; at least one run. */
  private int endOfBlock(int first) {
    int run = first + 1;
    int steps = runs.count(first) / LANES + 1;
    while (run < runs.size() && steps + runs.count(run) / LANES + 1 <= STEPS) {
      steps += runs.count(run) / LANES + 1;
      run++;
    }
    return run;
  }

  /** Sums the whole vectors of runs, after zero. Returns the number of valid elements. */
  private long addWhole(int first, int next) {
    short toUnsigned = (short) (toSigned ^ HALF);
    ShortVector nothing = ShortVector.zero(SHORTS);
    IntVector sum = IntVector.zero(INTS);
    IntVector upper = IntVector.zero(INTS);
    ShortVector min = ShortVector.fromArray(SHORTS, extremes, 0);
    ShortVector max = ShortVector.fromArray(SHORTS, extremes, LANES);
    long valid = 0;
    for (int run = first; run < next; run++) {
      int last = runs.start(run) + runs.count(run) - LANES;
      for (int i = runs.start(run); i <= last; i += LANES) {
        ShortVector raw =
            ShortVector.fromMemorySegment(SHORTS, from, 2L * i, ByteOrder.LITTLE_ENDIAN);
        VectorMask<Short> isValid =
            raw.lanewise(VectorOperators.AND, bits).compare(VectorOperators.NE, none);
        ShortVector value = raw.lanewise(VectorOperators.XOR, toSigned);
        IntVector pairs =
            nothing
                .blend(raw.lanewise(VectorOperators.XOR, toUnsigned), isValid)
                .reinterpretAsInts();
        sum = sum.add(pairs);
        upper = upper.add(pairs.lanewise(VectorOperators.LSHR, 16));
        valid += isValid.trueCount();
        min = min.lanewise(VectorOperators.MIN, value, isValid);
        max = max.lanewise(VectorOperators.MAX, value, isValid);
      }
    }
    sum.intoArray(sums, 0);
    upper.intoArray(sums, INT_LANES);
    min.intoArray(extremes, 0);
    max.intoArray(extremes, LANES);
    return valid;
  }

  /** Adds the ends of runs, less than a vector each. Returns the number of valid elements. */
  private long addEnds(int first, int next) {
    short toUnsigned = (short) (toSigned ^ HALF);
    ShortVector nothing = ShortVector.zero(SHORTS);
    IntVector sum = IntVector.fromArray(INTS, sums, 0);
    IntVector upper = IntVector.fromArray(INTS, sums, INT_LANES);
    ShortVector min = ShortVector.fromArray(SHORTS, extremes, 0);
    ShortVector max = ShortVector.fromArray(SHORTS, extremes, LANES);
    int last = (int) (from.byteSize() / Short.BYTES) - LANES;
    long valid = 0;
    for (int run = first; run < next; run++) {
      int end = runs.start(run) + runs.count(run);
      int start = end - runs.count(run) % LANES;
      int at = Math.min(start, last);
      ShortVector raw =
          ShortVector.fromMemorySegment(SHORTS, from, 2L * at, ByteOrder.LITTLE_ENDIAN);
      VectorMask<Short> isValid =
          raw.lanewise(VectorOperators.AND, bits)
              .compare(VectorOperators.NE, none)
              .and(VectorMask.fromLong(SHORTS, VectorStats.lanes(start - at, end - at)));
      ShortVector value = raw.lanewise(VectorOperators.XOR, toSigned);
      IntVector pairs =
          nothing.blend(raw.lanewise(VectorOperators.XOR, toUnsigned), isValid).reinterpretAsInts();
      sum = sum.add(pairs);
      upper = upper.add(pairs.lanewise(VectorOperators.LSHR, 16));
      valid += isValid.trueCount();
      min = min.lanewise(VectorOperators.MIN, value, isValid);
      max = max.lanewise(VectorOperators.MAX, value, isValid);
    }
    sum.intoArray(sums, 0);
    upper.intoArray(sums, INT_LANES);
    min.intoArray(extremes, 0);
    max.intoArray(extremes, LANES);
    return valid;
  }

  /** Sum of the upper and lower halves of all lanes. */
  private long total() {
    long total = 0;
    for (int lane = 0; lane < INT_LANES; lane++) {
      int upper = sums[INT_LANES + lane];
      total += Integer.toUnsignedLong(sums[lane] - (upper << 16)) + Integer.toUnsignedLong(upper);
    }
    return total;
  }
}
