package io.glebe.api.cli.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.DataFlag;
import io.glebe.api.cli.ExitCode;
import io.glebe.api.cli.LocalHttp;
import io.glebe.api.cli.RunningFile;
import io.glebe.api.cli.load.report.LoadComparison;
import io.glebe.api.cli.load.report.LoadReport;
import io.glebe.api.cli.load.report.ReportFiles;
import io.glebe.api.cli.load.report.ReportText;
import io.glebe.core.config.InvalidSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code glebe load}: sends a seeded load to a running platform, or compares two reports. */
@Command(
    name = "load",
    description =
        "Sends requests of simulated clients to a running platform at fixed rates and reports"
            + " latencies, or compares two reports. The same seed sends the same requests.",
    footer = {
      "Scenarios:",
      "  map        viewers who move and zoom maps: tiles cold, warm and 304",
      "  dashboard  people who read lists, series of fields and charts of sensors",
      "  iot        devices that send observations",
      "  sync       phones that send outboxes and read change feeds",
      "  mixed      all of them: 70, 15, 10 and 5 percent of the requests",
      "iot, sync and mixed write to a farm of their own, which is deleted at the end.",
      "The environment variable LOAD_TOKEN can hold the access token."
    },
    mixinStandardHelpOptions = true)
public final class LoadCommand implements Callable<Integer> {
  private static final double MOST_RATE = 100_000;
  private static final int MOST_SECONDS = 86_400;
  private static final int MOST_CLIENTS = 1_000;
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int MOST_RANDOM_SEED = 1_000_000;

  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;
  @Mixin private TokenFlags tokens;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      description = "map, dashboard, iot, sync or mixed")
  private @Nullable String scenario;

  @Option(names = "--seed", paramLabel = "N", description = "seed of all choices; default: random")
  private @Nullable Long seed;

  @Option(
      names = "--target",
      paramLabel = "URL",
      description = "address of the platform; default: the one that runs on the data folder")
  private @Nullable URI target;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "50",
      description = "requests per second (${DEFAULT-VALUE})")
  private double rate;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "60",
      description = "length of the run (${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "20",
      description = "viewers, devices and phones (${DEFAULT-VALUE})")
  private int clients;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "256",
      description = "most connections at a time (${DEFAULT-VALUE})")
  private int connections;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "write load.json, load.txt and load.html to this folder")
  private @Nullable Path report;

  @Option(
      names = "--requests",
      paramLabel = "FILE",
      description = "write the requests to this file, for k6 (examples/k6), and send nothing else")
  private @Nullable Path requests;

  @Option(names = "--json", description = "print JSON and no table")
  private boolean json;

  @Option(names = "--keep", description = "keep the farm that the run has made")
  private boolean keep;

  @Option(
      names = "--authority",
      paramLabel = "FILE",
      description = "certificate (PEM) of the authority of the target")
  private @Nullable Path authority;

  @Option(
      names = "--compare",
      paramLabel = "REPORT",
      arity = "2",
      description = "print the ratios of two reports: files or folders")
  private @Nullable List<Path> compared;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (compared != null) {
      if (scenario != null) {
        throw new InvalidSettings("--compare and --scenario exclude each other");
      }
      return compare(compared, out);
    }
    if (scenario == null) {
      throw new InvalidSettings(
          "which scenario? --scenario map, dashboard, iot, sync or mixed, or --compare two"
              + " reports");
    }
    try (LoadRun run =
        LoadRun.open(settings(LoadPlan.ScenarioName.of(scenario)), spec.commandLine().getErr())) {
      if (requests != null) {
        out.println(run.list(requests) + " requests");
        out.flush();
        return 0;
      }
      LoadReport made = run.report();
      if (json) {
        out.println(made.json());
      } else {
        ReportText.print(made, out);
      }
      out.flush();
      if (report != null) {
        ReportFiles.write(made, report);
      }
      return made.isClean() && !run.isFarmLeft() ? 0 : ExitCode.FAILED;
    }
  }

  private int compare(List<Path> reports, PrintWriter out) throws IOException {
    LoadComparison comparison =
        LoadComparison.of(LoadReport.read(reports.get(0)), LoadReport.read(reports.get(1)));
    if (json) {
      out.println(comparison.json());
    } else {
      comparison.print(out);
    }
    out.flush();
    return 0;
  }

  private LoadRun.RunSettings settings(LoadPlan.ScenarioName name) throws IOException {
    requireWithin("--rate", rate, 0.01, MOST_RATE);
    requireWithin("--seconds", seconds, 1, MOST_SECONDS);
    requireWithin("--clients", clients, 1, MOST_CLIENTS);
    requireWithin("--connections", connections, 1, MOST_CONNECTIONS);
    if (report != null) {
      ReportFiles.requireWritable(report);
    }
    long chosen = seed == null ? ThreadLocalRandom.current().nextInt(1, MOST_RANDOM_SEED) : seed;
    if (authority != null) {
      LocalHttp.certificate(authority); // fails with the reason
    }
    URI address = target;
    Path certificate = authority;
    if (address == null) {
      ObjectNode details = RunningFile.require(data.folder());
      address = URI.create(details.path("http").asText());
      String own = details.path("certificate").asText();
      certificate = certificate == null && !own.isEmpty() ? Path.of(own) : certificate;
    }
    return new LoadRun.RunSettings(
        name,
        chosen,
        address,
        rate,
        seconds,
        clients,
        connections,
        keep,
        certificate,
        tokens.tokens());
  }

  private static void requireWithin(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new InvalidSettings(
          "%s needs a number from %s to %s".formatted(option, plain(least), plain(most)));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
