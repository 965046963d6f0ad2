package io.glebe.core.access;

import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Thrown by {@link Caller#requireCurrent} inside a transaction, where nobody can be asked: what was
 * to be written is undone, and judged again by the caller of now.
 *
 * <pre>{@code
 * OutdatedCaller.repeating(() -> caller.now().compose(now -> write(now)));
 * }</pre>
 */
public final class OutdatedCaller extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Rights of many may change at once; of those who wait for each other one succeeds each time. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

  private static final int RETRY_AFTER_SECONDS = 1;

  OutdatedCaller() {
    super("rights have changed", null, false, false);
  }

  /** Does the work again as long as rights change while it is under way; 503 when that goes on. */
  public static <T> Future<T> repeating(Supplier<Future<T>> work) {
    return attempt(work, System.nanoTime());
  }

  private static <T> Future<T> attempt(Supplier<Future<T>> work, long since) {
    return work.get()
        .recover(
            failure -> {
              if (!(failure instanceof OutdatedCaller)) {
                return Future.failedFuture(failure);
              }
              return System.nanoTime() - since < PATIENCE
                  ? attempt(work, since)
                  : Future.failedFuture(
                      Problem.tooBusy("rights are changing all the time", RETRY_AFTER_SECONDS));
            });
  }
}
