package io.glebe.bench.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tiles over HTTP of two builds of the platform, which run at the same time and are asked in turns:
 * this build, and the one whose class path is the system property {@code glebe.bench.other}. Prints
 * the CPU milliseconds of each response. The first half of the rounds is a warm-up and does not
 * count.
 */
public final class VersionsLoad {
  private static final Logger LOG = LoggerFactory.getLogger(VersionsLoad.class);
  private static final String TOKEN = "glebe-dev-token";
  private static final int AT_ONCE = 8;
  private static final int ROUNDS = Integer.getInteger("glebe.bench.rounds", 21);
  private static final int TIMES = 20;

  private final TileLoad load = new TileLoad(TOKEN);
  private final PeersCube cube = new PeersCube(load, "versions");
  private final AtomicInteger styles = new AtomicInteger();
  private final Map<String, List<Double>> costs = new LinkedHashMap<>();

  private record Build(String name, GlebeProcess process) {}

  private enum Kind {
    UNCACHED,
    CACHED,
    NOT_MODIFIED
  }

  public static void main(String[] args) throws Exception {
    String other = System.getProperty("glebe.bench.other", "");
    if (other.isEmpty()) {
      throw new IllegalStateException(
          "-Dglebe.bench.other=... names the class path of the other build (GLEBE_JVM_OPTS)");
    }
    Path folder = Files.createTempDirectory("glebe-versions-");
    VersionsLoad run = new VersionsLoad();
    String own = System.getProperty("java.class.path");
    try (GlebeProcess before = start(folder.resolve("other"), other);
        GlebeProcess after = start(folder.resolve("this"), own)) {
      run.rounds(List.of(new Build("other", before), new Build("this", after)));
    }
    run.costs.forEach(VersionsLoad::print);
  }

  private static GlebeProcess start(Path folder, String classPath)
      throws IOException, InterruptedException {
    Map<String, String> settings = Map.of("GLEBE_ACCESS_LOG", "false");
    GlebeProcess process =
        GlebeProcess.begin(
            folder.resolve("data"), new GlebeProcess.Launch(List.of(), classPath, settings));
    process.await(TOKEN);
    return process;
  }

  private void rounds(List<Build> builds) throws IOException, InterruptedException {
    for (Build build : builds) {
      cube.upload(build.process(), 0);
    }
    List<Build> order = builds;
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      order = order.reversed();
      for (Kind kind : Kind.values()) {
        // the same colours for both, which no tile had before
        int style = styles.getAndIncrement();
        for (Build build : order) {
          double cost = pass(build.process(), kind, style).cpuMillis();
          if (round >= 0) {
            costs.computeIfAbsent(kind + ", " + build.name(), _ -> new ArrayList<>()).add(cost);
          }
        }
      }
    }
  }

  private TileLoad.Result pass(GlebeProcess build, Kind kind, int style)
      throws IOException, InterruptedException {
    List<URI> uris = cube.uris(build, 0, "");
    return switch (kind) {
      case UNCACHED ->
          load.run(
              cube.uris(build, 0, "&rescale=0," + (0.5 + 1e-5 * style)),
              AT_ONCE,
              200,
              build::cpuNanos,
              List.of());
      case CACHED -> load.run(often(uris), AT_ONCE, 200, build::cpuNanos, List.of());
      case NOT_MODIFIED -> {
        HttpResponse<byte[]> one = load.get(uris.getFirst());
        String etag = one.headers().firstValue("ETag").orElseThrow();
        yield load.run(
            often(Collections.nCopies(uris.size(), uris.getFirst())),
            AT_ONCE,
            304,
            build::cpuNanos,
            List.of("If-None-Match", etag));
      }
    };
  }

  /** Repeats cheap requests, because CPU time is counted in hundredths of a second. */
  private static List<URI> often(List<URI> uris) {
    return IntStream.range(0, TIMES).boxed().flatMap(_ -> uris.stream()).toList();
  }

  private static void print(String what, List<Double> costs) {
    List<Double> sorted = costs.stream().sorted().toList();
    LOG.info(
        "{}",
        String.format(
            Locale.ROOT,
            "%s: %.4f ms of CPU for each response (%.4f to %.4f, %d rounds)",
            what,
            sorted.get(sorted.size() / 2),
            sorted.getFirst(),
            sorted.getLast(),
            sorted.size()));
  }
}
