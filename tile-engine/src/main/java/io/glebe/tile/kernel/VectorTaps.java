package io.glebe.tile.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Runs in stages: indices and weights by vectors, taps one by one, blending by vectors. */
final class VectorTaps {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = VectorKernels.LANES;
  private static final FloatVector STEPS = steps();

  private VectorTaps() {}

  private static FloatVector steps() {
    float[] steps = new float[LANES];
    for (int i = 0; i < LANES; i++) {
      steps[i] = i;
    }
    return FloatVector.fromArray(FLOATS, steps, 0);
  }

  static void nearest(Raster source, Run run, Taps taps, float[] out, int at, int count) {
    float[] values = source.values();
    int width = source.width();
    int[] index = taps.index;
    int whole = count - count % LANES;
    for (int i = 0; i < whole; i += LANES) {
      FloatVector step = STEPS.add(run.first + i);
      IntVector column = cut(step.mul(run.dx).add(run.x));
      IntVector row = cut(step.mul(run.dy).add(run.y));
      row.mul(width).add(column).intoArray(index, i);
    }
    for (int i = 0; i < whole; i++) {
      out[at + i] = values[index[i]];
    }
    ScalarKernels.nearest(source, run, whole, out, at, count);
  }

  private static IntVector cut(FloatVector position) {
    return (IntVector) position.convertShape(VectorOperators.F2I, INTS, 0);
  }

  static void bilinear(Raster source, Run run, Taps taps, float[] out, int at, int count) {
    int whole = count - count % LANES;
    place(source, run, taps, 0, whole);
    blend(source, taps, out, at, whole);
    ScalarKernels.bilinear(source, run, whole, out, at, count);
  }

  /** Blends the taps of {@code whole} places (a multiple of the lanes). */
  static void blend(Raster source, Taps taps, float[] out, int at, int whole) {
    gather(source, taps, whole);
    // three short loops, not one: a larger one exceeds what the compiler inlines and boxes vectors
    VectorKernels.INSTANCE.lerp(taps.values[0], taps.values[1], taps.fx, taps.rows[0], 0, whole);
    VectorKernels.INSTANCE.lerp(taps.values[2], taps.values[3], taps.fx, taps.rows[1], 0, whole);
    VectorKernels.INSTANCE.lerp(taps.rows[0], taps.rows[1], taps.fy, out, at, whole);
  }

  /** Indices and weights of a run of {@code whole} positions, kept from place {@code to} on. */
  static void place(Raster source, Run run, Taps taps, int to, int whole) {
    int width = source.width();
    int lastX = Math.max(width - 2, 0);
    int lastY = Math.max(source.height() - 2, 0);
    for (int i = 0; i < whole; i += LANES) {
      FloatVector step = STEPS.add(run.first + i);
      FloatVector x = step.mul(run.dx).add(run.x).sub(0.5f).max(0);
      FloatVector y = step.mul(run.dy).add(run.y).sub(0.5f).max(0);
      IntVector column = cut(x).min(lastX);
      IntVector row = cut(y).min(lastY);
      fraction(x, column).intoArray(taps.fx, to + i);
      fraction(y, row).intoArray(taps.fy, to + i);
      row.mul(width).add(column).intoArray(taps.index, to + i);
    }
  }

  private static FloatVector fraction(FloatVector position, IntVector pixel) {
    return position.sub((FloatVector) pixel.convertShape(VectorOperators.I2F, FLOATS, 0)).min(1);
  }

  private static void gather(Raster source, Taps taps, int whole) {
    float[] values = source.values();
    int right = source.width() > 1 ? 1 : 0;
    int below = source.height() > 1 ? source.width() : 0;
    int[] index = taps.index;
    float[] a = taps.values[0];
    float[] b = taps.values[1];
    float[] c = taps.values[2];
    float[] d = taps.values[3];
    for (int i = 0; i < whole; i++) {
      int tap = index[i];
      a[i] = values[tap];
      b[i] = values[tap + right];
      c[i] = values[tap + below];
      d[i] = values[tap + below + right];
    }
  }
}
