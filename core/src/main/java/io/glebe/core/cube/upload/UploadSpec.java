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
 * The parameters of an upload.
 *
 * @param layer the layer its cells belong to
 * @param instants one per slice, strictly ascending; parts with their own times need none
 * @param merge keeps existing values where the upload has none
 * @param window the part of the grid that raw, {@code .npy} and JSON cells fill; empty for the
 *     whole grid
 * @param form the allowed form of the body
 * @param raw how cells without a header are stored; empty for the layer's own type
 * @param physical the numbers are quantities, not stored numbers: the offset is subtracted, then
 *     they are divided by the scale and rounded
 * @param raster parameters of GeoTIFF files
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

  /** Maximum number of slices of one upload. */
  public static final int MAX_SLICES = 1_000;

  /** The allowed form of a body. */
  public enum Form {
    /** A {@code .npy} file or raw cells. */
    CELLS,
    /** Self-describing files; raw cells only with {@code raw}. */
    FILES
  }

  /**
   * A part of the grid.
   *
   * @param column first column
   * @param row first row, counted from the northernmost row of the grid
   */
  public record Patch(int column, int row, int width, int height) {}

  /** The element type and byte order of cells without a header. */
  public record Raw(DataType type, boolean bigEndian) {}

  /**
   * Parameters of GeoTIFF files.
   *
   * @param bands the bands (from 1), one for each slice; empty for the only one, or for all
   * @param resampling how cells of another grid are computed; empty for nearest (classes) or
   *     bilinear
   * @param crs EPSG code that overrides the one in the file
   * @param nodata number that overrides the one in the file
   */
  public record RasterSpec(
      List<Integer> bands,
      Optional<Resampling> resampling,
      OptionalInt crs,
      OptionalDouble nodata) {
    /** Uses the values in the file. */
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

  /** Returns the same parameters for parts with their own times. */
  public UploadSpec withoutInstants() {
    return new UploadSpec(layer, List.of(), merge, window, form, raw, physical, raster);
  }

  static Problem refused(String detail) {
    return Problem.invalid(Violation.parameter("slices", "datetime", detail));
  }
}
