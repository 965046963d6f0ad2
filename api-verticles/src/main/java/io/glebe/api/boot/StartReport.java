package io.glebe.api.boot;

import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.ProcessSettings.LogFormat;
import io.glebe.core.config.Settings;
import io.glebe.core.progress.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the progress of a start that takes long: one line when a long step begins or a short one
 * takes longer than expected, and one every two seconds with the percentage. Where log lines are
 * JSON, these are as well.
 */
final class StartReport implements Progress, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StartReport.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int PERCENT = 100;

  /** The current step; a new object for each step. */
  private static final class Work {
    private final String what;
    private boolean announced;
    private volatile int percent = -1;
    private int reportedPercent = -1;

    Work(String what, boolean announced) {
      this.what = what;
      this.announced = announced;
    }
  }

  private final Consumer<String> lines;
  private final Duration pause;
  private volatile Work work = new Work("starting", false);
  private volatile boolean closed;

  /**
   * Starts the report.
   *
   * @param pause between two lines about the same step
   */
  StartReport(Consumer<String> lines, Duration pause) {
    this.lines = lines;
    this.pause = pause;
    Thread.ofPlatform().daemon().name("start-report").start(this::printPeriodically);
  }

  /** Reports on standard error, in the form that the settings choose for the log. */
  static StartReport to(PrintWriter err, Settings settings) {
    return new StartReport(
        settings.get(ProcessSettings.LOG_FORMAT) == LogFormat.JSON
            ? LOG::info
            : line -> {
              err.println("glebe: " + line);
              err.flush();
            },
        PAUSE);
  }

  @Override
  public void begin(String what) {
    work = new Work(what, true);
    lines.accept(what + " ...");
  }

  @Override
  public void step(String what) {
    work = new Work(what, false);
  }

  @Override
  public void reached(long done, long whole) {
    work.percent = (int) (done * PERCENT / whole);
  }

  private void printPeriodically() {
    Work previous = work;
    while (!closed) {
      LockSupport.parkNanos(pause.toNanos());
      Work now = work;
      if (now == previous && !closed) {
        print(now);
      }
      previous = now;
    }
  }

  /** Reports a step that has not changed since the pause. */
  private void print(Work now) {
    int percent = now.percent;
    if (percent < 0 && !now.announced) {
      now.announced = true;
      lines.accept(now.what + " ...");
    } else if (percent > now.reportedPercent) {
      now.reportedPercent = percent;
      lines.accept(now.what + ": " + percent + " %");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
