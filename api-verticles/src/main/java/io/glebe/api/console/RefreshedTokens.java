package io.glebe.api.console;

import io.vertx.core.Future;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A value that is fetched when it is needed, shared while it is valid, and fetched once for all
 * concurrent callers. Thread-safe.
 */
final class RefreshedTokens<T> {
  private final Supplier<Future<T>> fetch;
  private final Predicate<T> isGood;
  private Future<T> current;

  /**
   * @param fetch fetches a new value; called again after a failure
   * @param isGood whether a value is still valid
   */
  RefreshedTokens(Supplier<Future<T>> fetch, Predicate<T> isGood) {
    this(Future.failedFuture("nothing was fetched yet"), fetch, isGood);
  }

  RefreshedTokens(Future<T> first, Supplier<Future<T>> fetch, Predicate<T> isGood) {
    this.current = first;
    this.fetch = fetch;
    this.isGood = isGood;
  }

  /** The value; completes on any thread. */
  synchronized Future<T> get() {
    boolean isUsable =
        !current.isComplete() || (current.succeeded() && isGood.test(current.result()));
    if (!isUsable) {
      current = fetch.get();
    }
    return current;
  }

  /**
   * Fetches again, unless another caller does so or has done so since {@code stale} was returned.
   */
  @SuppressWarnings("ReferenceEquality") // compares with the same object that was returned
  synchronized Future<T> insteadOf(T stale) {
    if (current.isComplete() && (current.failed() || current.result() == stale)) {
      current = fetch.get();
    }
    return current;
  }
}
