package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.zarr.dataset.layout.Cells;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.util.OptionalDouble;

/**
 * Converts numbers to the stored cells of a layer, and rejects numbers that would not be read back
 * unchanged: numbers that an integer type cannot store exactly, and missing values when the layer
 * has no nodata number.
 */
final class CellWriter {
  /** Allowed changes of a number during conversion. */
  enum Rounding {
    /** Stored numbers must be integers. */
    NONE,
    /** Quantities are rounded to the layer's step but must be within its range. */
    STEP,
    /** Interpolated numbers are rounded and limited to the range of the type. */
    LIMIT
  }

  private final Layer layer;
  private final Cells cells;
  private final Cells plain;
  private final boolean physical;
  private final Rounding rounding;
  private double[] back = new double[0];

  CellWriter(Layer layer, boolean physical, boolean interpolated) {
    this.layer = layer;
    this.cells = new Cells(layer);
    this.plain = new Cells(layer.dataType(), OptionalDouble.empty(), 0);
    this.physical = physical;
    this.rounding = interpolated ? Rounding.LIMIT : physical ? Rounding.STEP : Rounding.NONE;
  }

  /** Returns whether cells of this type are stored unchanged byte by byte. */
  boolean takes(DataType type, OptionalDouble nodata) {
    boolean same =
        nodata.isEmpty() || same(nodata.getAsDouble(), layer.nodata().orElse(Double.NaN));
    boolean mean = type.isFloat() || nodata.isEmpty() || layer.nodata().isPresent();
    return type == layer.dataType() && !physical && same && mean;
  }

  private static boolean same(double a, double b) {
    return Double.compare(a, b) == 0;
  }

  DataType type() {
    return layer.dataType();
  }

  /**
   * Stores numbers; NaN means no value.
   *
   * @param values modified during conversion
   * @param row first row and column in the grid, for messages
   */
  void store(double[] values, int count, MemorySegment to, int row, int column) {
    boolean whole = !layer.dataType().isFloat();
    for (int i = 0; i < count; i++) {
      if (physical) {
        values[i] = (values[i] - layer.offset()) / layer.scale();
      }
      if (whole && Double.isNaN(values[i]) && layer.nodata().isEmpty()) {
        throw noNumber(row, column + i);
      }
    }
    cells.write(values, to, 0, count);
    if (rounding != Rounding.LIMIT) {
      check(values, count, to, row, column);
    }
  }

  private void check(double[] values, int count, MemorySegment to, int row, int column) {
    if (back.length < count) {
      back = new double[count];
    }
    plain.read(to, 0, count, back);
    boolean whole = !layer.dataType().isFloat();
    double allowed = rounding == Rounding.STEP ? 0.5 : 0;
    for (int i = 0; i < count; i++) {
      boolean kept =
          Double.isNaN(values[i])
              || (whole
                  ? Math.abs(values[i] - back[i]) <= allowed
                  : Double.isInfinite(values[i]) || !Double.isInfinite(back[i]));
      if (!kept) {
        throw lost(values[i], row, column + i);
      }
    }
  }

  private Problem noNumber(int row, int column) {
    return refused(
        "there is no value at row "
            + row
            + ", column "
            + column
            + " of the grid, but the layer has no nodata number; set one (PUT …/metadata,"
            + " {\"nodata\": …})");
  }

  private Problem lost(double value, int row, int column) {
    return refused(
        "the number "
            + value
            + " at row "
            + row
            + ", column "
            + column
            + " of the grid cannot be stored as "
            + layer.dataType().v3Name()
            + (physical ? "" : "; with values=physical quantities are scaled and rounded"));
  }

  static Problem refused(String detail) {
    return Problem.invalid(Violation.at("cells", "", detail));
  }
}
