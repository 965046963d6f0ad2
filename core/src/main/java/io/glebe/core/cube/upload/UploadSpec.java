package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.zarr.meta.DataType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the sender says of a body of cells.
 *
 * @param layer the layer they belong to
 * @param instants one per slice, strictly ascending
 * @param window the part of the grid they fill; empty for the whole
 * @param type the element type of raw cells; {@code .npy} says it by itself
 * @param bigEndian the byte order of raw cells
 */
public record UploadSpec(
    String layer,
    List<Instant> instants,
    Optional<Patch> window,
    Optional<DataType> type,
    boolean bigEndian) {

  /** Most slices of one body. */
  public static final int MAX_SLICES = 1_000;

  /**
   * A part of the grid.
   *
   * @param column first column
   * @param row first row, counted from the grid's first (northern) row
   */
  public record Patch(int column, int row, int width, int height) {}

  public UploadSpec {
    instants = List.copyOf(instants);
    if (instants.isEmpty() || instants.size() > MAX_SLICES) {
      throw refused("datetime names 1 to " + MAX_SLICES + " times, one for each slice");
    }
    for (int i = 1; i < instants.size(); i++) {
      if (!instants.get(i - 1).isBefore(instants.get(i))) {
        throw refused(
            "the times ascend without repetition, but "
                + instants.get(i)
                + " follows "
                + instants.get(i - 1));
      }
    }
  }

  private static Problem refused(String detail) {
    return Problem.invalid(Violation.parameter("slices", "datetime", detail));
  }
}
