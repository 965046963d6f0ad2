package io.glebe.bench.load;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tiles over HTTP in one run over the same cube: our platform compared with MapServer (FastCGI,
 * palette, fast compression) and nginx (static files). Cold (no data read yet, but all code
 * compiled), warm, cached and 304 responses are measured separately, then viewports of 24
 * simultaneous tiles. CPU time is the time of the server processes per response. A row is the
 * median of five passes; our passes follow a minute or more of warm-up with passes of the same
 * kind. Several copies of the cube give each cold pass its own chunks.
 */
public final class PeersLoad {
  private static final Logger LOG = LoggerFactory.getLogger(PeersLoad.class);
  private static final String TOKEN = "glebe-dev-token";
  private static final int AT_ONCE = 8;
  private static final int VIEWPORT = 24;
  private static final int PASSES = 5;
  private static final int OFTEN = 10;
  private static final int VERY_OFTEN = 30;

  /** The server counts as warm after this number of passes without a gain. */
  private static final int STEADY = 5;

  /**
   * Minimum duration of the warm-up. The compiler improves the code in bursts, so a short time
   * without a gain does not prove that the server is warm.
   */
  private static final int WARM_UP_SECONDS = 60;

  private static final int LONGEST_WARM_UP_SECONDS = 120;

  private final Path folder;
  private final TileLoad load = new TileLoad(TOKEN);
  private final PeersCube cube = new PeersCube(load, "peers");
  private final List<String> rows = new ArrayList<>();

  /** Numbers the viewports. Each viewport uses other colours, so that no tile is cached. */
  private final AtomicInteger viewports = new AtomicInteger();

  private PeersLoad(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("glebe-peers-");
    double loadAverage = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    PeersLoad run = new PeersLoad(folder);
    run.all();
    LOG.info(
        "{} tiles of zooms 12 to 15, {} at once, medians of {} passes, load average at the start"
            + " {}\n"
            + "| server | tiles | answers | failed | CPU ms | /s | p50 ms | p99 ms | bytes |\n"
            + "|---|---|---|---|---|---|---|---|---|\n"
            + "{}",
        run.cube.tiles().size(),
        AT_ONCE,
        PASSES,
        loadAverage,
        String.join("\n", run.rows));
  }

  private void all() throws Exception {
    try (GlebeProcess ours = GlebeProcess.start(folder.resolve("data"), "64M", TOKEN)) {
      for (int copy = 0; copy <= PASSES; copy++) {
        cube.upload(ours, copy);
      }
    }
    try (GlebeProcess ours = GlebeProcess.start(folder.resolve("data"), "256M", TOKEN)) {
      // tiles of a cube that is not measured; none of them is cached
      warmUp(pass -> request(cube.uris(ours, 0, "&rescale=0,0." + (500 + pass)), ours::cpuNanos));
      ours(ours);
    }
    try (GlebeProcess ours = GlebeProcess.start(folder.resolve("data"), "0", TOKEN)) {
      steadily(
          "glebe", "warm, not cached", pass -> request(cube.uris(ours, 1, ""), ours::cpuNanos));
    }
    if (MapServerPeer.present()) {
      peers();
    }
  }

