package io.glebe.tile.resample;

import io.glebe.tile.kernel.Kernels;
import io.glebe.tile.kernel.Raster;
import io.glebe.tile.kernel.Run;
import io.glebe.tile.kernel.VectorKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Resampling stages at positions that have all their neighbours: indices and weights with vectors,
 * source pixels one by one, blending with vectors. The counts of the first and last stage are whole
 * vectors.
 *
 * <p>In this and the other vector loops, no method of ours takes or returns a vector. Inlining of
 * such a helper depends on the order of compilation, and without inlining each vector is boxed.
 */
final class VectorTaps {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = VectorKernels.LANES;
  private static final FloatVector STEPS = FloatVector.zero(FLOATS).addIndex(1);

  private VectorTaps() {}

  /**
   * Computes the index of the north-west neighbour of each position, and its weights, stored from
   * index {@code to} on.
   *
   * @param width of the source
   */
  static void placeFour(int width, Run run, Taps taps, int to, int count) {
    for (int i = 0; i < count; i += LANES) {
      FloatVector step = STEPS.add(run.first + i);
      FloatVector x = step.mul(run.dx).add(run.x).sub(0.5f);
      FloatVector y = step.mul(run.dy).add(run.y).sub(0.5f);
      IntVector column = (IntVector) x.convertShape(VectorOperators.F2I, INTS, 0);
      IntVector row = (IntVector) y.convertShape(VectorOperators.F2I, INTS, 0);
      x.sub((FloatVector) column.convertShape(VectorOperators.I2F, FLOATS, 0))
          .intoArray(taps.fx, to + i);
      y.sub((FloatVector) row.convertShape(VectorOperators.I2F, FLOATS, 0))
          .intoArray(taps.fy, to + i);
      row.mul(width).add(column).intoArray(taps.index, to + i);
    }
  }

  /** Computes the indices of the pixels under the positions, without weights. */
  static void place(int width, Run run, Taps taps, int to, int count) {
    for (int i = 0; i < count; i += LANES) {
      FloatVector step = STEPS.add(run.first + i);
      FloatVector x = step.mul(run.dx).add(run.x);
      FloatVector y = step.mul(run.dy).add(run.y);
      IntVector column = (IntVector) x.convertShape(VectorOperators.F2I, INTS, 0);
      IntVector row = (IntVector) y.convertShape(VectorOperators.F2I, INTS, 0);
      row.mul(width).add(column).intoArray(taps.index, to + i);
    }
  }

  /** Reads the pixel at each index. */
  static void pick(Raster source, Taps taps, float[] out, int at, int count) {
    float[] values = source.values();
    int[] index = taps.index;
    for (int i = 0; i < count; i++) {
      out[at + i] = values[index[i]];
    }
  }

  /** Reads the pixels at, right of, below, and below right of each index. */
  static void pickFour(Raster source, Taps taps, int count) {
    float[] values = source.values();
    int below = source.width();
    int[] index = taps.index;
    float[] a = taps.values[0];
    float[] b = taps.values[1];
    float[] c = taps.values[2];
    float[] d = taps.values[3];
    for (int i = 0; i < count; i++) {
      int tap = index[i];
      a[i] = values[tap];
      b[i] = values[tap + 1];
      c[i] = values[tap + below];
      d[i] = values[tap + below + 1];
    }
  }

  /**
   * Blends the result of {@link #pickFour}, twice across and once down, as {@link Kernels#lerp}.
   */
  static void blend(Taps taps, float[] out, int at, int count) {
    for (int i = 0; i < count; i += LANES) {
      FloatVector a = FloatVector.fromArray(FLOATS, taps.values[0], i);
      FloatVector b = FloatVector.fromArray(FLOATS, taps.values[1], i);
      FloatVector c = FloatVector.fromArray(FLOATS, taps.values[2], i);
      FloatVector d = FloatVector.fromArray(FLOATS, taps.values[3], i);
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
