package io.glebe.zarr.dataset;

import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.layout.Edit;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import io.glebe.zarr.dataset.layout.SliceTarget;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Receives the cells of one time slice, in windows of any order and size. Chunks are stored as soon
 * as they are complete, with their overviews and statistics. Windows of rows from the top need the
 * least memory: one row of chunks per level. Belongs to one thread at a time.
 */
public final class SliceWriter implements AutoCloseable {
  static final int NONE = -1;

  private final DatasetTransaction transaction;
  private final SliceTarget target;
  private final List<LevelWriter> levels = new ArrayList<>();
  private final SliceStatistics statistics;
  private final int previousSlot;
  private Optional<Edit> edit;
  private boolean single;
  private boolean ended;

  /**
   * False while cells are being written, and permanently after a failure that lost some of them.
   */
  private boolean whole = true;

  SliceWriter(
      DatasetTransaction transaction, SliceTarget target, int previousSlot, ChunkCache cache) {
    this.transaction = transaction;
    this.target = target;
    this.previousSlot = previousSlot;
    this.edit = previousSlot == NONE ? Optional.empty() : Optional.of(Edit.none(previousSlot));
    for (int level = target.arrays().levels() - 1; level >= 0; level--) {
      LevelWriter coarser = levels.isEmpty() ? null : levels.getFirst();
      LevelWriter writer = new LevelWriter(target, level, cache, Optional.ofNullable(coarser));
      levels.addFirst(writer);
    }
    LevelWriter full = levels.getFirst();
    this.statistics = new SliceStatistics(full.chunkRows(), full.chunkColumns());
    full.collect(statistics);
    if (previousSlot != NONE) {
      full.startFrom(previousSlot);
    }
  }

  SliceTarget target() {
    return target;
  }

  /** The edit of the slice before; empty for a completely new slice. */
  Optional<Edit> edit() {
    return edit;
  }

  void ownTransaction() {
    single = true;
  }

  /**
   * Writes a window at full resolution.
   *
   * @param row first row
   * @param column first column
   * @param height rows of the window
   * @param width columns of the window
   * @param cells height * width stored numbers of the layer's type, C order, little-endian; native
   *     or heap memory
   */
  public void write(int row, int column, int height, int width, MemorySegment cells) {
    if (ended) {
      throw new IllegalStateException("the slice has ended");
    }
    GridSpec grid = target.files().grid();
    boolean inside =
        row >= 0
            && column >= 0
            && height > 0
            && width > 0
            && row <= grid.height() - height
            && column <= grid.width() - width;
    if (!inside) {
      throw new IllegalArgumentException(
          "window of %d x %d at row %d, column %d leaves the grid of %d x %d"
              .formatted(height, width, row, column, grid.height(), grid.width()));
    }
    long expected = (long) height * width * target.state().layer().dataType().size();
    if (cells.byteSize() != expected) {
      throw new IllegalArgumentException(
          "a window of " + expected + " bytes, but memory of " + cells.byteSize());
    }
    whole = false;
    edit = edit.map(previousEdit -> previousEdit.and(row, column, height, width));
    levels.getFirst().write(row, column, height, width, cells);
    whole = true;
  }

  /**
   * Finishes the slice and makes it visible.
   *
   * @throws IllegalStateException for a slice of a larger transaction, which commits as a whole
   */
  public DatasetSnapshot commit() {
    if (!single) {
      throw new IllegalStateException("commit the transaction, not one of its slices");
    }
    return transaction.commit();
  }

  /**
   * Stores open chunks and frees their memory; no more windows may follow. The slice becomes
   * visible when its transaction commits; the commit calls this method if necessary.
   */
  public void finish() {
    if (!whole) {
      throw new IllegalStateException("a window of the slice failed; begin it anew");
    }
    if (ended) {
      return;
    }
    whole = false;
    if (previousSlot != NONE) {
      levels.getFirst().takeOverRest();
    }
    for (LevelWriter level : levels) {
      level.finish();
    }
    target
        .files()
        .store()
        .stage(
            target.files().statisticsKey(target.folder(), target.slot()),
            MemorySegment.ofArray(statistics.toBytes()));
    whole = true;
    ended = true;
  }

  /** Frees the memory. */
  void discard() {
    ended = true;
    levels.forEach(LevelWriter::discard);
  }

  /**
   * Discards the slice unless it was committed; does nothing for a slice of a larger transaction.
   */
  @Override
  public void close() {
    if (single) {
      transaction.close();
    }
  }
}
