package io.glebe.tile.series;

import io.glebe.tile.engine.Lane;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.Scratch;
import io.glebe.tile.plan.Budget;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Computes series on a render pool's background lane:
 *
 * <pre>{@code
 * CompletableFuture<Series> series = new SeriesEngine(tiles.pool(), Budget.SERIES).run(request);
 * connection.onClose(() -> series.cancel(false));          // stops at the next chunk row
 * }</pre>
 *
 * <p>Never waits: safe on an event loop. Fails with {@link io.glebe.tile.plan.OverBudgetException},
 * {@link io.glebe.tile.engine.EngineBusyException}, {@link IllegalArgumentException} for an area
 * that the cube's projection cannot hold, or what reading threw.
 */
public final class SeriesEngine {
  private final RenderPool<Scratch> pool;
  private final Budget budget;

  public SeriesEngine(RenderPool<Scratch> pool, Budget budget) {
    this.pool = pool;
    this.budget = budget;
  }

  /** The series; cancel the very future that is returned to stop the work. */
  public CompletableFuture<Series> run(SeriesRequest request) {
    CompletableFuture<Series> result = new CompletableFuture<>();
    try {
      pool.submit(Lane.BACKGROUND, result::isDone, scratch -> SeriesPlan.of(request, budget))
          .whenComplete(
              (plan, failure) -> {
                if (failure == null) {
                  new SeriesRun(plan, pool, result).start();
                } else {
                  result.completeExceptionally(unwrapped(failure));
                }
              });
    } catch (RuntimeException refused) {
      result.completeExceptionally(refused);
    }
    return result;
  }

  static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
