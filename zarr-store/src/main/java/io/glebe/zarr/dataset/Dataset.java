package io.glebe.zarr.dataset;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.zarr.array.ZarrGroup;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.codec.CorruptChunkException;
import io.glebe.zarr.dataset.layout.DatasetFiles;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.LayerArrays;
import io.glebe.zarr.dataset.layout.LayerState;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import io.glebe.zarr.dataset.layout.SnapshotDocument;
import io.glebe.zarr.meta.GroupMeta;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One collection's cube.
 *
 * <pre>{@code
 * Dataset dataset = Dataset.create(store, "cubes/s2", grid, DatasetOptions.forGrid(grid), cache);
 * dataset.addLayer(Layer.of("NDVI", DataType.FLOAT32));
 * try (SliceWriter slice = dataset.beginSlice("NDVI", instant)) {
 *   slice.write(0, 0, rows, grid.width(), segment);
 *   slice.commit();
 * }
 * DatasetSnapshot now = dataset.current();
 * }</pre>
 *
 * Datasets stay open; opening reads two or three small objects.
 */
public final class Dataset {
  private static final Logger LOG = LoggerFactory.getLogger(Dataset.class);

  /** Maximum number of attempts of a commit when other processes commit in between. */
  private static final int COMMIT_ATTEMPTS = 20;

  /** Limit of cached statistics, in chunks. */
  private static final long STATISTICS_CHUNKS = 500_000;

  private final DatasetFiles files;
  private final ChunkCache cache;
  private final List<GridSpec> grids;
  private final Map<String, LayerArrays> arrays = new ConcurrentHashMap<>();
  private final SlotRegistry slots;
  private final Cache<String, Optional<SliceStatistics>> statistics =
      Caffeine.newBuilder()
          .maximumWeight(STATISTICS_CHUNKS)
          .<String, Optional<SliceStatistics>>weigher(
              (key, value) -> 1 + value.map(s -> s.rows() * s.columns()).orElse(0))
          .build();
  private volatile DatasetSnapshot current;

  private Dataset(DatasetFiles files, ChunkCache cache) {
    this.files = files;
    this.cache = cache;
    this.grids = IntStream.range(0, files.levels()).mapToObj(files.grid()::level).toList();
    this.slots = new SlotRegistry(files);
    this.current = newest(Optional.empty());
  }

  /**
   * Creates an empty dataset.
   *
   * @throws DatasetExistsException when the path is in use
   */
  public static Dataset create(
      ObjectStore store, String path, GridSpec grid, DatasetOptions options, ChunkCache cache) {
    DatasetFiles files = new DatasetFiles(store, path, grid, options);
    files.create();
    ZarrGroup.create(store, path, GroupMeta.of(options.zarrFormat(), Map.of()), cache);
    files.putSnapshot(SnapshotDocument.first(now()));
    files.putHint(1);
    return open(store, path, cache);
  }

  /**
   * Opens a dataset at its newest snapshot.
   *
   * @throws NoSuchDatasetException when there is none at the path
   */
  public static Dataset open(ObjectStore store, String path, ChunkCache cache) {
    return new Dataset(DatasetFiles.open(store, path), cache);
  }

  private static Instant now() {
    return Instant.ofEpochMilli(System.currentTimeMillis());
  }

  public String path() {
    return files.path();
  }

  public GridSpec grid() {
    return files.grid();
  }

  public DatasetOptions options() {
    return files.options();
  }

  /** The newest snapshot known to this process: a volatile read. */
  public DatasetSnapshot current() {
    return current;
  }

  /** Reads commits of other processes and returns the newest snapshot. */
  public synchronized DatasetSnapshot refresh() {
    current = newest(Optional.of(current));
    return current;
  }

  private DatasetSnapshot newest(Optional<DatasetSnapshot> known) {
    long hint = Math.max(files.hint(), known.map(DatasetSnapshot::version).orElse(0L));
    long newest = hint;
    while (files.hasSnapshot(newest + 1)) {
      newest++;
    }
    if (known.isPresent() && known.get().version() == newest) {
      return known.get();
    }
    long version = newest == 0 ? firstVersion() : newest;
    DatasetSnapshot found =
        view(files.snapshot(version).orElseThrow(() -> new NoSuchSnapshotException(version)));
    if (version > hint) {
      files.putHint(version);
    }
    return found;
  }

