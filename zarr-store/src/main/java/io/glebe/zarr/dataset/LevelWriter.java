package io.glebe.zarr.dataset;

import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.Box;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.chunk.ChunkGrid;
import io.glebe.zarr.chunk.ChunkLease;
import io.glebe.zarr.chunk.ChunkWriter;
import io.glebe.zarr.chunk.Elements;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import io.glebe.zarr.dataset.layout.SliceTarget;
import io.glebe.zarr.memory.Slab;
import io.glebe.zarr.meta.ArrayMeta;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;

/**
 * Writes one level of a slice. It keeps chunks in slabs until all their cells are written, then
 * encodes them. Each complete chunk is reduced into the next coarser level.
 */
final class LevelWriter {
  /**
   * Maximum bytes of open chunks; above it the oldest is stored unfinished and read again when
   * needed.
   */
  private static final long MAX_OPEN_BYTES = 48L << 20;

  /** A chunk that is being filled, with the number of missing cells. */
  private static final class OpenChunk {
    final Slab slab;
    final Cell place;
    long missing;

    OpenChunk(Slab slab, Cell place, long missing) {
      this.slab = slab;
      this.place = place;
      this.missing = missing;
    }
  }

  /** A chunk's row and column in the level's chunk grid. */
  record Cell(int row, int column) {}

  private final ZarrArray array;
  private final ArrayMeta meta;
  private final ChunkGrid grid;
  private final ChunkCache cache;
  private final GridSpec size;
  private final int slot;
  private final int chunkHeight;
  private final int chunkWidth;
  private final ObjectAssembly objects;
  private final ChunkSummary summary;
  private final Optional<LevelWriter> coarser;
  private final LinkedHashMap<Cell, OpenChunk> open = new LinkedHashMap<>();
  private final Set<Cell> stored = new HashSet<>();
  private int previousSlot = SliceWriter.NONE;

  LevelWriter(SliceTarget target, int level, ChunkCache cache, Optional<LevelWriter> coarser) {
    ChunkWriter writer = target.arrays().writer(level);
    this.array = target.arrays().level(level);
    this.meta = array.meta();
    this.grid = writer.grid();
    this.cache = cache;
    this.size = target.files().grid().level(level);
    this.slot = target.slot();
    this.chunkHeight = Math.toIntExact(meta.innerChunkShape().get(1));
    this.chunkWidth = Math.toIntExact(meta.innerChunkShape().get(2));
    this.objects = new ObjectAssembly(writer, array.chunks());
    this.summary = new ChunkSummary(target.state().layer(), chunkHeight, chunkWidth);
    this.coarser = coarser;
  }

  int chunkRows() {
    return Math.ceilDiv(size.height(), chunkHeight);
  }

  int chunkColumns() {
    return Math.ceilDiv(size.width(), chunkWidth);
  }

  void collect(SliceStatistics statistics) {
    summary.collect(statistics);
  }

  /** Cells that are not written keep the values of this slot. */
  void startFrom(int earlierSlot) {
    previousSlot = earlierSlot;
  }

  void write(int row, int column, int height, int width, MemorySegment cells) {
    Box window = new Box(new long[] {row, column}, new long[] {height, width});
    for (int r = row / chunkHeight; r <= (row + height - 1) / chunkHeight; r++) {
      for (int c = column / chunkWidth; c <= (column + width - 1) / chunkWidth; c++) {
        Cell place = new Cell(r, c);
        OpenChunk chunk = open(place);
        window.copyTo(cells, box(place), chunk.slab.segment(), meta.dataType().size());
        chunk.missing -=
            shared(row, height, r * chunkHeight, chunkHeight)
                * shared(column, width, c * chunkWidth, chunkWidth);
        if (chunk.missing <= 0) {
          complete(chunk);
        }
      }
    }
  }

  private static long shared(int from, int count, int otherFrom, int otherCount) {
    return (long) Math.min(from + count, otherFrom + otherCount) - Math.max(from, otherFrom);
  }

  private Box box(Cell place) {
    return new Box(
        new long[] {(long) place.row * chunkHeight, (long) place.column * chunkWidth},
        new long[] {chunkHeight, chunkWidth});
  }

  private int rows(Cell place) {
    return Math.min(chunkHeight, size.height() - place.row * chunkHeight);
  }

  private int columns(Cell place) {
    return Math.min(chunkWidth, size.width() - place.column * chunkWidth);
  }

  private OpenChunk open(Cell place) {
    OpenChunk found = open.get(place);
    if (found != null) {
      return found;
    }
    long bytes = meta.innerChunkBytes();
    while (!open.isEmpty() && (open.size() + 1) * bytes > MAX_OPEN_BYTES) {
      complete(open.firstEntry().getValue());
    }
    Slab slab = cache.acquire(bytes);
    boolean ready = false;
    try {
      start(place, slab.segment());
      ready = true;
    } finally {
      if (!ready) {
        slab.release();
      }
    }
    OpenChunk chunk = new OpenChunk(slab, place, (long) rows(place) * columns(place));
    open.put(place, chunk);
    return chunk;
  }

  /** Fills a new chunk with the fill value, or with the chunk stored before at its position. */
  private void start(Cell place, MemorySegment elements) {
    int from = stored.contains(place) ? slot : previousSlot;
    if (from == slot) {
      objects.flushObjectOf(grid.id(slot, place.row, place.column));
    }
    if (from != SliceWriter.NONE && load(from, place, elements)) {
      return;
    }
    Elements.fill(elements, meta);
  }

  private boolean load(int fromSlot, Cell place, MemorySegment elements) {
    long chunk = grid.id(fromSlot, place.row, place.column);
    try (ChunkLease lease = array.chunks().lease(chunk)) {
      if (!lease.isFill()) {
        elements.copyFrom(lease.data());
      }
      return !lease.isFill();
    }
  }

  private void complete(OpenChunk chunk) {
    open.remove(chunk.place);
    try {
      MemorySegment elements = chunk.slab.segment();
      objects.add(grid.id(slot, chunk.place.row, chunk.place.column), elements);
      stored.add(chunk.place);
      int rows = rows(chunk.place);
      int columns = columns(chunk.place);
      summary.chunk(chunk.place, elements, rows, columns);
      coarser.ifPresent(
          level ->
              summary.overview(
                  elements,
                  rows,
                  columns,
                  half ->
                      level.write(
                          chunk.place.row * chunkHeight / 2,
                          chunk.place.column * chunkWidth / 2,
                          (rows + 1) / 2,
                          (columns + 1) / 2,
                          half)));
    } finally {
      chunk.slab.release();
    }
  }

  /** Copies the unwritten chunks from the earlier slot. */
  void takeOverRest() {
    for (int r = 0; r < chunkRows(); r++) {
      for (int c = 0; c < chunkColumns(); c++) {
        Cell place = new Cell(r, c);
        if (!stored.contains(place) && !open.containsKey(place) && isStored(previousSlot, place)) {
          complete(open(place));
        }
      }
    }
  }

  private boolean isStored(int fromSlot, Cell place) {
    long chunk = grid.id(fromSlot, place.row, place.column);
    try (ChunkLease lease = array.chunks().lease(chunk)) {
      return !lease.isFill();
    }
  }

  /** Stores open chunks. The finer level must be finished before. */
  void finish() {
    while (!open.isEmpty()) {
      complete(open.firstEntry().getValue());
    }
    objects.flush();
  }

  void discard() {
    open.values().forEach(chunk -> chunk.slab.release());
    open.clear();
    objects.discard();
  }
}
