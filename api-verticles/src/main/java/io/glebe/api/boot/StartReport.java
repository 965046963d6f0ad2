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
 * Tells people what a start does while it takes long: one line when a long piece of work begins or
 * a short one turns out to be long, and one every two seconds with how far it is. Where log lines
 * are JSON, these are as well.
 */
final class StartReport implements Progress, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StartReport.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int PERCENT = 100;

  /** The work under way; a new one for each piece. */
  private static final class Work {
    private final String what;
    private boolean announced;
    private volatile int percent = -1;
    private int told = -1;

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
   * Begins to watch.
   *
   * @param pause between two lines about the same work
   */
  StartReport(Consumer<String> lines, Duration pause) {
    this.lines = lines;
    this.pause = pause;
    Thread.ofPlatform().daemon().name("start-report").start(this::tellNowAndThen);
  }

  /** Tells it on standard error, in the form that the settings choose for the log. */
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

  private void tellNowAndThen() {
    Work before = work;
    while (!closed) {
      LockSupport.parkNanos(pause.toNanos());
      Work now = work;
      if (now == before && !closed) {
        tell(now);
      }
      before = now;
    }
  }

  /** The same work as before the pause: it takes long. */
  private void tell(Work now) {
    int percent = now.percent;
    if (percent < 0 && !now.announced) {
      now.announced = true;
      lines.accept(now.what + " ...");
    } else if (percent > now.told) {
      now.told = percent;
      lines.accept(now.what + ": " + percent + " %");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