  /** Creates the first snapshot if the creating process died between its first two documents. */
  private long firstVersion() {
    files.putSnapshot(SnapshotDocument.first(now()));
    return 1;
  }

  private DatasetSnapshot view(SnapshotDocument document) {
    Map<String, LayerArrays> open = new HashMap<>();
    for (LayerState state : document.layers().values()) {
      LayerArrays layer =
          arrays.computeIfAbsent(
              state.folder(), f -> LayerArrays.open(files, f, files.levels(), cache));
      layer.ensureSlot(state.nextSlot() - 1);
      open.put(state.folder(), layer);
    }
    return new DatasetSnapshot(document, grids, open, this::statistics);
  }

  private Optional<SliceStatistics> statistics(LayerState state, int slot) {
    return statistics.get(
        files.statisticsKey(state.folder(), slot),
        key -> DatasetFiles.read(files.store(), key).map(SliceStatistics::parse));
  }

  /** An earlier (or the current) snapshot, if it is still kept. */
  public Optional<DatasetSnapshot> asOf(long version) {
    DatasetSnapshot now = current;
    return version == now.version() ? Optional.of(now) : files.snapshot(version).map(this::view);
  }

  /** The newest snapshot at this time, if it is still kept. */
  public Optional<DatasetSnapshot> asOf(Instant when) {
    List<Long> versions = files.snapshots();
    int low = 0;
    int high = versions.size();
    Optional<SnapshotDocument> found = Optional.empty();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Optional<SnapshotDocument> one = files.snapshot(versions.get(middle));
      if (one.isPresent() && one.get().committedAt().isAfter(when)) {
        high = middle;
      } else {
        found = one.isPresent() ? one : found;
        low = middle + 1;
      }
    }
    return found.map(this::view);
  }

  /** The commit time of a version, if it is still kept. */
  public Optional<Instant> committedAt(long version) {
    DatasetSnapshot now = current;
    return version == now.version()
        ? Optional.of(now.committedAt())
        : files.snapshot(version).map(SnapshotDocument::committedAt);
  }

  /**
   * The changes of the snapshots, the newest first.
   *
   * @param previous only versions less than this one are included
   * @param limit maximum number of entries
   */
  public List<SnapshotChange> history(long previous, int limit) {
    return SnapshotChange.history(files, Math.min(previous, current.version() + 1), limit);
  }

  /** Versions of the kept snapshots, ascending. */
  public List<Long> versions() {
    return files.snapshots();
  }

  /**
   * Adds an empty layer.
   *
   * @throws LayerExistsException when there already is a layer with this name
   */
  public DatasetSnapshot addLayer(Layer layer) {
    synchronized (slots) {
      if (current.layer(layer.name()).isPresent()) {
        throw new LayerExistsException(layer.name());
      }
      String folder = files.newFolder(layer.name(), current.document().removed().keySet());
      arrays.put(folder, LayerArrays.create(files, layer, folder, cache));
      return commit(layers -> LayerChanges.add(layers, layer, folder));
    }
  }

  /**
   * Removes a layer from the newest snapshot; its data is removed with the last snapshot that
   * contains it.
   */
  public DatasetSnapshot removeLayer(String name) {
    current.state(name);
    return commit(layers -> LayerChanges.remove(layers, name));
  }

  /**
   * Changes scale, offset, unit, nodata or attributes of a layer; its name and data type do not
   * change.
   */
  public DatasetSnapshot updateLayer(Layer layer) {
    LayerState previous = current.state(layer.name());
    if (previous.layer().dataType() != layer.dataType()) {
      throw new IllegalArgumentException("the data type of a layer cannot change");
    }
    return commit(layers -> LayerChanges.update(layers, layer));
  }

  /**
   * Publishes the content of an earlier snapshot as the newest one; the snapshots in between stay
   * readable.
   */
  public DatasetSnapshot restore(long version) {
    SnapshotDocument earlier =
        files.snapshot(version).orElseThrow(() -> new NoSuchSnapshotException(version));
    return commit(layers -> LayerChanges.restore(layers, earlier.layers()));
  }

  /** As {@link #restore(long)}, but only for some layers, which the snapshot must have. */
  public DatasetSnapshot restore(long version, Set<String> names) {
    SnapshotDocument earlier =
        files.snapshot(version).orElseThrow(() -> new NoSuchSnapshotException(version));
    return commit(layers -> LayerChanges.restore(layers, earlier.layers(), names));
  }

  /** Starts a commit of several slices. */
  public DatasetTransaction begin() {
    return begin(SliceClaims.NONE);
  }

  /** As {@link #begin()}, for datasets that other processes write as well. */
  public DatasetTransaction begin(SliceClaims claims) {
    return new DatasetTransaction(this, files, slots, cache, claims);
  }

  /**
   * Starts one slice, which replaces the slice of this instant when committed. Cells that are not
   * written have no value.
   *
   * @throws SliceBusyException when another writer is writing the same slice
   */
  public SliceWriter beginSlice(String layer, Instant instant) {
    return begin().only(transaction -> transaction.slice(layer, instant));
  }

  /**
   * Removes snapshots that were replaced longer ago than the retention, slices that only they
   * contain, and remains of unfinished uploads. Readers must not keep a snapshot longer than the
   * retention.
   */
  public ReclaimReport reclaim(Duration retention) {
    Instant cutoff = Instant.now().minus(retention);
    synchronized (slots) {
      return new Reclaim(files, slots, this::removeSlot).run(cutoff);
    }
  }

  private long removeSlot(String folder, int slot) {
    Optional<LayerArrays> open = Optional.ofNullable(arrays.get(folder));
    LayerArrays layer =
        open.orElseGet(() -> LayerArrays.open(files, folder, files.levels(), cache));
    long removed = layer.deleteSlot(slot);
    files.store().delete(files.statisticsKey(folder, slot));
    files.store().delete(files.markerKey(folder, slot));
    return removed + 2;
  }

  /**
   * Copies full groups of slots into the time-major arrays. A failure does not affect the commit
   * before it.
   */
  DatasetSnapshot copyFullGroups(DatasetSnapshot snapshot, List<String> layers) {
    if (!files.options().timeMajor()) {
      return snapshot;
    }
    Map<String, Set<Integer>> covered = new HashMap<>();
    try {
      for (String name : layers) {
        LayerState state = snapshot.state(name);
        Set<Integer> more =
            new TimeMajorCopy(files, slots, cache).copyFullGroups(state, snapshot.arrays(name));
        if (!more.isEmpty()) {
          covered.put(state.folder(), more);
        }
      }
      return covered.isEmpty() ? snapshot : commit(now -> LayerChanges.markCopied(now, covered));
    } catch (StoreException | CorruptChunkException failed) {
      LOG.warn("'{}' stays without some time-major groups: {}", path(), failed.getMessage());
      return snapshot;
    }
  }

  /**
   * Updates the derived documents. The commit is already visible; a failure here is repaired by the
   * next opening or the next commit.
   */
  private void updateHintAndTimes(SnapshotDocument previous, DatasetSnapshot now) {
    try {
      files.putHint(now.version());
      now.document()
          .layers()
          .forEach(
              (name, state) -> {
                LayerState old = previous.layers().get(name);
                if (old == null || old.timeline() != state.timeline()) {
                  now.arrays(name).writeTimes(state.timeline());
                }
              });
    } catch (RuntimeException failed) {
      LOG.warn("'{}' is at {}, but not its hint and times: {}", path(), now.version(), "" + failed);
    }
  }

  /** Publishes changed layers as the next version, based on the newest version at that time. */
  synchronized DatasetSnapshot commit(UnaryOperator<Map<String, LayerState>> change) {
    for (int attempt = 0; attempt < COMMIT_ATTEMPTS; attempt++) {
      SnapshotDocument base = current.document();
      Instant earliest = base.committedAt().plusMillis(1);
      Instant at = now().isBefore(earliest) ? earliest : now();
      SnapshotDocument next = LayerChanges.next(base, change.apply(base.layers()), at);
      if (files.putSnapshot(next)) {
        current = view(next);
        updateHintAndTimes(base, current);
        return current;
      }
      refresh();
    }
    throw new CommitConflictException(files.path());
  }
}
