package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.tile.resample.Resampling;
import io.glebe.zarr.meta.DataType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What the sender says of an upload.
 *
 * @param layer the layer its cells belong to
 * @param instants one per slice, strictly ascending; parts that say their own time need none
 * @param merge keep what the slice has where nothing is sent
 * @param window the part of the grid that raw, {@code .npy} and JSON cells fill; empty for the
 *     whole
 * @param form what the body may be
 * @param raw how cells without any header are stored; empty for the layer's own type
 * @param physical the numbers are quantities, not the layer's stored numbers: they are divided by
 *     scale after the offset is taken off, and rounded
 * @param raster what is to be known of GeoTIFF files
 */
public record UploadSpec(
    String layer,
    List<Instant> instants,
    boolean merge,
    Optional<Patch> window,
    Form form,
    Optional<Raw> raw,
    boolean physical,
    RasterSpec raster) {

  /** Most slices of one upload. */
  public static final int MAX_SLICES = 1_000;

  /** What a body may be. */
  public enum Form {
    /** A {@code .npy} file or raw cells. */
    CELLS,
    /** Files that say by themselves what they are; raw cells only where {@code raw} says so. */
    FILES
  }

  /**
   * A part of the grid.
   *
   * @param column first column
   * @param row first row, counted from the grid's first (northern) row
   */
  public record Patch(int column, int row, int width, int height) {}

  /** The element type and byte order of cells without a header. */
  public record Raw(DataType type, boolean bigEndian) {}

  /**
   * Of GeoTIFF files.
   *
   * @param bands the bands (from 1), one for each slice; empty for the only one, or for all
   * @param resampling how cells are found on another grid; empty for nearest (classes) or bilinear
   * @param crs EPSG code that counts instead of the file's
   * @param nodata number that counts instead of the file's
   */
  public record RasterSpec(
      List<Integer> bands,
      Optional<Resampling> resampling,
      OptionalInt crs,
      OptionalDouble nodata) {
    /** What the file says by itself. */
    public static final RasterSpec NONE =
        new RasterSpec(List.of(), Optional.empty(), OptionalInt.empty(), OptionalDouble.empty());

    public RasterSpec {
      bands = List.copyOf(bands);
    }
  }

  public UploadSpec {
    instants = List.copyOf(instants);
    if (instants.size() > MAX_SLICES) {
      throw refused("datetime names at most " + MAX_SLICES + " times");
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

  /** The same for parts that carry their own times. */
  public UploadSpec withoutInstants() {
    return new UploadSpec(layer, List.of(), merge, window, form, raw, physical, raster);
  }

  static Problem refused(String detail) {
    return Problem.invalid(Violation.parameter("slices", "datetime", detail));
  }
}
