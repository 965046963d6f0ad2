package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.array.ZarrGroup;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.chunk.ChunkWriter;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.GroupMeta;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.Keys;
import io.glebe.zarr.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arrays of one layer, one per level, full resolution first. They stay open as long as the
 * dataset.
 */
public final class LayerArrays {
  /** Slots of a new layer; other tools refuse an axis without any. */
  private static final int FIRST_SLOTS = 1;

  private final ObjectStore store;
  private final String path;
  private final List<ZarrArray> levels;
  private final List<ChunkWriter> writers;
  private final ZarrArray time;
  private final Optional<ZarrArray> timeMajor;

  private LayerArrays(
      ObjectStore store,
      String path,
      List<ZarrArray> levels,
      ZarrArray time,
      Optional<ZarrArray> timeMajor) {
    this.store = store;
    this.path = path;
    this.levels = List.copyOf(levels);
    this.time = time;
    this.timeMajor = timeMajor;
    this.writers = levels.stream().map(this::writer).toList();
  }

  private ChunkWriter writer(ZarrArray array) {
    return new ChunkWriter(store, array.path(), array.meta());
  }

  public static LayerArrays open(
      DatasetFiles files, String folder, int levelCount, ChunkCache cache) {
    String path = files.layer(folder);
    List<ZarrArray> levels = new ArrayList<>();
    for (int level = 0; level < levelCount; level++) {
      levels.add(ZarrArray.open(files.store(), data(path, level), cache));
    }
    Optional<ZarrArray> timeMajor =
        files.options().timeMajor()
            ? Optional.of(ZarrArray.open(files.store(), Keys.join(path, "series"), cache))
            : Optional.empty();
    ZarrArray time = ZarrArray.open(files.store(), Keys.join(path, "0/time"), cache);
    return new LayerArrays(files.store(), path, levels, time, timeMajor);
  }

  public static LayerArrays create(
      DatasetFiles files, Layer layer, String folder, ChunkCache cache) {
    String path = files.layer(folder);
    ObjectStore store = files.store();
    LayerMetadata metadata = new LayerMetadata(files.grid(), files.options(), layer, FIRST_SLOTS);
    ZarrGroup group =
        ZarrGroup.create(store, path, group(files, metadata.groupAttributes()), cache);
    List<ZarrArray> levels = new ArrayList<>();
    for (int level = 0; level < files.levels(); level++) {
      ZarrGroup one = group.createGroup("" + level, metadata.levelAttributes(level));
      levels.add(one.createArray("data", metadata.data(level)));
      new Coordinates(one, files.grid().level(level), files.options().zarrFormat()).create();
    }
    ZarrGroup full = group.group("0").orElseThrow();
    new Coordinates(full, files.grid(), files.options().zarrFormat()).createTime(FIRST_SLOTS);
    ZarrArray time = full.array("time").orElseThrow();
    Optional<ZarrArray> timeMajor =
        files.options().timeMajor()
            ? Optional.of(group.createArray("series", metadata.timeMajor()))
            : Optional.empty();
    return new LayerArrays(store, path, levels, time, timeMajor);
  }

  private static GroupMeta group(DatasetFiles files, Map<String, Object> attributes) {
    return GroupMeta.of(files.options().zarrFormat(), attributes);
  }

  private static String data(String path, int level) {
    return path + "/" + level + "/data";
  }

  String path() {
    return path;
  }

  public int levels() {
    return levels.size();
  }

  public ZarrArray level(int level) {
    return levels.get(level);
  }

  public ChunkWriter writer(int level) {
    return writers.get(level);
  }

  public Optional<ZarrArray> timeMajor() {
    return timeMajor;
  }

  /**
   * Extends the first axis of all levels to a slot, unless another process has done so. A commit
   * does so once, so that the axis ends with the last slot in use.
   */
  public void ensureSlot(int slot) {
    for (ZarrArray array : levels) {
      grow(array, slot);
    }
    timeMajor.ifPresent(array -> grow(array, slot));
    grow(time, slot);
  }

  private static void grow(ZarrArray array, int slot) {
    synchronized (array) {
      if (slot >= array.meta().shape().get(0)) {
        array.reload();
      }
      Shape shape = array.meta().shape();
      if (slot >= shape.get(0)) {
        array.resize(shape.with(0, slot + 1L));
      }
    }
  }

  /** Writes the times of the slots for other tools. */
  public void writeTimes(Timeline timeline) {
    Coordinates.writeTimes(time, timeline);
  }

  /** Removes every object of a slot and returns their number; the slot's marker stays. */
  public long deleteSlot(int slot) {
    long removed = 0;
    for (ZarrArray array : levels) {
      removed += store.deletePrefix(slotPrefix(array, slot));
    }
    return removed;
  }

  private static String slotPrefix(ZarrArray array, int slot) {
    ArrayMeta meta = array.meta();
    String key = meta.key(slot, 0, 0);
    return Keys.join(array.path(), key.substring(0, key.length() - "/0/0".length()));
  }
}
