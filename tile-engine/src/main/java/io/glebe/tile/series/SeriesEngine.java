package io.glebe.tile.series;

import io.glebe.tile.engine.EngineBusyException;
import io.glebe.tile.engine.Priority;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.tile.plan.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/**
 * Computes series in the background queue of a render pool:
 *
 * <pre>{@code
 * CompletableFuture<Series> series = new SeriesEngine(tiles.pool(), Budget.SERIES).run(request);
 * connection.onClose(() -> series.cancel(false));          // stops at the next chunk row
 * }</pre>
 *
 * <p>Never waits and is safe on an event loop. Fails with {@link
 * io.glebe.tile.plan.OverBudgetException}, {@link io.glebe.tile.engine.EngineBusyException}, {@link
 * IllegalArgumentException} for an area outside the domain of the cube's projection, or the
 * exception of a read.
 */
public final class SeriesEngine {
  /** Time of a render thread after which other work may run. */
  static final long SLICE_NANOS = 4_000_000;

  private final RenderPool<RenderScratch> pool;
  private final Budget budget;

  public SeriesEngine(RenderPool<RenderScratch> pool, Budget budget) {
    this.pool = pool;
    this.budget = budget;
  }

  /**
   * Computes the coverage of the area on the pool. The plan contains the estimate; no budget is
   * checked yet.
   */
  public CompletableFuture<SeriesPlan> plan(SeriesRequest request, BooleanSupplier abandoned) {
    return plan(request, PlanLimits.of(Optional.empty()), abandoned);
  }

  /**
   * As {@link #plan(SeriesRequest, BooleanSupplier)}, but refuses a request whose chunks or bytes
   * exceed the maximum for any caller before the coverage is computed. The plan may still exceed
   * this maximum.
   */
  public CompletableFuture<SeriesPlan> plan(
      SeriesRequest request, Budget maxCost, BooleanSupplier abandoned) {
    return plan(request, PlanLimits.of(Optional.of(maxCost)), abandoned);
  }

  /**
   * As {@link #plan(SeriesRequest, Budget, BooleanSupplier)} within limits of work and memory. The
   * coverage is computed in time slices, and ends soon after it is abandoned. The plan keeps its
   * memory until the share is closed.
   */
  public CompletableFuture<SeriesPlan> plan(
      SeriesRequest request, PlanLimits limits, BooleanSupplier abandoned) {
    CompletableFuture<SeriesPlan> plan = new CompletableFuture<>();
    try {
      submit(new SeriesPlanning(request, limits), abandoned, plan);
    } catch (RuntimeException refused) {
      plan.completeExceptionally(refused);
    }
    return plan;
  }

  private void submit(
      SeriesPlanning planning, BooleanSupplier abandoned, CompletableFuture<SeriesPlan> plan) {
    var _ =
        pool.submit(
                Priority.BACKGROUND,
                abandoned,
                scratch -> {
                  timeSlices(planning, abandoned, plan);
                  return true;
                })
            .whenComplete(
                (ended, failure) -> {
                  if (failure instanceof CancellationException) {
                    plan.cancel(false); // abandoned before its time slice
                  } else if (failure != null) {
                    plan.completeExceptionally(failure);
                  }
                });
  }

  /** Works for one time slice and queues again; continues at once when the queue is full. */
  private void timeSlices(
      SeriesPlanning planning, BooleanSupplier abandoned, CompletableFuture<SeriesPlan> plan) {
    Optional<SeriesPlan> made = planning.advance(SLICE_NANOS);
    while (made.isEmpty() && !abandoned.getAsBoolean()) {
      try {
        submit(planning, abandoned, plan);
        return;
      } catch (EngineBusyException full) {
        made = planning.advance(SLICE_NANOS);
      }
    }
    made.ifPresentOrElse(plan::complete, () -> plan.cancel(false));
  }

  /** Starts to read. The caller has checked that the plan is within the budget. */
  public SeriesRun start(SeriesPlan plan) {
    return new SeriesRun(plan, pool);
  }

  /** Computes the whole series. Cancel the returned future itself to stop the work. */
  public CompletableFuture<Series> run(SeriesRequest request) {
    CompletableFuture<Series> result = new CompletableFuture<>();
    var _ =
        plan(request, budget, result::isDone)
            .whenComplete(
                (plan, failure) -> {
                  if (failure == null) {
                    collect(plan, result);
                  } else {
                    result.completeExceptionally(unwrapped(failure));
                  }
                });
    return result;
  }

  private void collect(SeriesPlan plan, CompletableFuture<Series> result) {
    try {
      budget.check(plan.estimate());
      plan.checkSamples(SeriesPlan.MAX_SAMPLES, budget);
      SeriesRun run = start(plan);
      var _ =
          result.whenComplete(
              (done, failure) -> {
                if (failure != null) {
                  run.cancel();
                }
              });
      collect(run, new ArrayList<>(), result);
    } catch (RuntimeException refused) {
      result.completeExceptionally(refused);
    }
  }

  private static void collect(
      SeriesRun run, List<SeriesBucket> buckets, CompletableFuture<Series> result) {
    var _ =
        run.next()
            .whenComplete(
                (more, failure) -> {
                  if (failure != null) {
                    result.completeExceptionally(unwrapped(failure));
                  } else if (more.isEmpty()) {
                    result.complete(
                        new Series(buckets, run.plan().places(), run.plan().estimate()));
                  } else {
                    buckets.addAll(more);
                    collect(run, buckets, result);
                  }
                });
  }

  static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