  /** Repeats a pass until further compilation brings no gain. */
  private static void warmUp(Pass pass) throws Exception {
    long start = System.nanoTime();
    long least = start + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS);
    long most = start + TimeUnit.SECONDS.toNanos(LONGEST_WARM_UP_SECONDS);
    double best = Double.MAX_VALUE;
    int steady = 0;
    for (int number = 0;
        System.nanoTime() < least || steady < STEADY && System.nanoTime() < most;
        number++) {
      double cost = pass.run(number).cpuMillis();
      steady = cost > 0.97 * best ? steady + 1 : 0;
      best = Math.min(best, cost);
    }
  }

  /** Measures a pass after a warm-up with the same pass. */
  private void steadily(String server, String what, Pass pass) throws Exception {
    warmUp(pass);
    add(server, what, pass);
  }

  private void ours(GlebeProcess ours) throws Exception {
    add("glebe", "cold", pass -> request(cube.uris(ours, 1 + pass, ""), ours::cpuNanos));
    List<URI> uris = cube.uris(ours, 1, "");
    steadily("glebe", "cached", pass -> request(often(uris), ours::cpuNanos));
    HttpResponse<byte[]> one = load.get(uris.getFirst());
    String etag = one.headers().firstValue("ETag").orElseThrow();
    steadily("glebe", "304", pass -> unchanged(uris.getFirst(), etag, ours::cpuNanos));
    steadily(
        "glebe",
        "viewport",
        pass ->
            load.run(
                viewports(
                    n ->
                        cube.uris(
                            ours, 1, "&rescale=0," + (1 + 1e-6 * viewports.getAndIncrement()))),
                VIEWPORT,
                200,
                ours::cpuNanos,
                List.of()));
    Path files = Files.createDirectories(folder.resolve("files"));
    for (int i = 0; i < uris.size(); i++) {
      Files.write(files.resolve(i + ".png"), load.get(uris.get(i)).body());
    }
  }

  private void peers() throws Exception {
    Path tiff = cube.tiff(folder);
    try (MapServerPeer peer = MapServerPeer.start(folder, tiff)) {
      List<URI> maps = cube.tiles().stream().map(t -> peer.tile(t.zoom(), t.x(), t.y())).toList();
      rows.add(request(maps, peer::cpuNanos).row("MapServer", "first"));
      add("MapServer", "warm", pass -> request(maps, peer::cpuNanos));
      add(
          "MapServer",
          "viewport",
          pass -> load.run(viewports(n -> maps), VIEWPORT, 200, peer::cpuNanos, List.of()));
      List<URI> files = new ArrayList<>();
      for (int i = 0; i < maps.size(); i++) {
        files.add(peer.file("files/" + i + ".png"));
      }
      add("nginx, files", "cached", pass -> request(often(files), peer::cpuNanos));
      String etag = load.get(files.getFirst()).headers().firstValue("ETag").orElseThrow();
      add("nginx, files", "304", pass -> unchanged(files.getFirst(), etag, peer::cpuNanos));
    }
  }

  private TileLoad.Result request(List<URI> uris, LongSupplier cpu) throws InterruptedException {
    return load.run(uris, AT_ONCE, 200, cpu, List.of());
  }

  private TileLoad.Result unchanged(URI uri, String etag, LongSupplier cpu)
      throws InterruptedException {
    List<URI> same = often(Collections.nCopies(cube.tiles().size(), uri));
    return load.run(same, AT_ONCE, 304, cpu, List.of("If-None-Match", etag));
  }

  /** Repeats cheap requests many times, because CPU time is counted in hundredths of a second. */
  private static List<URI> often(List<URI> uris) {
    return Collections.nCopies(VERY_OFTEN, uris).stream().flatMap(List::stream).toList();
  }

  /** Repeats the first tiles; the tiles of one viewport are requested simultaneously. */
  private static List<URI> viewports(IntFunction<List<URI>> urisOf) {
    return IntStream.range(0, OFTEN)
        .mapToObj(urisOf)
        .flatMap(uris -> uris.subList(0, VIEWPORT).stream())
        .toList();
  }

  /** One of several measurements. */
  private interface Pass {
    TileLoad.Result run(int number) throws Exception;
  }

  /** Adds the pass with the median CPU time. */
  private void add(String server, String what, Pass pass) throws Exception {
    List<TileLoad.Result> results = new ArrayList<>();
    for (int i = 0; i < PASSES; i++) {
      results.add(pass.run(i));
    }
    results.sort(Comparator.comparingDouble(TileLoad.Result::cpuMillis));
    rows.add(results.get(PASSES / 2).row(server, what));
  }
}
