package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;

/**
 * The inner loops, in two forms with the same results. Arrays are read and written from their given
 * offsets without checks beyond Java's own.
 */
public sealed interface Kernels permits ScalarKernels, VectorKernels {
  /** Elements below which starting the vector form does not pay. */
  int TINY = 1024;

  /** The form for a piece of work of that many elements. */
  static Kernels suited(long elements) {
    return elements < TINY ? scalar() : best();
  }

  static Kernels scalar() {
    return ScalarKernels.INSTANCE;
  }

  /** The Vector API form where it is to be used now, else the scalar one. */
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
   * {@code a + f (b - a)} for each element; where that is NaN the nearer one of a and b, so that
   * data ends exactly where its nearest pixel has none.
   */
  void lerp(float[] a, float[] b, float[] f, float[] out, int at, int count);

  /** {@link #lerp} with one fraction for all. */
  void lerp(float[] a, float[] b, float f, float[] out, int at, int count);

  /** Catmull-Rom between p[1] and p[2]; where that is NaN their {@link #lerp}. */
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
