package io.glebe.tile.engine;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.plan.CubeGrid;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.Timeline;
import io.glebe.zarr.meta.Shape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The layers and times of a dataset's snapshot, for the tile engine:
 *
 * <pre>{@code
 * DatasetView view = DatasetView.of(collectionId, dataset.current());
 * Optional<Instant> time = view.time("B08", TimeSelector.latest());
 * List<LayerSlice> slices = view.slices(List.of("B04", "B08"), time.get()).orElseThrow();
 * }</pre>
 *
 * Cheap to create; never waits.
 */
public final class DatasetView {
  private final String identity;
  private final DatasetSnapshot snapshot;
  private final CubeGrid cube;

  private DatasetView(String identity, DatasetSnapshot snapshot) {
    this.identity = identity;
    this.snapshot = snapshot;
    List<CubeGrid.Level> levels = new ArrayList<>();
    for (int i = 0; i < snapshot.levels(); i++) {
      int factor = 1 << i;
      String layer = snapshot.layers().getFirst().name();
      Shape chunk = snapshot.chunks(layer, i).chunkShape();
      levels.add(
          new CubeGrid.Level(
              i,
              grid(snapshot.grid(i)),
              Math.toIntExact(chunk.get(2)),
              Math.toIntExact(chunk.get(1)),
              factor));
    }
    this.cube = new CubeGrid(levels);
  }

  /**
   * Creates the view of a snapshot with at least one layer.
   *
   * @param identity permanent name of the dataset; a dataset that is deleted and created again
   *     needs a new one
   */
  public static DatasetView of(String identity, DatasetSnapshot snapshot) {
    if (snapshot.layers().isEmpty()) {
      throw new IllegalArgumentException("the dataset has no layers yet");
    }
    return new DatasetView(identity, snapshot);
  }

  public CubeGrid cube() {
    return cube;
  }

  public DatasetSnapshot snapshot() {
    return snapshot;
  }

  /** The instant of the selected slice of a layer; empty when the layer has no such slice. */
  public Optional<Instant> time(String layer, TimeSelector when) {
    Timeline timeline = snapshot.timeline(layer);
    OptionalInt position = when.in(timeline);
    return position.isPresent()
        ? Optional.of(timeline.instant(position.getAsInt()))
        : Optional.empty();
  }

  /** The slice of one layer at an instant; empty when the layer has no slice at this instant. */
  public Optional<LayerSlice> slice(String layer, Instant time) {
    OptionalInt slot = snapshot.slot(layer, time);
    return slot.isPresent() ? Optional.of(slice(layer, slot.getAsInt())) : Optional.empty();
  }

  /**
   * The slices of several layers at one instant; empty when one of the layers has no slice at this
   * instant.
   */
  public Optional<List<LayerSlice>> slices(List<String> layers, Instant time) {
    List<LayerSlice> slices = new ArrayList<>();
    for (String layer : layers) {
      Optional<LayerSlice> slice = slice(layer, time);
      if (slice.isEmpty()) {
        return Optional.empty();
      }
      slices.add(slice.get());
    }
    return Optional.of(slices);
  }

  /** The conversion from stored numbers of a layer to values. */
  public static Calibration calibration(Layer layer) {
    return new Calibration(layer.scale(), layer.offset(), layer.nodata());
  }

  private LayerSlice slice(String name, int slot) {
    Layer layer = snapshot.layer(name).orElseThrow();
    List<ChunkSource> levels = new ArrayList<>();
    for (int i = 0; i < snapshot.levels(); i++) {
      levels.add(snapshot.chunks(name, i));
    }
    // a slot is written once and never reused, so path and slot identify the data
    String array = identity + ':' + snapshot.array(name, 0).path() + '#';
    Optional<LayerSlice.Origins> origins =
        snapshot.edited(name, slot)
            ? Optional.of(
                (row, column, height, width) ->
                    array + snapshot.origin(name, slot, row, column, height, width))
            : Optional.empty();
    return new LayerSlice(
        array + slot, levels, slot, calibration(layer), layer.categorical(), origins);
  }

  private static RasterGrid grid(GridSpec g) {
    return new RasterGrid(
        Projection.of(g.epsg()),
        new Affine(g.originX(), g.originY(), g.pixelWidth(), g.pixelHeight()),
        g.width(),
        g.height());
  }
}
