package io.glebe.bench.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.bench.Targets;
import io.glebe.core.folder.Folders;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first minute: the built platform as a separate process. It starts on empty folders with its
 * sample, and then several times on the folder of the first start, alternately without and with the
 * ahead-of-time cache (docs/decisions/0053). The cache is trained here, between the first start and
 * the others; no start trains a cache at the same time.
 *
 * <p>{@code StartLoad [starts of each kind]}; default 3. On a shared machine, rely on the CPU
 * times; the CPU times of tiles include all other work of the JVM, such as compilation.
 */
public final class StartLoad {
  private static final Logger LOG = LoggerFactory.getLogger(StartLoad.class);
  private static final String TOKEN = "glebe-dev-token";
  private static final Path HOME = Path.of(System.getProperty("glebe.home", "."));
  private static final Path BUILT = HOME.resolve("api-verticles/target").toAbsolutePath();
  private static final Path JAR = BUILT.resolve("api-verticles.jar");
  private static final Path LIBRARIES = BUILT.resolve("lib");
  private static final int AT_ONCE = 4;

  /** Tiles that are measured after each start, and again on the warm process. */
  private static final int FIRST_TILES = 1_000;

  /** Tiles between the two measurements. */
  private static final int TILES_TO_WARM = 4_000;

  /**
   * The cheapest round gives the cost of a warm tile; the compiler was still active in the others.
   */
  private static final int WARM_ROUNDS = 3;

  private final List<String> tiles = SampleTiles.paths();
  private final TileLoad load = new TileLoad(TOKEN);
  private final Map<String, Double> figures = new LinkedHashMap<>();
  private final List<StartRun> runs = new ArrayList<>();
  private final Path folder;
  private final int starts;
  private final Map<String, String> settings;
  private int failedTiles;

  private StartLoad(Path folder, int starts) {
    this.folder = folder;
    this.starts = starts;
    this.settings =
        Map.of(
            "GLEBE_CACHE_DIR", folder.resolve("cache").toString(),
            "GLEBE_HTTP_HOST", "127.0.0.1",
            "GLEBE_MQTT_HOST", "127.0.0.1");
  }

  public static void main(String[] args) throws Exception {
    int starts = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    double loadAverage = loadAverage();
    Path folder = Files.createTempDirectory("glebe-start-");
    try {
      StartLoad run = new StartLoad(folder, starts);
      String medians = run.all();
      LOG.info(
          "JDK {}, load average {} at the start and {} at the end; of {} later starts each the"
              + " medians; {} tiles failed\n{}\n{}",
          Runtime.version(),
          loadAverage,
          loadAverage(),
          starts,
          run.failedTiles,
          medians,
          run.figureTable());
      LOG.info("written to {}", run.write(loadAverage));
    } finally {
      Folders.delete(folder);
    }
  }

  private static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** Measures everything and returns the table of starts. */
  private String all() throws Exception {
    if (!Files.isRegularFile(JAR)) {
      throw new IllegalStateException(JAR + " is missing; run ./glebe build");
    }
    StartRun first = start("first, empty folders, with sample", launch(List.of()), false);
    sizes();
    Path cache = folder.resolve("glebe.aot");
    train(cache);
    List<StartRun> without = new ArrayList<>();
    List<StartRun> with = new ArrayList<>();
    for (int i = 1; i <= starts; i++) {
      without.add(start("later, no cache", launch(List.of()), false));
      with.add(start("later, with the cache", launch(using(cache)), i == starts));
    }
    StartRun later = StartRun.median("later, no cache", without);
    StartRun cached = StartRun.median("later, with the cache", with);
    note("start on an existing folder with the cache, s", cached.seconds());
    note("its CPU of the JVM, s", cached.jvmSeconds());
    note("the same as a share of that without", cached.jvmSeconds() / later.jvmSeconds());
    note(
        "first tiles against warm ones, CPU, with the cache",
        cached.tileMillis() / figures.getOrDefault("warm tile, CPU ms", Double.NaN));
    return StartRun.HEAD + first.row() + later.row() + cached.row();
  }

  private GlebeProcess.Launch launch(List<String> flags) {
    return new GlebeProcess.Launch(flags, JAR + ":" + LIBRARIES + "/*", settings);
  }

  /** Flags with which a JVM does not start if it cannot use the cache. */
  private static List<String> using(Path cache) {
    return List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on", "-Xlog:aot=off,aot*=off,cds=off");
  }

