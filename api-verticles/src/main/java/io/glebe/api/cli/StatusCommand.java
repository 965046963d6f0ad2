package io.glebe.api.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code glebe status}: whether a platform runs on the data folder, and its state. */
@Command(
    name = "status",
    description = "Shows whether the platform of a data folder runs and is ready, and if not, why.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:ready", "3:no platform runs on the data folder", "4:running, not ready"},
    mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
  private static final List<String> ADDRESSES = List.of("http", "mqtt", "mqtts", "database");

  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = data.folder();
    PrintWriter out = spec.commandLine().getOut();
    RunningPlatform platform;
    try {
      platform = RunningPlatform.find(folder);
    } catch (RunningPlatform.NotRunning none) {
      if (!json) {
        throw none;
      }
      out.println(Json.object().put("state", "not running").put("data", folder.toString()));
      return ExitCode.NOT_RUNNING;
    }
    RunningPlatform.Health health = platform.health();
    if (json) {
      out.println(details(platform, health, folder));
    } else {
      print(out, platform, health, folder);
    }
    out.flush();
    return health.ready() ? 0 : ExitCode.NOT_READY;
  }

  private static String state(RunningPlatform platform, RunningPlatform.Health health) {
    return health.ready()
        ? "ready"
        : platform.details().isEmpty() ? "starting or stopping" : "not ready";
  }

  private static ObjectNode details(
      RunningPlatform platform, RunningPlatform.Health health, Path folder) {
    ObjectNode all = Json.object().put("state", state(platform, health));
    all.put("pid", platform.process().pid()).put("data", folder.toString());
    platform
        .process()
        .info()
        .startInstant()
        .ifPresent(start -> all.put("uptimeSeconds", uptime(start).toSeconds()));
    ObjectNode known = platform.details().orElseGet(Json::object);
    for (String name : List.of("version", "readyAt", "http", "mqtt", "mqtts", "database")) {
      if (known.has(name)) {
        all.set(name, known.get(name));
      }
    }
    health.parts().forEach(all.putObject("parts")::put);
    return all;
  }

  private static void print(
      PrintWriter out, RunningPlatform platform, RunningPlatform.Health health, Path folder) {
    ObjectNode known = platform.details().orElseGet(Json::object);
    String version = known.path("version").asText("");
    out.println(
        "Glebe " + (version.isEmpty() ? "" : version + " ") + "is " + state(platform, health));
    TextTable table = new TextTable();
    table.row("  process", platform.process().pid() + since(platform.process()));
    table.row("  data folder", folder.toString());
    for (String name : ADDRESSES) {
      if (known.has(name)) {
        table.row("  " + name, known.path(name).asText());
      }
    }
    health.parts().entrySet().stream()
        .filter(part -> !part.getKey().equals("process") || !health.ready() && known.has("pid"))
        .forEach(part -> table.row("  " + part.getKey() + " is", part.getValue()));
    table.print(out);
  }

  private static String since(ProcessHandle process) {
    return process.info().startInstant().map(start -> ", up " + readable(uptime(start))).orElse("");
  }

  private static Duration uptime(Instant start) {
    Duration uptime = Duration.between(start, Instant.now());
    return uptime.isNegative() ? Duration.ZERO : uptime;
  }

  /** The two largest units that matter. */
  public static String readable(Duration time) {
    if (time.toDays() > 0) {
      return time.toDays() + " d " + time.toHoursPart() + " h";
    }
    if (time.toHours() > 0) {
      return time.toHours() + " h " + time.toMinutesPart() + " min";
    }
    return (time.toMinutes() > 0 ? time.toMinutes() + " min " : "") + time.toSecondsPart() + " s";
  }
}
