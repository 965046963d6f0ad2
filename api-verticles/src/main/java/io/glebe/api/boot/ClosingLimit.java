package io.glebe.api.boot;

import java.time.Duration;

/**
 * Ends the process of a start that has failed even where something that was started cannot be
 * closed, together with the processes that belong to it. Closed in time it does nothing.
 */
final class ClosingLimit implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Thread watch;

  private ClosingLimit() {
    watch = Thread.ofPlatform().daemon().name("end of a failed start").start(ClosingLimit::end);
  }

  /** From now on there is so much time. */
  static ClosingLimit begin() {
    return new ClosingLimit();
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
