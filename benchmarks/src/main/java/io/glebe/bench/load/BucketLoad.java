package io.glebe.bench.load;

import io.glebe.bench.load.FaultyProxy.Faults;
import io.glebe.core.database.Folders;
import io.glebe.zarr.store.S3Location;
import io.glebe.zarr.store.S3Proxy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tiles of a platform whose cells are in a bucket of S3Proxy, behind a {@link FaultyProxy}: after
 * restarts with and without copies of chunks on the disk, and with slow and refused requests, with
 * and without second requests. Each tile is compared with that of the healthy bucket.
 */
public final class BucketLoad {
  private static final Logger LOG = LoggerFactory.getLogger(BucketLoad.class);
  private static final String TOKEN = "glebe-dev-token";
  private static final Path HOME = Path.of(System.getProperty("glebe.home", "."));
  private static final Path JAR =
      HOME.resolve("zarr-store/target/test-tools/s3proxy-jar-with-dependencies.jar");
  private static final S3Location.Credentials KEYS =
      new S3Location.Credentials("bench-identity", "bench-credential");
  private static final Duration DELAY = Duration.ofMillis(50);
  private static final Faults SLOW_STORE = Faults.delay(DELAY);
  private static final Faults FAULTS = new Faults(DELAY, 0.01, 0.01, Duration.ofSeconds(1));

  /** What the measured processes serve; the first one also loads the sample, for its roles. */
  private static final String AREAS = "identity,development-identity,farm,spatio";

  private static final int COPIES = 4;
  private static final int AT_ONCE = 8;

  /** Tiles that are requested after a restart. */
  private static final int FIRST_TILES = 300;

  private static final int ROUNDS = Integer.getInteger("glebe.bench.rounds", 2);

  private final TileLoad load = new TileLoad(TOKEN);
  private final PeersCube cube = new PeersCube(load, "bucket");
  private final Map<String, byte[]> expected = new ConcurrentHashMap<>();
  private final List<String> rows = new ArrayList<>();
  private final Path folder;
  private final FaultyProxy proxy;

  private BucketLoad(Path folder, FaultyProxy proxy) {
    this.folder = folder;
    this.proxy = proxy;
  }

