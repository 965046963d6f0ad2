package io.glebe.tile.kernel;

import io.glebe.zarr.meta.DataType;
import java.util.OptionalDouble;

/**
 * From stored numbers to values: {@code raw * scale + offset}; a raw number equal to {@code nodata}
 * is no value (NaN).
 *
 * <p>Throws {@link IllegalArgumentException} when scale or offset is not finite or scale is zero
 */
public record Calibration(double scale, double offset, OptionalDouble nodata) {
  /** Stored numbers are values. */
  public static final Calibration NONE = new Calibration(1, 0, OptionalDouble.empty());

  public Calibration {
    if (!Double.isFinite(scale) || !Double.isFinite(offset) || scale == 0) {
      throw new IllegalArgumentException("scale and offset must be finite, scale not zero");
    }
  }

  /**
   * The raw number that means no data, as elements of that type hold it; NaN, which equals nothing,
   * when there is none.
   */
  double missing(DataType type) {
    double raw = nodata.orElse(Double.NaN);
    return type == DataType.FLOAT32 ? (float) raw : raw;
  }

  /** One number, the long way; the kernels compute the same in float. */
  public float value(double raw) {
    return nodata.isPresent() && raw == nodata.getAsDouble()
        ? Float.NaN
        : (float) raw * (float) scale + (float) offset;
  }
}
