package io.glebe.tile.series;

import io.glebe.tile.engine.EngineBusyException;
import io.glebe.tile.engine.Lane;
import io.glebe.tile.engine.Plane;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.Scratch;
import io.glebe.zarr.dataset.SliceStatistics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One series under way. Pieces are read batch by batch: a batch's chunks are fetched (the next
 * batch's meanwhile), then workers on the render pool take its pieces one after another, each
 * worker giving way after {@value #TURN_NANOS} ns so that tiles pass in between. Tallies are kept
 * per piece and merged in order, so the result does not depend on who read what.
 */
final class SeriesRun {
  private static final long TURN_NANOS = 4_000_000;

  /** Pieces fetched together; bounds what is read ahead. */
  private static final int BATCH = 128;

  private final SeriesPlan plan;
  private final RenderPool<Scratch> pool;
  private final CompletableFuture<Series> result;
  private final PiecePass pass;
  private final Tally[] tallies;
  private final Map<Integer, Optional<SliceStatistics>> statistics = new HashMap<>();

  SeriesRun(SeriesPlan plan, RenderPool<Scratch> pool, CompletableFuture<Series> result) {
    this.plan = plan;
    this.pool = pool;
    this.result = result;
    this.pass = new PiecePass(plan);
    this.tallies = new Tally[plan.pieces().size()];
  }

  void start() {
    boolean ask = false;
    for (int i = 0; i < plan.request().slices().size() && !ask; i++) {
      ask = plan.mayUseStatistics(i) && plan.coverage().pixels() > 0;
    }
    if (ask) {
      // sidecars may come from a remote store
      Thread.ofVirtual().name("series-statistics").start(() -> guarded(this::loadStatistics));
    } else {
      batch(0, fetch(0));
    }
  }

  private void loadStatistics() {
    for (int i = 0; i < plan.request().slices().size() && !result.isDone(); i++) {
      if (plan.mayUseStatistics(i)) {
        statistics.put(i, plan.request().slices().get(i).statistics().get());
      }
    }
    batch(0, fetch(0));
  }

  /** Reads one batch once its chunks are here, then the next. */
  private void batch(int first, CompletableFuture<Void> fetched) {
    if (result.isDone()) {
      return;
    }
    int end = Math.min(first + BATCH, tallies.length);
    if (first >= end) {
      result.complete(SeriesAssembly.of(plan, tallies));
      return;
    }
    fetched.whenComplete(
        (read, failure) -> {
          if (failure != null) {
            result.completeExceptionally(SeriesEngine.unwrapped(failure));
          } else {
            guarded(() -> work(first, end, fetch(end)));
          }
        });
  }

  private void work(int first, int end, CompletableFuture<Void> nextFetch) {
    int workers = Math.min(pool.threads(), end - first);
    Batch batch = new Batch(end, new AtomicInteger(first), new AtomicInteger(workers), nextFetch);
    for (int i = 0; i < workers; i++) {
      submit(batch);
    }
  }

  private record Batch(
      int end, AtomicInteger next, AtomicInteger workers, CompletableFuture<Void> nextFetch) {}

  private void submit(Batch batch) {
    pool.submit(
        Lane.BACKGROUND,
        result::isDone,
        scratch -> {
          guarded(() -> turn(batch, scratch));
          return null;
        });
  }

  /** One turn of a worker; it queues again when pieces are left. */
  private void turn(Batch batch, Scratch scratch) {
    long start = System.nanoTime();
    while (!result.isDone()) {
      int i = batch.next.getAndIncrement();
      if (i >= batch.end) {
        if (batch.workers.decrementAndGet() == 0) {
          batch(batch.end, batch.nextFetch);
        }
        return;
      }
      read(i, scratch);
      if (System.nanoTime() - start > TURN_NANOS && giveWay(batch)) {
        return;
      }
    }
  }

  /** False when the lane is full: then this worker carries on. */
  private boolean giveWay(Batch batch) {
    try {
      submit(batch);
      return true;
    } catch (EngineBusyException full) {
      return false;
    }
  }

  private void read(int i, Scratch scratch) {
    SeriesPlan.Piece piece = plan.pieces().get(i);
    Tally tally = new Tally(plan.request().needsDeviations(), plan.request().needsSamples());
    pass.read(piece, statistics.getOrDefault(piece.slice(), Optional.empty()), scratch, tally);
    tallies[i] = tally;
  }

  /** Starts to read the chunks of a batch; nothing to do for stores on this machine. */
  private CompletableFuture<Void> fetch(int first) {
    int end = Math.min(first + BATCH, tallies.length);
    List<CompletableFuture<?>> reads = new ArrayList<>();
    for (int i = first; i < end; i++) {
      SeriesPlan.Piece piece = plan.pieces().get(i);
      if (statistics.getOrDefault(piece.slice(), Optional.empty()).isPresent()) {
        // most chunks will not be needed; the few at the edges are read when they are
        continue;
      }
      Plane p = plan.plane(piece.slice());
      int firstColumn = plan.firstColumn(p);
      long[] ids = new long[plan.endColumn(p) - firstColumn];
      for (int c = 0; c < ids.length; c++) {
        ids[c] = p.chunkId(firstColumn + c, piece.chunkRow());
      }
      reads.add(p.chunks().fetch(ids).toCompletableFuture());
    }
    return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new));
  }

  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error failure) {
      result.completeExceptionally(failure);
    }
  }
}
