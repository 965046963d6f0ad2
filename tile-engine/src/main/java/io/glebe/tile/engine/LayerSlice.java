package io.glebe.tile.engine;

import io.glebe.tile.kernel.Calibration;
import io.glebe.zarr.chunk.ChunkSource;
import java.util.List;
import java.util.Optional;

/**
 * One layer of a cube at one instant, taken from a snapshot of the cube.
 *
 * @param identity permanent name of the data: two slices with the same identity hold the same
 *     numbers, and data that is written later has another identity
 * @param levels the arrays (slot, y, x) of the multiscale levels, base first
 * @param slot index of the slice on the first axis
 * @param categorical whether the numbers are classes, which are never interpolated
 * @param origins identities by window, when a part of the slice is older than the rest
 */
public record LayerSlice(
    String identity,
    List<ChunkSource> levels,
    long slot,
    Calibration calibration,
    boolean categorical,
    Optional<Origins> origins) {

  /**
   * Gives the identity of the data in a window of the base level, as {@link LayerSlice#identity}
   * does for the whole slice.
   */
  @FunctionalInterface
  public interface Origins {
    String of(int row, int column, int height, int width);
  }

  public LayerSlice {
    levels = List.copyOf(levels);
  }

  public LayerSlice(
      String identity,
      List<ChunkSource> levels,
      long slot,
      Calibration calibration,
      boolean categorical) {
    this(identity, levels, slot, calibration, categorical, Optional.empty());
  }

  /** The slice at one level. */
  public Plane plane(int level) {
    return new Plane(levels.get(level), slot, calibration);
  }

  /** Stored bytes of one pixel. */
  public int bytesPerPixel() {
    return levels.getFirst().meta().dataType().size();
  }

  LayerSlice with(Calibration other) {
    return new LayerSlice(identity, levels, slot, other, categorical, origins);
  }
}
