package io.glebe.zarr.dataset;

import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.layout.DatasetFiles;
import io.glebe.zarr.dataset.layout.LayerArrays;
import io.glebe.zarr.dataset.layout.LayerState;
import io.glebe.zarr.dataset.layout.SliceTarget;
import io.glebe.zarr.dataset.layout.Timeline;
import io.glebe.zarr.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several slices that become visible together, or not at all. Closing without a commit removes the
 * written data; if that fails, the next reclaim removes it.
 */
public final class DatasetTransaction implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatasetTransaction.class);

  private enum Phase {
    OPEN,
    PUBLISHING,
    ENDED
  }

  private record Claim(String layer, Instant instant) {}

  private final Dataset dataset;
  private final DatasetFiles files;
  private final SlotRegistry slots;
  private final ChunkCache cache;
  private final SliceClaims shared;
  private final List<SliceWriter> writers = new ArrayList<>();
  private final List<Claim> removals = new ArrayList<>();
  private final List<Claim> claims = new ArrayList<>();
  private Phase phase = Phase.OPEN;

  DatasetTransaction(
      Dataset dataset,
      DatasetFiles files,
      SlotRegistry slots,
      ChunkCache cache,
      SliceClaims shared) {
    this.dataset = dataset;
    this.files = files;
    this.slots = slots;
    this.cache = cache;
    this.shared = shared;
  }

  /**
   * Starts a slice that replaces the slice of this instant.
   *
   * @throws SliceBusyException when another transaction is writing the same slice
   */
  public SliceWriter slice(String layer, Instant instant) {
    return begin(layer, instant, false);
  }

  /** Starts a slice that keeps the cells of the present slice where it is not written. */
  public SliceWriter update(String layer, Instant instant) {
    return begin(layer, instant, true);
  }

  /** Removes a slice from the newest snapshot. */
  public void remove(String layer, Instant instant) {
    requireOpen();
    dataset.current().state(layer);
    claim(layer, instant);
    removals.add(new Claim(layer, instant));
  }

  SliceWriter only(Function<DatasetTransaction, SliceWriter> begin) {
    try {
      SliceWriter writer = begin.apply(this);
      writer.ownTransaction();
      return writer;
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
  }

  private SliceWriter begin(String layer, Instant instant, boolean update) {
    requireOpen();
    dataset.current().state(layer);
    claim(layer, instant);
    // another process may have written the kept cells just before the claim
    DatasetSnapshot now = update ? dataset.refresh() : dataset.current();
    LayerState state = now.state(layer);
    int slot = slots.reserve(state, instant);
    LayerArrays arrays = now.arrays(layer);
    SliceTarget target = new SliceTarget(files, state, arrays, instant, slot);
    int previous = update ? now.slot(layer, instant).orElse(SliceWriter.NONE) : SliceWriter.NONE;
    SliceWriter writer = new SliceWriter(this, target, previous, cache);
    writers.add(writer);
    return writer;
  }

  private void claim(String layer, Instant instant) {
    slots.claim(layer, instant);
    claims.add(new Claim(layer, instant));
    shared.claim(layer, instant);
  }

  private void requireOpen() {
    if (phase != Phase.OPEN) {
      throw new IllegalStateException("the transaction has ended");
    }
  }

  /** Finishes open slices, then makes all of them visible at once. */
  public DatasetSnapshot commit() {
    requireOpen();
    for (SliceWriter writer : writers) {
      writer.finish();
    }
    files.store().flush();
    shared.confirm();
    // From here on a failure may hide a success, so nothing is deleted.
    phase = Phase.PUBLISHING;
    DatasetSnapshot published = dataset.commit(this::changed);
    end();
    return dataset.copyFullGroups(
        published, writers.stream().map(w -> w.target().layerName()).distinct().toList());
  }

  private Map<String, LayerState> changed(Map<String, LayerState> layers) {
    Map<String, LayerState> next = new LinkedHashMap<>(layers);
    for (Claim removal : removals) {
      next.computeIfPresent(
          removal.layer, (n, s) -> s.with(s.timeline().without(removal.instant), s.nextSlot()));
    }
    for (SliceWriter writer : writers) {
      SliceTarget target = writer.target();
      LayerState state = next.get(target.layerName());
      if (state == null || !state.folder().equals(target.folder())) {
        throw new NoSuchLayerException(target.layerName(), layers.keySet());
      }
      Timeline timeline = state.timeline().with(target.instant(), target.slot());
      next.put(target.layerName(), state.with(timeline, target.slot(), writer.edit()));
    }
    return next;
  }

  private void end() {
    phase = Phase.ENDED;
    writers.forEach(writer -> slots.release(writer.target().folder(), writer.target().slot()));
    claims.forEach(claim -> slots.release(claim.layer, claim.instant));
  }

  /** Discards everything unless it was committed. */
  @Override
  public void close() {
    if (phase == Phase.ENDED) {
      return;
    }
    for (SliceWriter writer : writers) {
      writer.discard();
      if (phase == Phase.OPEN) {
        remove(writer.target());
      }
    }
    end();
  }

  private static void remove(SliceTarget target) {
    try {
      target.delete();
    } catch (StoreException failed) {
      LOG.warn("{} stays unfinished until the next reclaim: {}", target, failed.getMessage());
    }
  }
}
