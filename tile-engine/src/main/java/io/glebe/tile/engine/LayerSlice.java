package io.glebe.tile.engine;

import io.glebe.tile.kernel.Calibration;
import io.glebe.zarr.chunk.ChunkSource;
import java.util.List;
import java.util.Optional;

/**
 * One layer of a cube at one instant, as a snapshot of the cube gave it.
 *
 * @param identity names the data for ever: two slices with the same identity hold the same numbers,
 *     and data written later has another one
 * @param levels the arrays (slot, y, x) of the multiscale levels, base first
 * @param slot the slice's place on their first axis
 * @param categorical its numbers are classes: never interpolated
 * @param origins names the data of a window, where part of the slice is older than the rest
 */
public record LayerSlice(
    String identity,
    List<ChunkSource> levels,
    long slot,
    Calibration calibration,
    boolean categorical,
    Optional<Origins> origins) {

  /** Names the data of a window of the base level, as {@link LayerSlice#identity} those of all. */
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