  public static void main(String[] args) throws Exception {
    double loadAverage = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Path folder = Files.createTempDirectory("glebe-bucket-");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Files.createDirectories(folder.resolve("objects/cells"));
    URI endpoint = URI.create("http://127.0.0.1:" + port);
    S3Proxy server = new S3Proxy(JAR, endpoint, KEYS, Optional.of(folder.resolve("objects")));
    Process process =
        new ProcessBuilder(server.command(folder))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("s3proxy.log").toFile())
            .start();
    try (FaultyProxy proxy = new FaultyProxy(port)) {
      Peer.await("S3Proxy", () -> isListening(port));
      BucketLoad run = new BucketLoad(folder, proxy);
      run.all();
      LOG.info(
          "JDK {}, load average {} at the start\n"
              + "| tiles of | tiles | requests to the bucket | s | tiles/s | p50, ms | p99, ms |"
              + " failed | wrong |\n|---|---|---|---|---|---|---|---|---|\n{}",
          Runtime.version(),
          loadAverage,
          String.join("\n", run.rows));
    } finally {
      process.destroy();
      process.onExit().join();
      Folders.delete(folder);
    }
  }

  private static boolean isListening(int port) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    }
  }

  private void all() throws IOException, InterruptedException {
    try (GlebeProcess healthy = start(Faults.NONE, Map.of("GLEBE_CHUNK_DISK_BYTES", "0"))) {
      for (int copy = 0; copy < COPIES; copy++) {
        cube.upload(healthy, copy);
      }
      for (URI uri : uris(healthy)) {
        expected.put(uri.getPath(), load.get(uri).body());
      }
    }
    measure("a restart without copies", SLOW_STORE, Map.of("GLEBE_CHUNK_DISK_BYTES", "0"), true);
    measure("the first start with copies", SLOW_STORE, Map.of(), true);
    measure("a restart with copies", SLOW_STORE, Map.of(), true);
    Map<String, String> uncached = new HashMap<>();
    uncached.put("GLEBE_CHUNK_DISK_BYTES", "0");
    uncached.put("GLEBE_CHUNK_CACHE_BYTES", "4M");
    measure("a bucket without faults, every chunk read", SLOW_STORE, uncached, false);
    for (int round = 0; round < ROUNDS; round++) {
      uncached.put("GLEBE_STORE_HEDGE", "0");
      measure("1 % slow, 1 % refused, no second requests", FAULTS, uncached, false);
      uncached.put("GLEBE_STORE_HEDGE", "0.05");
      measure("1 % slow, 1 % refused, second requests", FAULTS, uncached, false);
    }
  }

  private GlebeProcess start(Faults faults, Map<String, String> more)
      throws IOException, InterruptedException {
    proxy.behave(faults);
    Map<String, String> settings = new HashMap<>(more);
    settings.put("GLEBE_ZARR_URL", "s3://cells/bench?endpoint=http://127.0.0.1:" + proxy.port());
    settings.put("AWS_ACCESS_KEY_ID", KEYS.accessKey());
    settings.put("AWS_SECRET_ACCESS_KEY", KEYS.secretKey());
    settings.put("GLEBE_ACCESS_LOG", "false");
    settings.put("GLEBE_TILE_CACHE_BYTES", "1M");
    GlebeProcess process =
        GlebeProcess.begin(
            folder.resolve("data"),
            new GlebeProcess.Launch(List.of(), System.getProperty("java.class.path"), settings));
    process.await(TOKEN);
    return process;
  }

  private List<URI> uris(GlebeProcess process) {
    List<URI> all = new ArrayList<>();
    for (int copy = 0; copy < COPIES; copy++) {
      all.addAll(cube.uris(process, copy, ""));
    }
    Collections.shuffle(all, new Random(1));
    return all;
  }

  private void measure(String what, Faults faults, Map<String, String> settings, boolean first)
      throws IOException, InterruptedException {
    Map<String, String> all = new HashMap<>(settings);
    all.put("GLEBE_AREAS", AREAS);
    try (GlebeProcess process = start(faults, all)) {
      List<URI> uris = uris(process);
      List<URI> chosen = first ? uris.subList(0, FIRST_TILES) : uris;
      long before = proxy.requests();
      String row = run(chosen);
      rows.add(
          "| %s | %d | %d | %s".formatted(what, chosen.size(), proxy.requests() - before, row));
      LOG.info("{}", rows.getLast());
    }
  }

  /** Requests each tile once and compares it. */
  private String run(List<URI> uris) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    AtomicInteger wrong = new AtomicInteger();
    long[] nanos = new long[uris.size()];
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < AT_ONCE; i++) {
        threads.execute(
            () -> {
              for (int n = next.getAndIncrement(); n < nanos.length; n = next.getAndIncrement()) {
                long begin = System.nanoTime();
                Optional<byte[]> tile = tile(uris.get(n));
                nanos[n] = System.nanoTime() - begin;
                if (tile.isEmpty()) {
                  failed.incrementAndGet();
                } else if (!Arrays.equals(tile.get(), expected.get(uris.get(n).getPath()))) {
                  wrong.incrementAndGet();
                }
              }
            });
      }
      threads.shutdown();
      threads.awaitTermination(10, TimeUnit.MINUTES);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Arrays.sort(nanos);
    return String.format(
        Locale.ROOT,
        "%.1f | %.0f | %.0f | %.0f | %d | %d |",
        seconds,
        nanos.length / seconds,
        nanos[nanos.length / 2] / 1e6,
        nanos[(int) (nanos.length * 0.99)] / 1e6,
        failed.get(),
        wrong.get());
  }

  private Optional<byte[]> tile(URI uri) {
    try {
      HttpResponse<byte[]> answer = load.get(uri);
      return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
