package io.glebe.tile.resample;

import io.glebe.tile.kernel.Kernels;
import io.glebe.tile.kernel.VectorKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** The operations of {@link VectorTaps} for pairs of small integers instead of floats. */
final class VectorPairs {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize() / 2));
  private static final int LANES = VectorKernels.LANES;

  private VectorPairs() {}

  /** Packs each element with the next one; writes up to a vector more than {@code count}. */
  static void pack(short[] stored, int[] pairs, int count, int flip) {
    for (int i = 0; i < count; i += LANES) {
      IntVector here =
          (IntVector)
              ShortVector.fromArray(SHORTS, stored, i)
                  .convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
      IntVector next =
          (IntVector)
              ShortVector.fromArray(SHORTS, stored, i + 1)
                  .convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
      here.or(next.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.XOR, flip)
          .intoArray(pairs, i);
    }
  }

  /** The pairs at and below each position. */
  static void pick(PairRaster source, Taps taps, int count) {
    int[] pairs = source.pairs();
    int below = source.width();
    int[] index = taps.index;
    int[] north = taps.north;
    int[] south = taps.south;
    for (int i = 0; i < count; i++) {
      int tap = index[i];
      north[i] = pairs[tap];
      south[i] = pairs[tap + below];
    }
  }

  /** Calibrates and blends {@code count} picked pairs (whole vectors), as {@link Kernels#lerp}. */
  static void blend(PairRaster source, Taps taps, float[] out, int at, int count) {
    float scale = (float) source.calibration().scale();
    float shift = (float) source.calibration().offset();
    int missing = source.missing();
    int bias = source.bias();
    for (int i = 0; i < count; i += LANES) {
      IntVector north = IntVector.fromArray(INTS, taps.north, i);
      IntVector south = IntVector.fromArray(INTS, taps.south, i);
      IntVector ia = north.lanewise(VectorOperators.LSHL, 16).lanewise(VectorOperators.ASHR, 16);
      IntVector ib = north.lanewise(VectorOperators.ASHR, 16);
      IntVector ic = south.lanewise(VectorOperators.LSHL, 16).lanewise(VectorOperators.ASHR, 16);
      IntVector id = south.lanewise(VectorOperators.ASHR, 16);
      FloatVector a =
          ((FloatVector) ia.add(bias).convertShape(VectorOperators.I2F, FLOATS, 0))
              .mul(scale)
              .add(shift)
              .blend(Float.NaN, ia.compare(VectorOperators.EQ, missing).cast(FLOATS));
      FloatVector b =
          ((FloatVector) ib.add(bias).convertShape(VectorOperators.I2F, FLOATS, 0))
              .mul(scale)
              .add(shift)
              .blend(Float.NaN, ib.compare(VectorOperators.EQ, missing).cast(FLOATS));
      FloatVector c =
          ((FloatVector) ic.add(bias).convertShape(VectorOperators.I2F, FLOATS, 0))
              .mul(scale)
              .add(shift)
              .blend(Float.NaN, ic.compare(VectorOperators.EQ, missing).cast(FLOATS));
      FloatVector d =
          ((FloatVector) id.add(bias).convertShape(VectorOperators.I2F, FLOATS, 0))
              .mul(scale)
              .add(shift)
              .blend(Float.NaN, id.compare(VectorOperators.EQ, missing).cast(FLOATS));
      FloatVector fx = FloatVector.fromArray(FLOATS, taps.fx, i);
      FloatVector fy = FloatVector.fromArray(FLOATS, taps.fy, i);
      VectorMask<Float> west = fx.compare(VectorOperators.LT, 0.5f);
      FloatVector upper = a.add(fx.mul(b.sub(a)));
      FloatVector over = upper.blend(b.blend(a, west), upper.compare(VectorOperators.NE, upper));
      FloatVector lower = c.add(fx.mul(d.sub(c)));
      FloatVector under = lower.blend(d.blend(c, west), lower.compare(VectorOperators.NE, lower));
      FloatVector value = over.add(fy.mul(under.sub(over)));
      FloatVector nearer = under.blend(over, fy.compare(VectorOperators.LT, 0.5f));
      value.blend(nearer, value.compare(VectorOperators.NE, value)).intoArray(out, at + i);
    }
  }
}
