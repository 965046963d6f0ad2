package io.glebe.tile.kernel;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** Colour look-up with whole vectors. */
final class VectorColour {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> PIXELS = ByteVector.SPECIES_PREFERRED;
  private static final int LANES = VectorKernels.LANES;

  /** Whether byte vectors of a quarter of the register exist; there are none below 64 bits. */
  private static final boolean NARROW_FITS = FLOATS.vectorBitSize() >= 256;

  private static final VectorSpecies<Byte> NARROW =
      VectorSpecies.of(
          byte.class, VectorShape.forBitSize(Math.max(64, FLOATS.vectorBitSize() / 4)));

  /** Drops every fourth byte. */
  private static final VectorShuffle<Byte> THREE_OF_FOUR =
      VectorShuffle.fromOp(PIXELS, i -> i < 3 * LANES ? i / 3 * 4 + i % 3 : 0);

  private VectorColour() {}

  /** Comparisons leave NaN unchanged, and the conversion to an integer turns NaN into 0. */
  static boolean index(float[] values, int count, Stretch stretch, byte[] out) {
    float low = stretch.low();
    float factor = stretch.factor();
    int i = 0;
    boolean missing = false;
    for (; NARROW_FITS && i + LANES <= count; i += LANES) {
      FloatVector step = FloatVector.fromArray(FLOATS, values, i).sub(low).mul(factor);
      FloatVector floor = step.blend(0f, step.compare(VectorOperators.LT, 0f));
      FloatVector inside = floor.blend(254f, floor.compare(VectorOperators.GT, 254f));
      IntVector entry = (IntVector) inside.add(1.5f).convertShape(VectorOperators.F2I, INTS, 0);
      missing |= entry.compare(VectorOperators.EQ, 0).anyTrue();
      ((ByteVector) entry.convertShape(VectorOperators.I2B, NARROW, 0)).intoArray(out, i);
    }
    missing |= ScalarKernels.index(values, i, count, stretch, out);
    return missing;
  }

  static boolean rgb(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    int whole = Math.min(count, (out.length - PIXELS.length()) / 3 + 1);
    int done = Math.max(0, whole - whole % LANES);
    boolean missing = pixels(bands, done, stretches, 3, out);
    missing |= ScalarKernels.rgb(bands, done, count, stretches, out);
    return missing;
  }

  static boolean rgba(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    int done = count - count % LANES;
    boolean missing = pixels(bands, done, stretches, 4, out);
    missing |= ScalarKernels.rgba(bands, done, count, stretches, out);
    return missing;
  }

  /** Processes whole vectors of pixels of three or four bytes. */
  private static boolean pixels(
      float[][] bands, int count, Stretch[] stretches, int channels, byte[] out) {
    boolean missing = false;
    for (int i = 0; i < count; i += LANES) {
      FloatVector r =
          FloatVector.fromArray(FLOATS, bands[0], i)
              .sub(stretches[0].low())
              .mul(stretches[0].factor());
      FloatVector g =
          FloatVector.fromArray(FLOATS, bands[1], i)
              .sub(stretches[1].low())
              .mul(stretches[1].factor());
      FloatVector b =
          FloatVector.fromArray(FLOATS, bands[2], i)
              .sub(stretches[2].low())
              .mul(stretches[2].factor());
      r = r.blend(0f, r.compare(VectorOperators.LT, 0f));
      g = g.blend(0f, g.compare(VectorOperators.LT, 0f));
      b = b.blend(0f, b.compare(VectorOperators.LT, 0f));
      r = r.blend(254f, r.compare(VectorOperators.GT, 254f)).add(1.5f);
      g = g.blend(254f, g.compare(VectorOperators.GT, 254f)).add(1.5f);
      b = b.blend(254f, b.compare(VectorOperators.GT, 254f)).add(1.5f);
      IntVector red = (IntVector) r.convertShape(VectorOperators.F2I, INTS, 0);
      IntVector green = (IntVector) g.convertShape(VectorOperators.F2I, INTS, 0);
      IntVector blue = (IntVector) b.convertShape(VectorOperators.F2I, INTS, 0);
      VectorMask<Integer> masked =
          red.compare(VectorOperators.EQ, 0)
              .or(green.compare(VectorOperators.EQ, 0))
              .or(blue.compare(VectorOperators.EQ, 0));
      missing |= masked.anyTrue();
      IntVector pixels =
          red.or(green.lanewise(VectorOperators.LSHL, 8))
              .or(blue.lanewise(VectorOperators.LSHL, 16))
              .or(0xff000000)
              .blend(0, masked);
      if (channels == 3) {
        pixels.reinterpretAsBytes().rearrange(THREE_OF_FOUR).intoArray(out, 3 * i);
      } else {
        pixels.reinterpretAsBytes().intoArray(out, 4 * i);
      }
    }
    return missing;
  }
}
