package io.glebe.bench.load;

import io.glebe.core.folder.Folders;
import io.glebe.tile.engine.DatasetView;
import io.glebe.tile.engine.EngineSettings;
import io.glebe.tile.engine.Rendering;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.engine.TileRequest;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.style.ColourRamp;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.proxy.FaultyProxy;
import io.glebe.zarr.proxy.FaultyProxy.Faults;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.S3Location;
import io.glebe.zarr.store.S3ObjectStore;
import io.glebe.zarr.store.S3Proxy;
import io.glebe.zarr.store.disk.DiskCache;
import io.glebe.zarr.store.disk.DiskCachedStore;
import io.glebe.zarr.store.disk.StoreIdentity;
import io.glebe.zarr.store.hedge.HedgedStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tiles of the engine over a bucket of S3Proxy behind a {@link FaultyProxy}, each time with new
 * caches in memory, as after a restart: with and without copies of chunks on the disk, and with
 * slow and refused requests, with and without second requests. Each tile is compared with that of
 * the healthy bucket.
 */
public final class BucketLoad {
  private static final Logger LOG = LoggerFactory.getLogger(BucketLoad.class);
  private static final Path JAR =
      Path.of(
          System.getProperty("glebe.home", "."),
          "zarr-store/target/test-tools/s3proxy-jar-with-dependencies.jar");
  private static final S3Location.Credentials KEYS =
      new S3Location.Credentials("bench-identity", "bench-credential");
  private static final Duration DELAY = Duration.ofMillis(50);
  private static final Faults SLOW_STORE = Faults.delay(DELAY);
  private static final Faults FAULTS = new Faults(DELAY, 0.01, 0.01, Duration.ofSeconds(1));

  /** The default of GLEBE_CHUNK_CACHE_BYTES, and so little that many chunks are read again. */
  private static final long LARGE = 192L << 20;

  private static final long SMALL = 16L << 20;

  private static final int SIDE = 2048;
  private static final GridSpec GRID = new GridSpec(32633, 500_000, 5_120_000, 10, -10, SIDE, SIDE);
  private static final Instant TIME = Instant.parse("2026-06-01T10:00:00Z");
  private static final int LAYERS = 4;
  private static final int AT_ONCE = 8;
  private static final int FIRST_TILES = 100;
  private static final int ROUNDS = Integer.getInteger("glebe.bench.rounds", 2);

  private record Tile(String layer, TileId id) {}

  /** What stands in front of the bucket. */
  private record Front(Optional<Path> copies, double hedge, long cacheBytes) {}

  private final List<Tile> tiles = new ArrayList<>();
  private final Map<Tile, byte[]> expected = new ConcurrentHashMap<>();
  private final List<String> rows = new ArrayList<>();
  private final FaultyProxy proxy;

  private BucketLoad(FaultyProxy proxy) {
    this.proxy = proxy;
    Bounds inside = new Bounds(502_000, 5_101_520, 518_480, 5_118_000);
    for (TileId id : UtmTiles.of(32633, inside, new int[] {12, 13, 14, 15})) {
      for (int layer = 0; layer < LAYERS; layer++) {
        tiles.add(new Tile("v" + layer, id));
      }
    }
    Collections.shuffle(tiles, new Random(1));
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
      BucketLoad run = new BucketLoad(proxy);
      run.all(folder.resolve("copies"));
      LOG.info(
          "JDK {}, load average {} at the start\n"
              + "| tiles | number | requests to the bucket | first 100, s | tiles/s | p50, ms | p99, ms |"
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
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    }
  }

  private S3ObjectStore bucket() {
    URI endpoint = URI.create("http://127.0.0.1:" + proxy.port());
    return new S3ObjectStore(
        new S3Location("cells", "", "us-east-1", Optional.of(endpoint), Optional.of(KEYS)));
  }

  private void all(Path copies) throws IOException, InterruptedException {
    fill();
    measure("warm-up", Faults.NONE, new Front(Optional.empty(), 0, LARGE));
    rows.clear();
    for (int round = 0; round < ROUNDS; round++) {
      measure("restart without copies", SLOW_STORE, new Front(Optional.empty(), 0, LARGE));
      if (round == 0) {
        measure("first start with copies", SLOW_STORE, new Front(Optional.of(copies), 0, LARGE));
      }
      measure("restart with copies", SLOW_STORE, new Front(Optional.of(copies), 0, LARGE));
    }
    measure("small cache, no faults", SLOW_STORE, new Front(Optional.empty(), 0, SMALL));
    for (int round = 0; round < ROUNDS; round++) {
      measure("small cache, 1 % slow, 1 % refused", FAULTS, new Front(Optional.empty(), 0, SMALL));
      measure("the same with second requests", FAULTS, new Front(Optional.empty(), 0.05, SMALL));
    }
  }

