package io.glebe.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs benchmarks by the name of their package and prints each figure next to its target: {@code
 * ./glebe bench tile codec}. Load scenarios have their own names: {@code ./glebe bench record}. The
 * processes that JMH starts have the JVM flags of this process: jvm.options and 1 GB of heap.
 */
public final class Bench {
  /** Packages with JMH benchmarks. */
  private static final Set<String> PACKAGES =
      new TreeSet<>(
          List.of("codec", "kernel", "png", "tile", "mvt", "series", "identity", "trace"));

  /** Packages that also have a load scenario, which compares them with other programs. */
  private static final Set<String> BESIDE_PEERS = Set.of("mvt", "series");

  private static final PrintStream OUT = System.out;

  private Bench() {}

  /** Runs the named packages or load scenarios; without names, all packages. */
  public static void main(String[] names) throws Exception {
    List<String> packages = new ArrayList<>();
    List<String> scenarios = new ArrayList<>();
    for (String name : names) {
      if (PACKAGES.contains(name)) {
        packages.add(name);
      }
      if (!PACKAGES.contains(name) || BESIDE_PEERS.contains(name)) {
        scenarios.add(name);
      }
    }
    if (names.length == 0) {
      packages.addAll(PACKAGES);
    }
    for (String scenario : scenarios) {
      load(scenario);
    }
    if (!packages.isEmpty()) {
      measure(packages);
    }
  }

  private static void load(String scenario) throws Exception {
    String type =
        "io.glebe.bench.load."
            + scenario.substring(0, 1).toUpperCase(Locale.ROOT)
            + scenario.substring(1)
            + "Load";
    try {
      Class.forName(type).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } catch (ClassNotFoundException e) {
      OUT.println("glebe bench: no benchmarks '" + scenario + "'; there are " + PACKAGES);
      System.exit(2);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(scenario + " failed", e.getCause());
    }
  }

  private static void measure(List<String> packages) throws RunnerException, IOException {
    Path results = Path.of(System.getProperty("glebe.home", "."), "benchmarks", "results");
    Files.createDirectories(results);
    Path json =
        results.resolve(
            String.join("-", packages) + "-" + LocalDate.now(ZoneId.systemDefault()) + ".json");
    ChainedOptionsBuilder options = new OptionsBuilder();
    for (String name : packages) {
      options = options.include("io\\.glebe\\.bench\\." + name + "\\..*");
    }
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Collection<RunResult> done =
        new Runner(
                options
                    .addProfiler(GCProfiler.class)
                    .shouldFailOnError(true)
                    .resultFormat(ResultFormatType.JSON)
                    .result(json.toString())
                    .build())
            .run();
    OUT.printf("%nJDK %s, load average at the start %.1f%n%n", Runtime.version(), load);
    table(done);
    OUT.println("\nwritten to " + json);
  }

  private static void table(Collection<RunResult> done) throws IOException {
    Targets targets = Targets.load();
    OUT.println("| benchmark | score | B/op | target | |");
    OUT.println("|---|---|---|---|---|");
    for (RunResult result : done) {
      row(result, targets);
    }
  }

  private static void row(RunResult result, Targets targets) {
    String name = name(result);
    Result<?> primary = result.getPrimaryResult();
    Result<?> allocation = result.getSecondaryResults().get("gc.alloc.rate.norm");
    OUT.printf(
        Locale.ROOT,
        "| %s | %,.2f ± %,.2f %s | %s | %s | %s |%n",
        name,
        primary.getScore(),
        Double.isNaN(primary.getScoreError()) ? 0 : primary.getScoreError(),
        primary.getScoreUnit(),
        allocation == null ? "" : String.format(Locale.ROOT, "%,.0f", allocation.getScore()),
        targets.text(name),
        targets.verdict(name, primary.getScore()));
  }

  /** Class, method and parameters: {@code TileBenchmark.warm NDVI_NEAREST}. */
  private static String name(RunResult result) {
    String full = result.getParams().getBenchmark();
    String[] parts = full.split("\\.", -1);
    StringBuilder name = new StringBuilder(parts[parts.length - 2] + "." + parts[parts.length - 1]);
    Map<String, String> parameters = new TreeMap<>();
    for (String key : result.getParams().getParamsKeys()) {
      parameters.put(key, result.getParams().getParam(key));
    }
    parameters.values().forEach(value -> name.append('-').append(value));
    return name.toString();
  }
}
