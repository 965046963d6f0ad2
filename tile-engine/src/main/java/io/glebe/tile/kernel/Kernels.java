package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;

/**
 * The inner loops, in two forms with the same results. Arrays are read and written from the given
 * offsets with only Java's own bounds checks.
 */
public sealed interface Kernels permits ScalarKernels, VectorKernels {
  /** Number of elements below which the vector form is not faster. */
  int TINY = 1024;

  /** The form for work of this many elements. */
  static Kernels suited(long elements) {
    return elements < TINY ? scalar() : best();
  }

  static Kernels scalar() {
    return ScalarKernels.INSTANCE;
  }

  /** The Vector API form if it is enabled, else the scalar form. */
  static Kernels best() {
    return KernelChoice.now();
  }

  /** Converts {@code count} elements at a byte offset to calibrated floats. */
  void convert(
      MemorySegment from,
      long offset,
      DataType type,
      Calibration calibration,
      float[] to,
      int at,
      int count);

  /**
   * Computes {@code a + f (b - a)} for each element; where the result is NaN, takes the nearer of a
   * and b, so that data ends exactly where its nearest pixel has none.
   */
  void lerp(float[] a, float[] b, float[] f, float[] out, int at, int count);

  /** {@link #lerp} with one fraction for all elements. */
  void lerp(float[] a, float[] b, float f, float[] out, int at, int count);

  /** Catmull-Rom between p[1] and p[2]; where the result is NaN, their {@link #lerp}. */
  void cubic(float[][] p, float[] f, float[] out, int at, int count);

  /** See {@link Colour#index}. */
  boolean index(float[] values, int count, Stretch stretch, byte[] out);

  /** See {@link Colour#rgb}. */
  boolean rgb(float[][] bands, int count, Stretch[] stretches, byte[] out);

  /** See {@link Colour#rgba}. */
  boolean rgba(float[][] bands, int count, Stretch[] stretches, byte[] out);

  /** Adds values that are not NaN to the accumulator. */
  void accumulate(float[] values, int at, int count, Stats stats);

  /** Adds raw elements that are neither NaN nor {@code nodata}, uncalibrated. */
  void accumulate(MemorySegment from, DataType type, Calibration nodata, Runs runs, Stats stats);
}
