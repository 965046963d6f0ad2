package io.glebe.tile.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Passing results on between futures without piling up wrappers. */
final class Failures {

  private Failures() {}

  /** What really went wrong, out of the wrapper that derived futures put around it. */
  static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Completes {@code to} as {@code from} completes. */
  static <T> void pass(CompletableFuture<T> from, CompletableFuture<T> to) {
    var _ =
        from.whenComplete(
            (value, failure) -> {
              if (failure == null) {
                to.complete(value);
              } else {
                to.completeExceptionally(unwrapped(failure));
              }
            });
  }
}
