package io.glebe.tile.kernel;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** Colour look-up by whole vectors. */
final class VectorColour {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> PIXELS = ByteVector.SPECIES_PREFERRED;
  private static final int LANES = VectorKernels.LANES;

  /** Lanes of bytes as narrow as one register's quarter; there is no form below 64 bits. */
  private static final boolean NARROW_FITS = FLOATS.vectorBitSize() >= 256;

  private static final VectorSpecies<Byte> NARROW =
      VectorSpecies.of(
          byte.class, VectorShape.forBitSize(Math.max(64, FLOATS.vectorBitSize() / 4)));

  /** Drops each fourth byte. */
  private static final VectorShuffle<Byte> THREE_OF_FOUR =
      VectorShuffle.fromOp(PIXELS, i -> i < 3 * LANES ? i / 3 * 4 + i % 3 : 0);

  private VectorColour() {}

  static boolean index(float[] values, int count, Stretch stretch, byte[] out) {
    float low = stretch.low();
    float factor = stretch.factor();
    int i = 0;
    boolean missing = false;
    for (; NARROW_FITS && i + LANES <= count; i += LANES) {
      IntVector entry = entry(values, i, low, factor);
      missing |= entry.compare(VectorOperators.EQ, 0).anyTrue();
      ((ByteVector) entry.convertShape(VectorOperators.I2B, NARROW, 0)).intoArray(out, i);
    }
    return ScalarKernels.index(values, i, count, stretch, out) | missing;
  }

  /** Comparisons leave NaN alone, and it becomes 0 as an integer. */
  private static IntVector entry(float[] values, int i, float low, float factor) {
    FloatVector step = FloatVector.fromArray(FLOATS, values, i).sub(low).mul(factor);
    FloatVector floor = step.blend(0, step.compare(VectorOperators.LT, 0));
    FloatVector inside = floor.blend(254, floor.compare(VectorOperators.GT, 254));
    return (IntVector) inside.add(1.5f).convertShape(VectorOperators.F2I, INTS, 0);
  }

  private static IntVector pixels(float[][] bands, int i, Stretch[] stretches) {
    IntVector red = entry(bands[0], i, stretches[0].low(), stretches[0].factor());
    IntVector green = entry(bands[1], i, stretches[1].low(), stretches[1].factor());
    IntVector blue = entry(bands[2], i, stretches[2].low(), stretches[2].factor());
    VectorMask<Integer> gone =
        red.compare(VectorOperators.EQ, 0)
            .or(green.compare(VectorOperators.EQ, 0))
            .or(blue.compare(VectorOperators.EQ, 0));
    return red.or(green.lanewise(VectorOperators.LSHL, 8))
        .or(blue.lanewise(VectorOperators.LSHL, 16))
        .blend(0, gone);
  }

  static boolean rgb(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    int i = 0;
    boolean missing = false;
    int bytes = PIXELS.length();
    for (; i + LANES <= count && 3 * i + bytes <= out.length; i += LANES) {
      IntVector pixels = pixels(bands, i, stretches);
      missing |= pixels.compare(VectorOperators.EQ, 0).anyTrue();
      pixels.reinterpretAsBytes().rearrange(THREE_OF_FOUR).intoArray(out, 3 * i);
    }
    return ScalarKernels.rgb(bands, i, count, stretches, out) | missing;
  }

  static boolean rgba(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    int i = 0;
    boolean missing = false;
    for (; i + LANES <= count; i += LANES) {
      IntVector pixels = pixels(bands, i, stretches);
      VectorMask<Integer> gone = pixels.compare(VectorOperators.EQ, 0);
      missing |= gone.anyTrue();
      pixels.or(0xff000000).blend(0, gone).reinterpretAsBytes().intoArray(out, 4 * i);
    }
    return ScalarKernels.rgba(bands, i, count, stretches, out) | missing;
  }
}
