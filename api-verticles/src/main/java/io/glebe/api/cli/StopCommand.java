package io.glebe.api.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code glebe stop}: asks the platform of a data folder to drain and end, and waits for its end.
 */
@Command(
    name = "stop",
    description =
        "Stops the platform of a data folder, after the requests under way, and waits for its end.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:stopped", "1:still stopping", "3:no platform runs on the data folder"},
    mixinStandardHelpOptions = true)
public final class StopCommand implements Callable<Integer> {
  private static final double NANOS_PER_SECOND = 1e9;

  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "longest time to wait for the end (${DEFAULT-VALUE})")
  private long timeout;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = data.folder();
    PrintWriter out = spec.commandLine().getOut();
    ProcessHandle process = RunningPlatform.find(folder).process();
    long from = System.nanoTime();
    out.println("stopping the platform of " + folder + " (pid " + process.pid() + ")");
    out.flush();
    process.destroy();
    try {
      process.onExit().get(timeout, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new IOException(
          "the platform (pid %d) is still stopping after %d s; wait longer with --timeout, or read its log with 'glebe logs'"
              .formatted(process.pid(), timeout),
          e);
    }
    out.printf("stopped after %.1f s%n", (System.nanoTime() - from) / NANOS_PER_SECOND);
    out.flush();
    return 0;
  }
}
