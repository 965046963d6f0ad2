package io.glebe.api.boot;

import io.glebe.api.cli.ExitCode;
import java.time.Duration;

/**
 * Ends the process of a failed start, and its child processes, when a started part cannot be
 * closed. It does nothing when it is closed in time.
 */
final class ShutdownTimeout implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Thread watch;

  private ShutdownTimeout() {
    watch = Thread.ofPlatform().daemon().name("end of a failed start").start(ShutdownTimeout::end);
  }

  /** Starts the timeout. */
  static ShutdownTimeout begin() {
    return new ShutdownTimeout();
  }

  private static void end() {
    try {
      Thread.sleep(PATIENCE);
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
