package io.glebe.api.boot;

import io.glebe.api.cli.ExitCode;
import java.time.Duration;

/**
 * Ends the process of a start that has failed even where something that was started cannot be
 * closed, together with the processes that belong to it. Closed in time it does nothing.
 */
final class ShutdownTimeout implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Thread watch;

  private ShutdownTimeout() {
    watch = Thread.ofPlatform().daemon().name("end of a failed start").start(ShutdownTimeout::end);
  }

  /** From now on there is so much time. */
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
