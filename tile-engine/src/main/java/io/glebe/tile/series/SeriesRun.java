package io.glebe.tile.series;

import io.glebe.tile.engine.EngineBusyException;
import io.glebe.tile.engine.Plane;
import io.glebe.tile.engine.Priority;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import io.glebe.zarr.store.WorkCause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A running series, read as fast as the caller requests its buckets:
 *
 * <pre>{@code
 * SeriesRun run = engine.start(plan);
 * for (var buckets = run.next().join(); !buckets.isEmpty(); buckets = run.next().join()) { ... }
 * }</pre>
 *
 * Pieces are read batch by batch: a batch's chunks are fetched (while the chunks of the next batch
 * are fetched in the background), then workers on the render pool take its pieces one after
 * another. Each worker yields after {@value #TURN_NANOS} ns, so that tiles run in between. Each
 * piece has its own accumulator, and accumulators are merged in order, so the result does not
 * depend on the assignment of pieces to workers. Between two calls only the chunks of the next
 * batch are read, so a slow reader slows the series down.
 */
public final class SeriesRun {
  private static final long TURN_NANOS = SeriesEngine.SLICE_NANOS;

  /** Number of pieces fetched together; bounds the read-ahead. */
  private static final int BATCH = 128;

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);

  private final SeriesPlan plan;
  private final RenderPool<RenderScratch> pool;
  private final SeriesAssembly assembly;
  private final Map<Integer, Optional<SliceStatistics>> statistics = new HashMap<>();
  private CompletableFuture<Void> fetched = CompletableFuture.completedFuture(null);
  private int at;
  private boolean begun;
  private volatile boolean cancelled;
  private volatile CompletableFuture<List<SeriesBucket>> pending =
      CompletableFuture.completedFuture(List.of());

  SeriesRun(SeriesPlan plan, RenderPool<RenderScratch> pool) {
    this.plan = plan;
    this.pool = pool;
    this.assembly = new SeriesAssembly(plan, () -> cancelled);
  }

  public SeriesPlan plan() {
    return plan;
  }

  /**
   * The next finished buckets in time order; an empty list after the last one. Never waits. Call it
   * again only after the previous future has completed.
   */
  public CompletableFuture<List<SeriesBucket>> next() {
    CompletableFuture<List<SeriesBucket>> result = new CompletableFuture<>();
    pending = result;
    if (cancelled) {
      result.cancel(false);
    } else if (begun) {
      batch(result);
    } else {
      begun = true;
      begin(result);
    }
    return result;
  }

  /** Stops at the next chunk and cancels the pending future. */
  public void cancel() {
    cancelled = true;
    pending.cancel(false);
  }

  private void begin(CompletableFuture<List<SeriesBucket>> result) {
    boolean hasToRead = false;
    for (int i = 0; i < plan.request().slices().size() && !hasToRead; i++) {
      hasToRead = plan.mayUseStatistics(i);
    }
    if (hasToRead) {
      // statistics may come from a remote store
      Thread.ofVirtual()
          .name("series-statistics")
          .start(WorkCause.kept(() -> guarded(result, () -> loadStatistics(result))));
    } else {
      first(result);
    }
  }

  private void loadStatistics(CompletableFuture<List<SeriesBucket>> result) {
    for (int i = 0; i < plan.request().slices().size() && !result.isDone(); i++) {
      if (plan.mayUseStatistics(i)) {
        statistics.put(i, plan.request().slices().get(i).statistics().get());
      }
    }
    first(result);
  }

  private void first(CompletableFuture<List<SeriesBucket>> result) {
    fetched = fetch(0);
    batch(result);
  }

  /**
   * Processes one batch after its chunks are read, and then the next, until a bucket is finished.
   */
  private void batch(CompletableFuture<List<SeriesBucket>> result) {
    if (result.isDone()) {
      return;
    }
    int first = at;
    int end = end(first);
    if (first >= end) {
      guarded(result, () -> result.complete(assembly.rest()));
      return;
    }
    at = end;
    var _ =
        fetched.whenComplete(
            (read, failure) -> {
              if (failure != null) {
                result.completeExceptionally(SeriesEngine.unwrapped(failure));
              } else {
                guarded(result, () -> begin(new Batch(result, first, end)));
              }
            });
  }

  /** The end of the batch that begins with a piece. */
  private int end(int first) {
    int most = Math.min(first + BATCH, plan.pieces().size());
    if (!plan.request().needsSamples()) {
      return most;
    }
    long samples = 0;
    for (int end = first; end < most; end++) {
      samples += plan.pixels(plan.pieces().get(end));
      if (end > first && samples > SeriesPlan.BATCH_SAMPLES) {
        return end;
      }
    }
    return most;
  }

  /** The pieces from first to end and their workers. */
  private final class Batch {
    final CompletableFuture<List<SeriesBucket>> result;
    final int first;
    final int end;
    final Accumulator[] accumulators;
    final AtomicInteger next;
    final AtomicInteger workers;

    Batch(CompletableFuture<List<SeriesBucket>> result, int first, int end) {
      this.result = result;
      this.first = first;
      this.end = end;
      this.accumulators = new Accumulator[end - first];
      this.next = new AtomicInteger(first);
      this.workers = new AtomicInteger(Math.min(pool.threads(), end - first));
    }
  }

  private void begin(Batch batch) {
    fetched = fetch(batch.end);
    work(batch);
  }

  /** A full queue refuses a new series; a running series tries again a little later. */
  private void work(Batch batch) {
    int workers = batch.workers.get();
    for (int i = 0; i < workers; i++) {
      try {
        submit(batch);
      } catch (EngineBusyException full) {
        if (i > 0) {
          without(batch, workers - i);
        } else if (batch.first > 0) {
          LATER.execute(() -> guarded(batch.result, () -> work(batch)));
        } else {
          throw full;
        }
        return;
      }
    }
  }

  /** Continues with fewer workers. */
  private void without(Batch batch, int missing) {
    if (batch.workers.addAndGet(-missing) == 0) {
      merge(batch);
    }
  }

  private void submit(Batch batch) {
    var _ =
        pool.submit(
            Priority.BACKGROUND,
            batch.result::isDone,
            scratch -> {
              guarded(batch.result, () -> timeSlice(batch, scratch));
              return null;
            });
  }

  /** One time slice of a worker; it queues again when pieces are left. */
  private void timeSlice(Batch batch, RenderScratch scratch) {
    long start = System.nanoTime();
    while (!batch.result.isDone()) {
      int i = batch.next.getAndIncrement();
      if (i >= batch.end) {
        if (batch.workers.decrementAndGet() == 0) {
          merge(batch);
        }
        return;
      }
      batch.accumulators[i - batch.first] = read(plan.pieces().get(i), scratch);
      if (System.nanoTime() - start > TURN_NANOS && yieldWorker(batch)) {
        return;
      }
    }
  }

  private void merge(Batch batch) {
    if (cancelled) {
      batch.result.cancel(false); // pieces may be incomplete
      return;
    }
    List<SeriesBucket> finished = assembly.merge(batch.accumulators, batch.first);
    if (finished.isEmpty()) {
      batch(batch.result);
    } else {
      batch.result.complete(finished);
    }
  }

  /** False when the queue is full; this worker then continues. */
  private boolean yieldWorker(Batch batch) {
    try {
      submit(batch);
      return true;
    } catch (EngineBusyException full) {
      return false;
    }
  }

  private Accumulator read(SeriesPlan.Piece piece, RenderScratch scratch) {
    Accumulator accumulator =
        new Accumulator(plan.request().needsDeviations(), plan.request().needsSamples());
    new ChunkAccumulation(plan, piece)
        .read(
            statistics.getOrDefault(piece.slice(), Optional.empty()),
            scratch,
            accumulator,
            () -> cancelled);
    return accumulator;
  }

  /** Starts to read the chunks of a batch; does nothing for local stores. */
  private CompletableFuture<Void> fetch(int first) {
    int end = end(first);
    List<CompletableFuture<?>> reads = new ArrayList<>();
    for (int i = first; i < end; i++) {
      SeriesPlan.Piece piece = plan.pieces().get(i);
      if (statistics.getOrDefault(piece.slice(), Optional.empty()).isPresent()) {
        // most chunks will not be needed; the few at the edges are read on demand
        continue;
      }
      Plane p = plan.plane(piece.slice());
      int firstColumn = plan.firstColumn(piece.slice());
      long[] ids = new long[plan.endColumn(piece.slice()) - firstColumn];
      for (int c = 0; c < ids.length; c++) {
        ids[c] = p.chunkId(firstColumn + c, piece.chunkRow());
      }
      reads.add(p.chunks().fetch(ids).toCompletableFuture());
    }
    return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new));
  }

  private static void guarded(CompletableFuture<List<SeriesBucket>> result, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error failure) {
      result.completeExceptionally(failure);
    }
  }
}
