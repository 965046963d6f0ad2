package io.glebe.api.boot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.training.StartCache;
import io.glebe.api.boot.watch.CacheTrim;
import io.glebe.api.boot.watch.HeapDump;
import io.glebe.api.boot.watch.HeapTrim;
import io.glebe.api.boot.watch.JvmThreads;
import io.glebe.api.cli.ExitCode;
import io.glebe.api.cli.LogFile;
import io.glebe.api.cli.RunningFile;
import io.glebe.api.cli.SettingFlags;
import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code glebe run}: the whole platform in the foreground until SIGINT or SIGTERM, which drain it
 * and end with code 0.
 */
@Command(
    name = "run",
    description = "Starts the platform and stays in the foreground until it is stopped.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);
  private static final double NANOS_PER_SECOND = 1e9;

  @Spec private CommandSpec spec;
  @Mixin private SettingFlags flags;

  @Override
  public Integer call() throws IOException, InterruptedException {
    long from = System.nanoTime();
    Settings settings = flags.settings();
    System.setProperty(
        ProcessSettings.LOG_FORMAT.name(),
        settings.get(ProcessSettings.LOG_FORMAT).name().toLowerCase(Locale.ROOT));
    System.setProperty(
        ProcessSettings.LOG_LEVEL.name(), settings.get(ProcessSettings.LOG_LEVEL).name());
    ShutdownSequence shutdown = new ShutdownSequence();
    LogFile log = shutdown.add("log file", new LogFile());
    HeapDump heapDump = HeapDump.of(settings);
    Thread hook =
        new Thread(() -> stop(shutdown, settings.get(ProcessSettings.STOP_LIMIT)), "stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try (StartReport report = StartReport.to(spec.commandLine().getErr(), settings)) {
      Platform platform =
          Platform.start(
              settings,
              shutdown,
              new Platform.Start(
                  report, () -> log.open(settings), reason -> endStalled(reason, heapDump)));
      shutdown.add("running.json", RunningFile.write(settings.dataDir(), details(platform)));
      shutdown.add("readiness", () -> leave(platform, settings));
      announce(platform, (System.nanoTime() - from) / NANOS_PER_SECOND);
      JvmThreads.giveWay();
      shutdown.add("heap trim", HeapTrim.begin());
      platform
          .chunks()
          .ifPresent(cache -> shutdown.add("cache trim", CacheTrim.begin(settings, cache)));
      train(shutdown);
    } catch (Throwable e) { // errors must end the process as well, and not through the hook
      try (ShutdownTimeout _ = ShutdownTimeout.begin(ShutdownTimeout.FAILED_START)) {
        shutdown.close();
      } finally {
        unhook(hook);
      }
      throw e;
    }
    new CountDownLatch(1).await();
    return 0;
  }

  /** Makes the start cache, so that later starts are faster. */
  private static void train(ShutdownSequence shutdown) throws IOException {
    Optional<Path> cache = StartCache.wanted();
    if (cache.isPresent()) {
      shutdown.add("training", BackgroundTraining.begin(cache.get()));
    }
  }

  private static void unhook(Thread hook) throws InterruptedException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      hook.join(); // a signal during the start caused the failure
    }
  }

  /** Reports not ready, and listens until balancers have noticed. */
  private static void leave(Platform platform, Settings settings) throws InterruptedException {
    platform.stopping();
    Thread.sleep(FaultSettings.stopDelay(settings));
  }

  /**
   * Ends the process with code 0; without this, a process that is ended by a signal has a code of
   * 128 or more.
   */
  private void stop(ShutdownSequence shutdown, Duration limit) {
    spec.commandLine().getErr().println("stopping");
    try (ShutdownTimeout _ = ShutdownTimeout.begin(limit)) {
      shutdown.close();
    }
    spec.commandLine().getErr().println("stopped");
    spec.commandLine().getErr().flush();
    Runtime.getRuntime().halt(0);
  }

  /**
   * Ends the process at once: parts that have stopped working cannot be closed in order. The next
   * start recovers the data folder as after a crash.
   */
  private static void endStalled(String reason, HeapDump heapDump) {
    LOG.error("the process ends with code {}, because {}", ExitCode.STALLED, reason);
    heapDump.write();
    Runtime.getRuntime().halt(ExitCode.STALLED);
  }

  private static ObjectNode details(Platform platform) {
    ObjectNode details = Json.object().put("http", platform.address());
    platform.mqtt().port().ifPresent(port -> details.put("mqtt", "mqtt://localhost:" + port));
    platform.mqtt().tlsPort().ifPresent(port -> details.put("mqtts", "mqtts://localhost:" + port));
    CertificateFiles.http(platform.settings())
        .ifPresent(files -> details.put("certificate", files.certificate().toString()));
    details.put("database", platform.infrastructure().database().address().toString());
    return details;
  }

  private void announce(Platform platform, double seconds) {
    PrintWriter out = spec.commandLine().getOut();
    String base = platform.address();
    out.printf("Glebe is ready after %.1f s; data in %s%n", seconds, platform.settings().dataDir());
    StartAddresses.of(platform.areas(), base, platform.mqtt()).forEach(out::println);
    out.println("  health, metrics    " + base + "/health/ready  " + base + "/metrics");
    out.flush();
  }
}