  /**
   * One start, with its first tiles.
   *
   * @param last whether to request tiles until the process is warm
   */
  private StartRun start(String what, GlebeProcess.Launch launch, boolean last) throws Exception {
    long from = System.nanoTime();
    try (GlebeProcess platform = GlebeProcess.begin(folder.resolve("data"), launch)) {
      platform.await(TOKEN);
      double seconds = (System.nanoTime() - from) / 1e9;
      ProcessHandle process = platform.process().toHandle();
      double jvm = Peer.ownCpuNanos(process) / 1e9;
      double database = Peer.cpuNanosBelow(process) / 1e9;
      double firstMillis = request(platform, 0, 1).p50();
      double each = request(platform, 1, 1 + FIRST_TILES).cpuMillis();
      StartRun run = new StartRun(what, seconds, jvm, database, firstMillis, each);
      LOG.info("{}", run.row().strip());
      runs.add(run);
      if (last) {
        warm(platform);
      }
      return run;
    }
  }

  /** Requests tiles that were not requested from this process before. */
  private TileLoad.Result request(GlebeProcess platform, int from, int to)
      throws InterruptedException {
    List<URI> addresses = tiles.subList(from, to).stream().map(platform::uri).toList();
    LongSupplier cpu = () -> Peer.ownCpuNanos(platform.process().toHandle());
    TileLoad.Result result = load.run(addresses, AT_ONCE, 200, cpu, List.of());
    failedTiles += result.failed();
    return result;
  }

  private void warm(GlebeProcess platform) throws IOException, InterruptedException {
    int from = 1 + FIRST_TILES;
    int to = from + TILES_TO_WARM;
    note("tiles 1,000 to 5,000 after ready, CPU ms each", request(platform, from, to).cpuMillis());
    double least = Double.MAX_VALUE;
    for (int round = 0; round < WARM_ROUNDS; round++) {
      from = to;
      to = from + FIRST_TILES;
      double each = request(platform, from, to).cpuMillis();
      LOG.info("warm round {}: {} ms", round + 1, String.format(Locale.ROOT, "%.2f", each));
      least = Math.min(least, each);
    }
    note("warm tile, CPU ms", least);
    ProcessHandle process = platform.process().toHandle();
    double jvm = (double) Peer.residentMegabytes(process);
    double database = (double) Peer.residentMegabytesBelow(process);
    note("resident after 8,000 tiles, JVM and PostgreSQL, MB", jvm + database);
    note("of it PostgreSQL, MB", database);
  }

  /** The sizes of the files after the first start. */
  private void sizes() throws IOException {
    note("platform on disk (jar and libraries), MB", megabytes(JAR) + megabytes(LIBRARIES));
    note("PostgreSQL unpacked, MB", megabytes(folder.resolve("cache")));
    note("data folder with the sample, MB", megabytes(folder.resolve("data")));
  }

  private static double megabytes(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      long bytes = 0;
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
      return bytes / 1e6;
    }
  }

  /** Trains the cache like the background training of the start script, but separately. */
  private void train(Path cache) throws IOException, InterruptedException {
    long cpu = Peer.endedCpuNanos(ProcessHandle.current());
    long from = System.nanoTime();
    List<String> command =
        List.of("io.glebe.api.boot.training.Training", cache.toAbsolutePath().toString());
    Process training =
        launch(List.of())
            .java(command)
            .redirectOutput(folder.resolve("training.log").toFile())
            .start();
    if (training.waitFor() != 0) {
      throw new IllegalStateException(Files.readString(folder.resolve("training.log")));
    }
    note("training of the cache, s", (System.nanoTime() - from) / 1e9);
    note("training of the cache, CPU s", (Peer.endedCpuNanos(ProcessHandle.current()) - cpu) / 1e9);
    note("cache on disk, MB", megabytes(cache));
  }

  private void note(String figure, double value) {
    figures.put(figure, value);
    LOG.info("{}: {}", figure, String.format(Locale.ROOT, "%.2f", value));
  }

  private String figureTable() throws IOException {
    Targets targets = Targets.load();
    StringBuilder table = new StringBuilder("| figure | value | target | |\n|---|---|---|---|\n");
    figures.forEach(
        (figure, value) -> {
          String key = "StartLoad." + figure.replaceAll("[^A-Za-z0-9]+", "-");
          table.append(
              String.format(
                  Locale.ROOT,
                  "| %s | %,.2f | %s | %s |%n",
                  figure,
                  value,
                  targets.text(key),
                  targets.verdict(key, value)));
        });
    return table.toString();
  }

  /** Writes every run and every figure. */
  private Path write(double loadAverage) throws IOException {
    ObjectNode json =
        Json.object().put("jdk", Runtime.version().toString()).put("loadAverage", loadAverage);
    json.put("failedTiles", failedTiles);
    runs.forEach(run -> json.withArray("/starts").add(run.json()));
    figures.forEach((figure, value) -> json.withObject("/figures").put(figure, value));
    Path results = HOME.resolve("benchmarks/results");
    Files.createDirectories(results);
    Path file = results.resolve("start-" + LocalDate.now(ZoneId.systemDefault()) + ".json");
    return Files.write(file, Json.bytes(json));
  }
}
