package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.meta.Fields;
import io.glebe.zarr.meta.JsonDocument;
import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.Keys;
import io.glebe.zarr.store.ObjectStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The keys and documents of one dataset. */
public record DatasetFiles(ObjectStore store, String path, GridSpec grid, DatasetOptions options) {
  private static final String DATASET = "dataset.json";
  private static final String CURRENT = "current.json";
  private static final String SNAPSHOTS = "snapshots";

  public static DatasetFiles open(ObjectStore store, String path) {
    byte[] json =
        read(store, Keys.join(path, DATASET)).orElseThrow(() -> new NoSuchDatasetException(path));
    Fields all = Fields.of("'" + Keys.join(path, DATASET) + "'", JsonDocument.parseObject(json));
    Fields grid = all.object("grid");
    Fields options = all.object("options");
    return new DatasetFiles(
        store,
        path,
        new GridSpec(
            grid.integer("epsg"),
            grid.number("originX"),
            grid.number("originY"),
            grid.number("pixelWidth"),
            grid.number("pixelHeight"),
            grid.integer("width"),
            grid.integer("height")),
        new DatasetOptions(
            options.integer("zarrFormat"),
            options.integer("chunkSide"),
            options.integer("shardSide"),
            options.flag("timeMajor")));
  }

  /** Writes the document that makes the dataset exist. */
  public void create() {
    Map<String, Object> gridJson = new LinkedHashMap<>();
    gridJson.put("epsg", (long) grid.epsg());
    gridJson.put("originX", grid.originX());
    gridJson.put("originY", grid.originY());
    gridJson.put("pixelWidth", grid.pixelWidth());
    gridJson.put("pixelHeight", grid.pixelHeight());
    gridJson.put("width", (long) grid.width());
    gridJson.put("height", (long) grid.height());
    Map<String, Object> optionsJson = new LinkedHashMap<>();
    optionsJson.put("zarrFormat", (long) options.zarrFormat());
    optionsJson.put("chunkSide", (long) options.chunkSide());
    optionsJson.put("shardSide", (long) options.shardSide());
    optionsJson.put("timeMajor", options.timeMajor());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("grid", gridJson);
    json.put("options", optionsJson);
    if (!store.putIfAbsent(Keys.join(path, DATASET), JsonDocument.write(json))) {
      throw new DatasetExistsException(path);
    }
  }

  public int levels() {
    return LayerMetadata.levels(grid, options);
  }

  public String layer(String folder) {
    return Keys.join(path, folder);
  }

  /**
   * A folder for a new layer of this name that no earlier layer has used.
   *
   * @param removed folders of earlier layers, of which nothing may be left
   */
  public String newFolder(String name, Set<String> removed) {
    String folder = name;
    for (int i = 2; removed.contains(folder) || isUsed(layer(folder)); i++) {
      folder = name + "-" + i;
    }
    return folder;
  }

  /** Whether a child of the dataset's path holds a layer. */
  public boolean isLayerFolder(String name) {
    return !name.equals(SNAPSHOTS) && !name.startsWith(".z");
  }

  private boolean isUsed(String key) {
    try (Stream<String> below = store.children(key)) {
      return below.findAny().isPresent() || store.size(key).isPresent();
    }
  }

  private String snapshotKey(long version) {
    return Keys.join(path, SNAPSHOTS + "/" + "%012d.json".formatted(version));
  }

  public Optional<SnapshotDocument> snapshot(long version) {
    return read(store, snapshotKey(version)).map(SnapshotDocument::parse);
  }

  public boolean hasSnapshot(long version) {
    return store.size(snapshotKey(version)).isPresent();
  }

  /** Makes a commit visible in one step; false when another commit has already used the version. */
  public boolean putSnapshot(SnapshotDocument snapshot) {
    return store.putIfAbsent(snapshotKey(snapshot.version()), snapshot.toJson());
  }

  public void deleteSnapshot(long version) {
    store.delete(snapshotKey(version));
  }

  /** The kept versions, ascending. */
  public List<Long> snapshots() {
    try (Stream<String> names = store.children(Keys.join(path, SNAPSHOTS))) {
      return names
          .map(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
          .sorted()
          .toList();
    }
  }

  /** The newest version, or one shortly before it. */
  public long hint() {
    return read(store, Keys.join(path, CURRENT))
        .map(json -> Fields.of(CURRENT, JsonDocument.parseObject(json)).whole("version"))
        .orElse(0L);
  }

  public void putHint(long version) {
    store.put(Keys.join(path, CURRENT), JsonDocument.write(Map.of("version", version)));
  }

  public String markerPrefix(String folder) {
    return layer(folder) + "/slices";
  }

  public String markerKey(String folder, int slot) {
    return markerPrefix(folder) + "/" + slot + ".json";
  }

  public String statisticsKey(String folder, int slot) {
    return markerPrefix(folder) + "/" + slot + ".stats";
  }

  /**
   * Key of the marker that a process has copied (or started to copy) a group into the time-major
   * array.
   */
  public String copiedKey(String folder, int group) {
    return markerPrefix(folder) + "/group-" + group + ".sealed";
  }

  public static Optional<byte[]> read(ObjectStore store, String key) {
    Optional<Blob> stored = store.get(key);
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    try (Blob blob = stored.get()) {
      return Optional.of(blob.toByteArray());
    }
  }
}
