package io.glebe.core.access;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.vertx.core.Future;
import java.util.function.Supplier;

/**
 * Thrown by {@link Caller#requireCurrent} inside a transaction, where rights cannot be reloaded:
 * the transaction is rolled back and repeated with the current rights.
 *
 * <pre>{@code
 * OutdatedCaller.repeating(() -> caller.now().compose(now -> write(now)));
 * }</pre>
 */
public final class OutdatedCaller extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Maximum number of attempts. Each is a transaction, so this many take seconds. A change of
   * rights interrupts all running transactions; of many concurrent changes one succeeds in each
   * round.
   */
  static final int MAX_TRIES = 500;

  OutdatedCaller() {
    super("rights have changed", null, false, false);
  }

  /** Repeats the work while rights change during it; fails with 503 after too many attempts. */
  public static <T> Future<T> repeating(Supplier<Future<T>> work) {
    return attempt(work, 1);
  }

  private static <T> Future<T> attempt(Supplier<Future<T>> work, int attempt) {
    return work.get()
        .recover(
            failure -> {
              if (!(failure instanceof OutdatedCaller)) {
                return Future.failedFuture(failure);
              }
              return attempt < MAX_TRIES
                  ? attempt(work, attempt + 1)
                  : Future.failedFuture(
                      Problem.tooBusy("rights are changing all the time", RetrySeconds.SHORT));
            });
  }
}
