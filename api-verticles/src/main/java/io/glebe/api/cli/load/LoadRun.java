package io.glebe.api.cli.load;

import io.glebe.api.cli.load.client.AccessTokens;
import io.glebe.api.cli.load.client.OwnFarm;
import io.glebe.api.cli.load.client.TargetClient;
import io.glebe.api.cli.load.report.LoadMeasurements;
import io.glebe.api.cli.load.report.LoadReport;
import io.glebe.api.cli.load.scenario.ArrivalSequence;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One run: opens the target, prepares it, sends the requests, deletes the farm. SIGINT and SIGTERM
 * end the run early, with its report.
 */
final class LoadRun implements AutoCloseable {
  private static final int MOST_INTERVALS = 300;
  private static final int MOST_LINES = 120;
  private static final int SECONDS_TO_END = 90;

  private final RunSettings settings;
  private final PrintWriter err;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean isLeft;
  private final Thread hook = Thread.ofPlatform().name("load-stop").unstarted(this::stop);

  /** What to send where. */
  record RunSettings(
      LoadPlan.ScenarioName scenario,
      long seed,
      URI target,
      double rate,
      int seconds,
      int clients,
      int connections,
      boolean keep,
      @Nullable Path authority,
      AccessTokens tokens) {}

  private LoadRun(RunSettings settings, PrintWriter err) {
    this.settings = settings;
    this.err = err;
  }

  /** From now on the end of the process waits until the run is closed. */
  static LoadRun open(RunSettings settings, PrintWriter err) {
    LoadRun run = new LoadRun(settings, err);
    Runtime.getRuntime().addShutdownHook(run.hook);
    return run;
  }

  @Override
  public void close() {
    ended.countDown();
    if (!stopped.get()) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  /** Writes the requests to a file and keeps the farm, which they need; returns their number. */
  long list(Path file) throws IOException {
    try (TargetClient target =
        TargetClient.open(
            settings.target, settings.connections, settings.authority, settings.tokens)) {
      say("seed %d, scenario %s".formatted(settings.seed, name()));
      LoadPlan plan = new LoadPlan(target, settings.scenario, settings.seed, settings.clients);
      long count =
          new RequestList(settings).write(plan.arrivals(settings.scenario, settings.rate), file);
      plan.farm()
          .ifPresent(
              farm ->
                  say(
                      "the farm %s is kept; a run with the same seed deletes it"
                          .formatted(farm.id())));
      return count;
    }
  }

  LoadReport report() throws IOException, InterruptedException {
    try (TargetClient target =
        TargetClient.open(
            settings.target, settings.connections, settings.authority, settings.tokens)) {
      say("seed %d, scenario %s".formatted(settings.seed, name()));
      LoadPlan plan = new LoadPlan(target, settings.scenario, settings.seed, settings.clients);
      try {
        return measured(target, plan.arrivals(settings.scenario, settings.rate));
      } finally {
        plan.farm().ifPresent(this::cleanUp);
      }
    }
  }

  private String name() {
    return settings.scenario.label();
  }

  private void say(String line) {
    err.println("glebe: " + line);
    err.flush();
  }

  /** Called when the process is to end: waits until the farm is deleted and the report written. */
  private void stop() {
    stopped.set(true);
    try {
      if (!ended.await(SECONDS_TO_END, TimeUnit.SECONDS)) {
        say("the run did not end in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Deletes the farm. The report does not depend on it: a failure is only said. */
  private void cleanUp(OwnFarm farm) {
    if (settings.keep) {
      say("the farm " + farm.id() + " is kept");
      return;
    }
    say("deleting the farm of the run ...");
    try {
      farm.delete()
          .ifPresent(
              left ->
                  say(
                      "the organization %s stays, without a farm: deleting it needs an administrator"
                          .formatted(left)));
    } catch (IOException e) {
      isLeft = true;
      say(
          "the farm %s may be left: %s; a run with the same seed deletes it"
              .formatted(farm.id(), e.getMessage()));
    }
  }

  /** Whether the farm of the run could not be deleted. */
  boolean isFarmLeft() {
    return isLeft;
  }

  private LoadReport measured(TargetClient target, ArrivalSequence arrivals)
      throws InterruptedException {
    LoadMeasurements measurements = new LoadMeasurements();
    OpenLoop loop = new OpenLoop(target, measurements, stopped::get);
    Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Timeline timeline = new Timeline(loop, measurements, target);
    timeline.start();
    double seconds;
    try {
      seconds = loop.run(arrivals, TimeUnit.SECONDS.toNanos(settings.seconds));
    } finally {
      timeline.end();
    }
    return new LoadReport(
        LoadReport.FORMAT,
        name(),
        settings.seed,
        settings.target.toString(),
        settings.rate,
        Math.round(seconds * 1000) / 1000.0,
        settings.clients,
        settings.connections,
        begin.toString(),
        arrivals.sequence(),
        measurements.counts(seconds),
        measurements.lateness(),
        measurements.groups(seconds),
        measurements.faults(),
        measurements.intervals());
  }

  /** Ends the intervals and prints the progress, on a thread of its own. */
  private final class Timeline {
    private final OpenLoop loop;
    private final LoadMeasurements measurements;
    private final TargetClient target;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread thread = Thread.ofPlatform().name("load-progress").unstarted(this::tick);
    private final long start = System.nanoTime();

    Timeline(OpenLoop loop, LoadMeasurements measurements, TargetClient target) {
      this.loop = loop;
      this.measurements = measurements;
      this.target = target;
    }

    void start() {
      thread.start();
    }

    void end() throws InterruptedException {
      done.countDown();
      thread.join();
    }

    private void tick() {
      int perInterval = settings.seconds / MOST_INTERVALS + 1;
      int perLine = settings.seconds / MOST_LINES + 1;
      int second = 0;
      boolean ends = false;
      while (!ends) {
        second++;
        ends = waited(start + TimeUnit.SECONDS.toNanos(second) - System.nanoTime());
        target.renewTokens();
        if (ends || second % perInterval == 0) {
          measurements.endInterval((System.nanoTime() - start) / 1e9);
        }
        if (ends || second % perLine == 0) {
          print((System.nanoTime() - start) / 1e9);
        }
      }
    }

    private boolean waited(long nanos) {
      try {
        return done.await(nanos, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return true;
      }
    }

    private void print(double seconds) {
      LoadMeasurements.Progress now = measurements.progress();
      say(
          String.format(
              Locale.ROOT,
              "%.0f of %d s: %d due, %d answered, %d waiting, %d failed, %d not sent, p50 %.1f ms,"
                  + " p99 %.1f ms",
              Math.min(seconds, settings.seconds),
              settings.seconds,
              now.due(),
              now.answered(),
              loop.underWay(),
              now.failed(),
              now.notSent(),
              now.p50(),
              now.p99()));
    }
  }
}
