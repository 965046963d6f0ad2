package io.glebe.core.access;

import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
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

  /**
   * Each is a transaction, so this takes seconds. Whoever changes rights overtakes all others who
   * are under way, and of many who do so at once one succeeds each time.
   */
  static final int MAX_TRIES = 500;

  private static final int RETRY_AFTER_SECONDS = 1;

  OutdatedCaller() {
    super("rights have changed", null, false, false);
  }

  /** Does the work again as long as rights change while it is under way; 503 when that goes on. */
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
                      Problem.tooBusy("rights are changing all the time", RETRY_AFTER_SECONDS));
            });
  }
}
