package io.glebe.api.boot.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks parts periodically on a thread of its own. The time for which a part does not work is
 * counted in periods of this thread, so that a suspended process or machine is not taken for a
 * failure.
 */
final class PartChecks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartChecks.class);

  private static final class Checked {
    private final WatchedPart part;
    private volatile long failingNanos;

    Checked(WatchedPart part) {
      this.part = part;
    }
  }

  private final List<Checked> parts;
  private final StallLimits limits;
  private final long maxStepNanos;
  private final Consumer<String> end;
  private final Thread thread;

  /**
   * @param maxCheck maximum time of one check of all parts
   * @param end is called once, when a part has failed longer than the process may continue
   */
  PartChecks(
      List<? extends WatchedPart> parts,
      StallLimits limits,
      Duration maxCheck,
      Consumer<String> end) {
    this.parts = parts.stream().map(Checked::new).toList();
    this.limits = limits;
    this.maxStepNanos = limits.period().multipliedBy(2).plus(maxCheck).toNanos();
    this.end = end;
    this.thread = Thread.ofPlatform().daemon().name("process watch").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** The parts that have failed longer than the limit. */
  List<String> failures() {
    List<String> problems = new ArrayList<>();
    for (Checked checked : parts) {
      long nanos = checked.failingNanos;
      if (nanos >= limits.report().toNanos()) {
        problems.add(sentence(checked.part, nanos));
      }
    }
    return problems;
  }

  private static String sentence(WatchedPart part, long nanos) {
    return part.failure() + " for " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s";
  }

  private void run() {
    long last = System.nanoTime();
    try {
      while (true) {
        Thread.sleep(limits.period());
        long now = System.nanoTime();
        long step = Math.min(now - last, maxStepNanos);
        last = now;
        for (Checked checked : parts) {
          check(checked, step);
        }
      }
    } catch (InterruptedException closed) {
      LOG.debug("the checks end");
    }
  }

  private void check(Checked checked, long step) {
    long before = checked.failingNanos;
    if (checked.part.works()) {
      checked.failingNanos = 0;
      return;
    }
    long after = before + step;
    checked.failingNanos = after;
    long report = limits.report().toNanos();
    if (before < report && after >= report) {
      LOG.error("{}{}", sentence(checked.part, after), checked.part.details());
    }
    long exit = limits.exit().toNanos();
    if (exit > 0 && before < exit && after >= exit) {
      end.accept(sentence(checked.part, after));
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
