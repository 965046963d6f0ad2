package io.glebe.zarr.dataset;

import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.LayerArrays;
import io.glebe.zarr.dataset.layout.LayerState;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import io.glebe.zarr.dataset.layout.SnapshotDocument;
import io.glebe.zarr.dataset.layout.TimeMajor;
import io.glebe.zarr.dataset.layout.Timeline;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;

/**
 * The content of a dataset at one version: complete slices only. Immutable; only {@link
 * #statistics} may block. Methods with a layer name throw {@link NoSuchLayerException} for an
 * unknown layer.
 */
public final class DatasetSnapshot {
  private record View(LayerState state, LayerArrays arrays) {}

  private final SnapshotDocument document;
  private final List<GridSpec> grids;
  private final Map<String, View> views = new LinkedHashMap<>();
  private final List<Layer> layers;
  private final BiFunction<LayerState, Integer, Optional<SliceStatistics>> statistics;

  DatasetSnapshot(
      SnapshotDocument document,
      List<GridSpec> grids,
      Map<String, LayerArrays> arrays,
      BiFunction<LayerState, Integer, Optional<SliceStatistics>> statistics) {
    this.document = document;
    this.grids = List.copyOf(grids);
    this.statistics = statistics;
    document.layers().forEach((name, state) -> views.put(name, view(state, arrays)));
    this.layers = views.values().stream().map(view -> view.state.layer()).toList();
  }

  /** Number of the commit; strictly increasing. */
  public long version() {
    return document.version();
  }

  public Instant committedAt() {
    return document.committedAt();
  }

  public GridSpec grid() {
    return grids.getFirst();
  }

  /** The grid of a level; 0 is full resolution. */
  public GridSpec grid(int level) {
    return grids.get(level);
  }

  /** Number of levels of each layer, including full resolution. */
  public int levels() {
    return grids.size();
  }

  /** All layers in the order of their creation. */
  public List<Layer> layers() {
    return layers;
  }

  public Optional<Layer> layer(String name) {
    return Optional.ofNullable(views.get(name)).map(view -> view.state.layer());
  }

  /** The instants of a layer, ascending. */
  public List<Instant> times(String layer) {
    return timeline(layer).instants();
  }

  public Timeline timeline(String layer) {
    return view(layer).state.timeline();
  }

  /** The time of the commit that wrote the newest slice of an instant; empty without a slice. */
  public Optional<Instant> writtenAt(Instant instant) {
    return views.values().stream()
        .map(view -> view.state.timeline())
        .flatMap(line -> line.position(instant).stream().mapToObj(line::writtenAt))
        .max(Comparator.naturalOrder());
  }

  /**
   * The slot of an instant's slice: its index along the first axis of the layer's arrays. Slots
   * never change their data, so (layer, slot) is a version of the slice.
   */
  public OptionalInt slot(String layer, Instant instant) {
    Timeline timeline = timeline(layer);
    OptionalInt position = timeline.position(instant);
    return position.isPresent()
        ? OptionalInt.of(timeline.slot(position.getAsInt()))
        : OptionalInt.empty();
  }

  /**
   * The slot in which the cells of a window were first written: two slices with the same origin
   * have the same cells in the window, in all levels. Follows only a few uploads of windows.
   *
   * @param row first row of the window at full resolution
   */
  public int origin(String layer, int slot, int row, int column, int height, int width) {
    return view(layer).state.origin(slot, row, column, height, width);
  }

  /** Whether a part of a slice may be older than the rest. */
  public boolean edited(String layer, int slot) {
    return view(layer).state.edits().containsKey(slot);
  }

  /** The array (slot, y, x) of a level; the same object in all snapshots of an open dataset. */
  public ZarrArray array(String layer, int level) {
    return view(layer).arrays.level(level);
  }

  /** The chunks of a level, for readers of visible slots, whose data never change. */
  public ChunkSource chunks(String layer, int level) {
    return array(layer, level).chunks().immutable();
  }

  /** The layer's time-major array, if the dataset has one. */
  public Optional<TimeMajor> timeMajor(String layer) {
    View view = view(layer);
    return view.arrays
        .timeMajor()
        .map(array -> new TimeMajor(array.chunks().immutable(), view.state.copied()));
  }

  /** Statistics of the chunks of a slice at full resolution; may read the store. */
  public Optional<SliceStatistics> statistics(String layer, int slot) {
    return statistics.apply(view(layer).state, slot);
  }

  private static View view(LayerState state, Map<String, LayerArrays> arrays) {
    return new View(
        state, Objects.requireNonNull(arrays.get(state.folder()), "each layer has its arrays"));
  }

  private View view(String layer) {
    View view = views.get(layer);
    if (view == null) {
      throw new NoSuchLayerException(layer, views.keySet());
    }
    return view;
  }

  SnapshotDocument document() {
    return document;
  }

  LayerState state(String layer) {
    return view(layer).state;
  }

  LayerArrays arrays(String layer) {
    return view(layer).arrays;
  }
}
