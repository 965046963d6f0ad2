package io.glebe.tile.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Passes results between futures without nested wrapper exceptions. */
final class Failures {

  private Failures() {}

  /** The cause inside the wrapper exception of a derived future. */
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
