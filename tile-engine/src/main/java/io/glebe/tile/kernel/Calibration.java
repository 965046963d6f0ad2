package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.util.OptionalDouble;

/**
 * Conversion from stored numbers to values: {@code raw * scale + offset}. A raw number equal to
 * {@code nodata} has no value (NaN).
 *
 * <p>Throws {@link IllegalArgumentException} when scale or offset is not finite or scale is zero
 */
public record Calibration(double scale, double offset, OptionalDouble nodata) {
  /** Stored numbers are used as values. */
  public static final Calibration NONE = new Calibration(1, 0, OptionalDouble.empty());

  public Calibration {
    if (!Double.isFinite(scale) || !Double.isFinite(offset) || scale == 0) {
      throw new IllegalArgumentException("scale and offset must be finite, scale not zero");
    }
  }

  /**
   * The raw number that means "no data", as an element of this type; NaN, which equals nothing,
   * when there is none.
   */
  double missing(DataType type) {
    double raw = nodata.orElse(Double.NaN);
    return type == DataType.FLOAT32 ? (float) raw : raw;
  }

  /** Converts one number. The kernels compute the same in float. */
  public float value(double raw) {
    return nodata.isPresent() && raw == nodata.getAsDouble()
        ? Float.NaN
        : (float) raw * (float) scale + (float) offset;
  }
}
