package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.meta.DataType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * One quantity of a dataset. The value of a stored number n is n * scale + offset, unless n is
 * nodata (or NaN).
 *
 * @param name letters, digits, {@code _ - .}; begins with a letter, digit or underscore
 * @param nodata the stored number that means "no value"
 * @param unit as UCUM or free text; empty when it has none
 * @param categorical values are classes: overviews use the most frequent value instead of the
 *     average
 * @param attributes free JSON values
 */
public record Layer(
    String name,
    DataType dataType,
    double scale,
    double offset,
    OptionalDouble nodata,
    String unit,
    boolean categorical,
    Map<String, Object> attributes) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}");

  public Layer {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "layer name '" + name + "' is not 1 to 100 of letters, digits, _ - .");
    }
    if (!Double.isFinite(scale) || scale == 0 || !Double.isFinite(offset)) {
      throw new IllegalArgumentException("layer '" + name + "' needs a finite scale and offset");
    }
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /** A continuous layer of plain numbers without unit and nodata. */
  public static Layer of(String name, DataType dataType) {
    return new Layer(name, dataType, 1, 0, OptionalDouble.empty(), "", false, Map.of());
  }

  public Layer withNodata(double value) {
    return new Layer(
        name, dataType, scale, offset, OptionalDouble.of(value), unit, categorical, attributes);
  }

  public Layer withAttributes(Map<String, Object> values) {
    return new Layer(name, dataType, scale, offset, nodata, unit, categorical, values);
  }

  /** The stored number of cells that were never written: nodata, else NaN for floats, else zero. */
  public double fill() {
    return nodata.orElse(dataType.isFloat() ? Double.NaN : 0);
  }
}
