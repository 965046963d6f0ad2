package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The Vector API form. Each vector lane computes the same as {@link ScalarKernels}, in the same
 * order of operations; only sums over many elements are added in another order.
 */
public final class VectorKernels implements Kernels {
  static final VectorKernels INSTANCE = new VectorKernels();

  public static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  public static final int LANES = FLOATS.length();

  private VectorKernels() {}

  @Override
  public void convert(
      MemorySegment from,
      long offset,
      DataType type,
      Calibration calibration,
      float[] to,
      int at,
      int count) {
    int done = VectorWindow.convert(from, offset, type, calibration, to, at, count);
    ScalarKernels.INSTANCE.convert(
        from, offset + (long) done * type.size(), type, calibration, to, at + done, count - done);
  }

  @Override
  public void lerp(float[] a, float[] b, float[] f, float[] out, int at, int count) {
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      FloatVector from = FloatVector.fromArray(FLOATS, a, i);
      FloatVector to = FloatVector.fromArray(FLOATS, b, i);
      FloatVector fraction = FloatVector.fromArray(FLOATS, f, i);
      FloatVector value = from.add(fraction.mul(to.sub(from)));
      FloatVector nearer = to.blend(from, fraction.compare(VectorOperators.LT, 0.5f));
      value.blend(nearer, value.compare(VectorOperators.NE, value)).intoArray(out, at + i);
    }
    for (; i < count; i++) {
      out[at + i] = ScalarKernels.lerp(a[i], b[i], f[i]);
    }
  }

  @Override
  public void lerp(float[] a, float[] b, float f, float[] out, int at, int count) {
    FloatVector fraction = FloatVector.broadcast(FLOATS, f);
    float[] near = f < 0.5f ? a : b;
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      FloatVector from = FloatVector.fromArray(FLOATS, a, i);
      FloatVector value = from.add(fraction.mul(FloatVector.fromArray(FLOATS, b, i).sub(from)));
      FloatVector nearer = FloatVector.fromArray(FLOATS, near, i);
      value.blend(nearer, value.compare(VectorOperators.NE, value)).intoArray(out, at + i);
    }
    for (; i < count; i++) {
      out[at + i] = ScalarKernels.lerp(a[i], b[i], f);
    }
  }

  /**
   * The vectors leave NaN where a pixel is missing; the scalar form then computes these elements.
   */
  @Override
  public void cubic(float[][] p, float[] f, float[] out, int at, int count) {
    int whole = count - count % LANES;
    for (int i = 0; i < whole; i += LANES) {
      FloatVector p0 = FloatVector.fromArray(FLOATS, p[0], i);
      FloatVector p1 = FloatVector.fromArray(FLOATS, p[1], i);
      FloatVector p2 = FloatVector.fromArray(FLOATS, p[2], i);
      FloatVector p3 = FloatVector.fromArray(FLOATS, p[3], i);
      FloatVector by = FloatVector.fromArray(FLOATS, f, i);
      FloatVector third = p1.sub(p2).mul(3).add(p3).sub(p0);
      FloatVector second = p0.mul(2).sub(p1.mul(5)).add(p2.mul(4)).sub(p3);
      FloatVector slope = p2.sub(p0).add(by.mul(second.add(by.mul(third))));
      p1.add(by.mul(0.5f).mul(slope)).intoArray(out, at + i);
    }
    for (int i = 0; i < count; i++) {
      if (i >= whole || Float.isNaN(out[at + i])) {
        out[at + i] = ScalarKernels.cubic(p[0][i], p[1][i], p[2][i], p[3][i], f[i]);
      }
    }
  }

  @Override
  public boolean index(float[] values, int count, Stretch stretch, byte[] out) {
    return VectorColour.index(values, count, stretch, out);
  }

  @Override
  public boolean rgb(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    return VectorColour.rgb(bands, count, stretches, out);
  }

  @Override
  public boolean rgba(float[][] bands, int count, Stretch[] stretches, byte[] out) {
    return VectorColour.rgba(bands, count, stretches, out);
  }

  @Override
  public void accumulate(float[] values, int at, int count, Stats stats) {
    VectorStats.floats(values, at, count, stats);
  }

  @Override
  public void accumulate(
      MemorySegment from, DataType type, Calibration nodata, Runs runs, Stats stats) {
    switch (type) {
      case FLOAT32 -> VectorStats.floats(from, nodata, runs, stats);
      case INT16, UINT16 -> VectorShortStats.add(from, type, nodata, runs, stats);
      default -> ScalarKernels.INSTANCE.accumulate(from, type, nodata, runs, stats);
    }
  }
}
