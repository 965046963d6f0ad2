package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The Vector API form. Each lane computes what {@link ScalarKernels} computes, in the same order of
 * operations; only sums over many elements are added up in another order.
 */
final class VectorKernels implements Kernels {
  static final VectorKernels INSTANCE = new VectorKernels();

  static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  static final int LANES = FLOATS.length();

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
  public void nearest(Raster source, Run run, Taps taps, float[] out, int at, int count) {
    VectorTaps.nearest(source, run, taps, out, at, count);
  }

  @Override
  public void bilinear(Raster source, Run run, Taps taps, float[] out, int at, int count) {
    VectorTaps.bilinear(source, run, taps, out, at, count);
  }

  @Override
  public void cubic(Raster source, Run run, Taps taps, float[] out, int at, int count) {
    ScalarKernels.INSTANCE.cubic(source, run, taps, out, at, count);
  }

  /** No branch on purpose: where two vectors meet after one, the compiler boxes both. */
  static FloatVector lerp(FloatVector a, FloatVector b, FloatVector f) {
    FloatVector value = a.add(f.mul(b.sub(a)));
    VectorMask<Float> missing = value.test(VectorOperators.IS_NAN);
    FloatVector nearer = b.blend(a, f.compare(VectorOperators.LT, 0.5f));
    return value.blend(nearer, missing);
  }

  private static FloatVector cubic(
      FloatVector p0, FloatVector p1, FloatVector p2, FloatVector p3, FloatVector f) {
    FloatVector third = p1.sub(p2).mul(3).add(p3).sub(p0);
    FloatVector second = p0.mul(2).sub(p1.mul(5)).add(p2.mul(4)).sub(p3);
    FloatVector slope = p2.sub(p0).add(f.mul(second.add(f.mul(third))));
    FloatVector value = p1.add(f.mul(0.5f).mul(slope));
    VectorMask<Float> missing = value.test(VectorOperators.IS_NAN);
    return value.blend(lerp(p1, p2, f), missing);
  }

  @Override
  public void lerp(float[] a, float[] b, float[] f, float[] out, int at, int count) {
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      lerp(load(a, i), load(b, i), load(f, i)).intoArray(out, at + i);
    }
    for (; i < count; i++) {
      out[at + i] = ScalarKernels.lerp(a[i], b[i], f[i]);
    }
  }

  @Override
  public void lerp(float[] a, float[] b, float f, float[] out, int at, int count) {
    FloatVector fraction = FloatVector.broadcast(FLOATS, f);
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      lerp(load(a, i), load(b, i), fraction).intoArray(out, at + i);
    }
    for (; i < count; i++) {
      out[at + i] = ScalarKernels.lerp(a[i], b[i], f);
    }
  }

  @Override
  public void cubic(float[][] p, float[] f, float[] out, int at, int count) {
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      cubic(load(p[0], i), load(p[1], i), load(p[2], i), load(p[3], i), load(f, i))
          .intoArray(out, at + i);
    }
    for (; i < count; i++) {
      out[at + i] = ScalarKernels.cubic(p[0][i], p[1][i], p[2][i], p[3][i], f[i]);
    }
  }

  @Override
  public void cubic(float[][] p, float f, float[] out, int at, int count) {
    FloatVector fraction = FloatVector.broadcast(FLOATS, f);
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      cubic(load(p[0], i), load(p[1], i), load(p[2], i), load(p[3], i), fraction)
          .intoArray(out, at + i);
    }
    for (; i < count; i++) {
      out[at + i] = ScalarKernels.cubic(p[0][i], p[1][i], p[2][i], p[3][i], f);
    }
  }

  private static FloatVector load(float[] values, int i) {
    return FloatVector.fromArray(FLOATS, values, i);
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
      MemorySegment from, long offset, DataType type, Calibration nodata, int count, Stats stats) {
    switch (type) {
      case FLOAT32 -> VectorStats.floats(from, offset, nodata, count, stats);
      case INT16, UINT16 -> VectorStats.shorts(from, offset, type, nodata, count, stats);
      default -> ScalarKernels.INSTANCE.accumulate(from, offset, type, nodata, count, stats);
    }
  }
}
