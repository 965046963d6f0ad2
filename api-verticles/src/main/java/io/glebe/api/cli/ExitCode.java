package io.glebe.api.cli;

/** The exit codes of the command line; 0 is success, and for {@code status} ready. */
public final class ExitCode {
  public static final int FAILED = 1;

  /** The code of picocli for usage errors. */
  public static final int WRONG_USE = 2;

  /** No platform runs on the data folder. */
  public static final int NOT_RUNNING = 3;

  /** A platform runs but is not ready: it starts, stops, or one of its parts has a failure. */
  public static final int NOT_READY = 4;

  /** The JVM ends a process with this code at an OutOfMemoryError, see jvm.options. */
  public static final int OUT_OF_MEMORY = 3;

  /** A running platform ended itself: an event loop or a listener had stopped working. */
  public static final int STALLED = 5;

  private ExitCode() {}
}
