package io.glebe.core.thread;

import io.vertx.core.Future;
import java.util.concurrent.CompletionException;

/** Waits for futures on a virtual thread; never on an event loop. */
public final class Awaiting {
  private Awaiting() {}

  /** Waits for the result and throws the failure as it is. */
  public static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }
}
