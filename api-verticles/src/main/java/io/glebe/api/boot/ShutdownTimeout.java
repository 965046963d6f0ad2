package io.glebe.api.boot;

import io.glebe.api.cli.ExitCode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a stopping process, and its child processes, with code 1 when a part cannot be closed. It
 * does nothing when it is closed in time.
 */
final class ShutdownTimeout implements AutoCloseable {
  /** Maximum time for closing the parts of a failed start. */
  static final Duration FAILED_START = Duration.ofSeconds(90);

  private final CountDownLatch closed = new CountDownLatch(1);

  private ShutdownTimeout(Duration limit) {
    Thread.ofPlatform().daemon().name("stop limit").start(() -> await(limit));
  }

  /** Starts the timeout. */
  static ShutdownTimeout begin(Duration limit) {
    return new ShutdownTimeout(limit);
  }

  private void await(Duration limit) {
    try {
      if (closed.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      return;
    }
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
