package io.glebe.zarr.dataset;

import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.Box;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.chunk.ChunkLease;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.chunk.ChunkWriter;
import io.glebe.zarr.chunk.ChunkWriter.Durability;
import io.glebe.zarr.chunk.Elements;
import io.glebe.zarr.dataset.layout.DatasetFiles;
import io.glebe.zarr.dataset.layout.LayerArrays;
import io.glebe.zarr.dataset.layout.LayerState;
import io.glebe.zarr.dataset.layout.TimeMajor;
import io.glebe.zarr.dataset.layout.Timeline;
import io.glebe.zarr.memory.Slab;
import io.glebe.zarr.meta.ArrayMeta;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Copies full groups of slots into the time-major array. A group is written once, by the process
 * that creates its marker. Slots that become visible later (by a restore, or from another process)
 * stay uncovered, which makes reads slower but never wrong.
 */
final class TimeMajorCopy {
  private final DatasetFiles files;
  private final SlotRegistry slots;
  private final ChunkCache cache;

  TimeMajorCopy(DatasetFiles files, SlotRegistry slots, ChunkCache cache) {
    this.files = files;
    this.slots = slots;
    this.cache = cache;
  }

  /** Copies groups that are full and not yet copied; returns the slots that are now covered. */
  Set<Integer> copyFullGroups(LayerState state, LayerArrays arrays) {
    Set<Integer> covered = new HashSet<>();
    for (Map.Entry<Integer, List<Integer>> group : fullGroups(state).entrySet()) {
      if (files.store().putIfAbsent(files.copiedKey(state.folder(), group.getKey()), new byte[0])) {
        copy(group.getKey(), group.getValue(), arrays);
        covered.addAll(group.getValue());
      }
    }
    if (!covered.isEmpty()) {
      files.store().flush();
    }
    return covered;
  }

  private Map<Integer, List<Integer>> fullGroups(LayerState state) {
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    Timeline line = state.timeline();
    Set<Integer> known = new HashSet<>();
    state.copied().forEach(slot -> known.add(slot / TimeMajor.GROUP));
    for (int i = 0; i < line.size(); i++) {
      int group = line.slot(i) / TimeMajor.GROUP;
      if (!known.contains(group) && isFull(state, group)) {
        groups.computeIfAbsent(group, g -> new ArrayList<>()).add(line.slot(i));
      }
    }
    return groups;
  }

  private boolean isFull(LayerState state, int group) {
    int end = (group + 1) * TimeMajor.GROUP;
    for (int slot = end - TimeMajor.GROUP; slot < end; slot++) {
      if (slots.isWriting(state.folder(), slot)) {
        return false;
      }
    }
    return state.nextSlot() >= end;
  }

  /** Copies chunk by chunk of the ordinary array, so that its slots stay in the cache. */
  private void copy(int group, List<Integer> live, LayerArrays arrays) {
    ZarrArray series = arrays.timeMajor().orElseThrow();
    ChunkWriter writer = new ChunkWriter(files.store(), series.path(), series.meta());
    ChunkSource from = arrays.level(0).chunks();
    Slab slab = cache.acquire(series.meta().innerChunkBytes());
    try {
      for (int row = 0; row < from.chunksAlong(1); row++) {
        for (int column = 0; column < from.chunksAlong(2); column++) {
          for (int[] corner : corners(from, row, column)) {
            Elements.fill(slab.segment(), series.meta());
            Box block = block(group, corner[0], corner[1]);
            for (int slot : live) {
              copy(slot, row, column, from, block, slab);
            }
            long chunk =
                writer.grid().id(group, corner[0] / TimeMajor.SIDE, corner[1] / TimeMajor.SIDE);
            writer.put(
                chunk, Map.of(chunk, writer.encode(slab.segment())), false, Durability.AT_FLUSH);
            series.chunks().invalidate(chunk);
          }
        }
      }
    } finally {
      slab.release();
    }
  }

  /** First rows and columns of the blocks of one chunk. */
  private List<int[]> corners(ChunkSource from, int row, int column) {
    int high = Math.toIntExact(from.chunkShape().get(1));
    int wide = Math.toIntExact(from.chunkShape().get(2));
    List<int[]> corners = new ArrayList<>();
    int bottom = Math.min((row + 1) * high, files.grid().height());
    int right = Math.min((column + 1) * wide, files.grid().width());
    for (int y = row * high; y < bottom; y += TimeMajor.SIDE) {
      for (int x = column * wide; x < right; x += TimeMajor.SIDE) {
        corners.add(new int[] {y, x});
      }
    }
    return corners;
  }

  private static Box block(int group, int y, int x) {
    return new Box(
        new long[] {(long) group * TimeMajor.GROUP, y, x},
        new long[] {TimeMajor.GROUP, TimeMajor.SIDE, TimeMajor.SIDE});
  }

  private static void copy(int slot, int row, int column, ChunkSource from, Box block, Slab slab) {
    ArrayMeta meta = from.meta();
    long high = from.chunkShape().get(1);
    long wide = from.chunkShape().get(2);
    try (ChunkLease lease = from.lease(from.chunkId(slot, row, column))) {
      if (!lease.isFill()) {
        Box chunk =
            new Box(new long[] {slot, row * high, column * wide}, new long[] {1, high, wide});
        chunk.copyTo(lease.data(), block, slab.segment(), meta.dataType().size());
      }
    }
  }
}