  private void fill() {
    try (ObjectStore store = bucket();
        ChunkCache cache = cache(LARGE)) {
      Dataset dataset = Dataset.create(store, "cube", GRID, DatasetOptions.forGrid(GRID), cache);
      MemorySegment cells = MemorySegment.ofArray(PeersCube.cells());
      for (int layer = 0; layer < LAYERS; layer++) {
        dataset.addLayer(Layer.of("v" + layer, DataType.INT16).withNodata(-32768));
        try (SliceWriter slice = dataset.beginSlice("v" + layer, TIME)) {
          slice.write(0, 0, SIDE, SIDE, cells);
          slice.commit();
        }
      }
    }
  }

  private static ChunkCache cache(long bytes) {
    return new ChunkCache(new SlabPool(bytes + (16L << 20)), bytes);
  }

  private ObjectStore store(Front front) throws IOException {
    ObjectStore store = bucket();
    if (front.hedge > 0) {
      store = new HedgedStore(store, front.hedge, Duration.ofMillis(20));
    }
    if (front.copies.isPresent()) {
      DiskCache.Limits limits = new DiskCache.Limits(1L << 30, 0);
      DiskCache copies = DiskCache.open(front.copies.get(), StoreIdentity.of(store), limits);
      store = new DiskCachedStore(store, copies);
    }
    return store;
  }

  private void measure(String what, Faults faults, Front front)
      throws IOException, InterruptedException {
    proxy.behave(faults);
    long before = proxy.requests();
    try (ObjectStore store = store(front);
        ChunkCache cache = cache(front.cacheBytes);
        TileEngine engine = new TileEngine(new EngineSettings(2, 64, 64, 1 << 20, Budget.IMAGE))) {
      Dataset dataset = Dataset.open(store, "cube", cache);
      String row = run(engine, DatasetView.of(what, dataset.current()));
      long requests = proxy.requests() - before;
      rows.add("| %s | %d | %d | %s".formatted(what, tiles.size(), requests, row));
      LOG.info("{}", rows.getLast());
    }
  }

  /** Renders each tile once and compares it with the first one. */
  private String run(TileEngine engine, DatasetView view) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    AtomicInteger wrong = new AtomicInteger();
    long[] nanos = new long[tiles.size()];
    AtomicLong firstTiles = new AtomicLong();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < AT_ONCE; i++) {
        threads.execute(
            () -> {
              for (int n = next.getAndIncrement(); n < nanos.length; n = next.getAndIncrement()) {
                long begin = System.nanoTime();
                Optional<byte[]> tile = tile(engine, view, tiles.get(n));
                long end = System.nanoTime();
                nanos[n] = end - begin;
                if (n < FIRST_TILES) {
                  firstTiles.accumulateAndGet(end - start, Math::max);
                }
                failed.addAndGet(tile.isEmpty() ? 1 : 0);
                wrong.addAndGet(tile.isPresent() && !same(tiles.get(n), tile.get()) ? 1 : 0);
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
        "%.2f | %.0f | %.1f | %.0f | %d | %d |",
        firstTiles.get() / 1e9,
        nanos.length / seconds,
        nanos[nanos.length / 2] / 1e6,
        nanos[(int) (nanos.length * 0.99)] / 1e6,
        failed.get(),
        wrong.get());
  }

  private boolean same(Tile tile, byte[] bytes) {
    byte[] first = expected.putIfAbsent(tile, bytes);
    return first == null || Arrays.equals(first, bytes);
  }

  private static Optional<byte[]> tile(TileEngine engine, DatasetView view, Tile tile) {
    Rendering colours =
        Rendering.layer(ColourRamp.byName("viridis").orElseThrow(), new Stretch(0, 9_000));
    TileRequest request =
        TileRequest.tile(
            view.cube(),
            List.of(view.slice(tile.layer, TIME).orElseThrow()),
            colours,
            TileMatrixSet.WEB_MERCATOR_QUAD,
            tile.id,
            256);
    try {
      return Optional.of(engine.tile(request).join().bytes());
    } catch (CompletionException failed) {
      LOG.debug("a tile failed", failed);
      return Optional.empty();
    }
  }
}
