package io.glebe.api.boot;

import io.glebe.api.cli.ExitCode;
import java.time.Duration;

/**
 * Ends a stopping process, and its child processes, with code 1 when a part cannot be closed. It
 * does nothing when it is closed in time.
 */
final class ShutdownTimeout implements AutoCloseable {
  /** Maximum time for closing the parts of a failed start. */
  static final Duration FAILED_START = Duration.ofSeconds(90);

  private final Thread watch;

  private ShutdownTimeout(Duration limit) {
    watch = Thread.ofPlatform().daemon().name("stop limit").start(() -> end(limit));
  }

  /** Starts the timeout. */
  static ShutdownTimeout begin(Duration limit) {
    return new ShutdownTimeout(limit);
  }

  private static void end(Duration limit) {
    try {
      Thread.sleep(limit);
    } catch (InterruptedException closed) {
      return;
    }
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
