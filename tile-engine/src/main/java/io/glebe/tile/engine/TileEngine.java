package io.glebe.tile.engine;

import io.glebe.tile.plan.RasterPlan;
import io.glebe.tile.png.PngEncoder;
import io.glebe.tile.style.Palette;
import io.glebe.zarr.vector.Vectors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Renders images of cubes:
 *
 * <pre>{@code
 * TileEngine engine = new TileEngine(EngineSettings.forThisMachine());
 * if (engine.etag(request).equals(ifNoneMatch)) { ... 304, nothing else touched ... }
 * CompletableFuture<TileResult> tile = engine.tile(request);
 * connection.onClose(() -> tile.cancel(false));            // drops the render unless it has begun
 * }</pre>
 *
 * <p>Never waits and is safe on an event loop. Futures complete on a render thread (or at once from
 * the cache), exceptionally with {@link EngineBusyException}, {@link
 * io.glebe.tile.plan.OverBudgetException}, {@link io.glebe.tile.grid.WarpLimitException}, {@link
 * io.glebe.zarr.codec.CorruptChunkException} or the exception of the store. Cancel the returned
 * future itself; the engine does not see the cancellation of a derived future.
 */
public final class TileEngine implements AutoCloseable {
  public static final String PNG = "image/png";

  /** Number of sizes of blank images that are cached. */
  private static final int MAX_BLANKS = 64;

  private final EngineSettings settings;
  private final TileCache cache;
  private final SingleFlight<TileKey, TileResult> renders = new SingleFlight<>();
  private final RenderPool<RenderScratch> pool;
  private final Map<Long, byte[]> blanks = new ConcurrentHashMap<>();

  public TileEngine(EngineSettings settings) {
    this.settings = settings;
    this.cache = new TileCache(settings.cacheBytes());
    this.pool =
        new RenderPool<>(
            settings.threads(),
            settings.tileQueue(),
            settings.backgroundQueue(),
            RenderScratch::new);
  }

  /** The strong validator of the response of {@link #tile}. Reads and renders nothing. */
  public String etag(TileRequest request) {
    return request.key().etag();
  }

  /** The image of a tile or map: from the cache, from a running render, or rendered now. */
  public CompletableFuture<TileResult> tile(TileRequest request) {
    return tile(request, request.key());
  }

  /** As {@link #tile(TileRequest)}, for a caller that already has the key of the request. */
  public CompletableFuture<TileResult> tile(TileRequest request, TileKey key) {
    Optional<TileResult> known = cache.get(key);
    if (known.isPresent()) {
      return CompletableFuture.completedFuture(known.get());
    }
    return renders.join(key, abandoned -> start(request, key, Priority.TILES, abandoned));
  }

  /**
   * As {@link #tile(TileRequest)}, for bulk work: it waits behind all tiles of viewers and does not
   * use the cache.
   */
  public CompletableFuture<TileResult> background(TileRequest request) {
    CompletableFuture<TileResult> result = new CompletableFuture<>();
    try {
      Failures.pass(
          start(request, request.key(), Priority.BACKGROUND, result::isCancelled), result);
    } catch (RuntimeException refused) {
      result.completeExceptionally(refused);
    }
    return result;
  }

  /**
   * Renders on the calling thread, which waits for its chunks. For bulk jobs with their own threads
   * and for benchmarks. Does not use the cache.
   */
  public TileResult renderHere(TileRequest request, RenderScratch scratch) {
    StageTimes times = new StageTimes();
    Optional<RasterPlan> plan = plan(request, times);
    return result(
        request,
        request.key(),
        plan.flatMap(p -> Renderer.render(request, p, scratch, times)),
        times);
  }

  /** A transparent image for areas without any data; cached for the usual sizes. */
  public byte[] transparent(int width, int height) {
    long size = (long) width << 32 | height;
    byte[] known = blanks.get(size);
    if (known == null) {
      known = Renderer.blank(new PngEncoder(), width, height, new Palette(0));
      if (blanks.size() < MAX_BLANKS && (long) width * height <= 1 << 20) {
        blanks.put(size, known);
      }
    }
    return known;
  }

  public TileCache cache() {
    return cache;
  }

  public RenderPool<RenderScratch> pool() {
    return pool;
  }

  public EngineSettings settings() {
    return settings;
  }

  /** Number of different images that are being rendered now. */
  public int pending() {
    return renders.size();
  }

  /**
   * Renders synthetic images on the render threads until the loops in use are compiled, because the
   * first cold tiles take hundreds of milliseconds. Blocks.
   */
  public void warmUp() {
    WarmUpWorkload.run(this);
  }

  /**
   * Runs the vector loops on this thread until they are compiled (some seconds). All threads then
   * use them, if {@link Vectors#enableAfterWarmUp} disabled them before. Blocks.
   *
   * @return whether the vector loops are in use; false when the compiler did not compile them
   */
  public boolean warmUpVectors() {
    return WarmUpWorkload.warmUpVectors(this);
  }

  @Override
  public void close() {
    pool.close();
  }

  private CompletableFuture<TileResult> start(
      TileRequest request, TileKey key, Priority priority, BooleanSupplier abandoned) {
    StageTimes times = new StageTimes();
    Optional<RasterPlan> plan = plan(request, times);
    long planned = System.nanoTime();
    if (plan.isEmpty()) {
      TileResult blank = result(request, key, Optional.empty(), times);
      return CompletableFuture.completedFuture(blank);
    }
    return fetch(request, plan.get())
        .thenCompose(
            read -> {
              long queued = System.nanoTime();
              times.add(Stage.READ, queued - planned);
              return pool.submit(
                  priority,
                  abandoned,
                  scratch -> {
                    times.add(Stage.QUEUE, System.nanoTime() - queued);
                    Optional<byte[]> png = Renderer.render(request, plan.get(), scratch, times);
                    TileResult tile = result(request, key, png, times);
                    if (priority == Priority.TILES) {
                      cache.put(key, tile);
                    }
                    return tile;
                  });
            });
  }

  private Optional<RasterPlan> plan(TileRequest request, StageTimes times) {
    long start = System.nanoTime();
    Optional<RasterPlan> plan =
        RasterPlan.of(
            request.cube(),
            request.target(),
            request.resampling(),
            request.slices().size(),
            request.bytesPerPixel(),
            settings.budget());
    times.add(Stage.PLAN, System.nanoTime() - start);
    return plan;
  }

  private TileResult result(
      TileRequest request, TileKey key, Optional<byte[]> png, StageTimes times) {
    byte[] bytes = png.orElseGet(() -> blank(request));
    return new TileResult(bytes, PNG, key.etag(), png.isEmpty(), false, times);
  }

  private byte[] blank(TileRequest request) {
    int width = request.target().width();
    int height = request.target().height();
    return request.background().isEmpty()
        ? transparent(width, height)
        : Renderer.blank(
            new PngEncoder(),
            width,
            height,
            Renderer.backed(new Palette(0), request.background().getAsInt()));
  }

  /**
   * Reads chunks ahead that are not cached, so that render threads never wait for a remote store.
   */
  private static CompletableFuture<Void> fetch(TileRequest request, RasterPlan plan) {
    List<LayerSlice> slices = request.slices();
    CompletableFuture<?>[] reads = new CompletableFuture<?>[slices.size()];
    for (int i = 0; i < reads.length; i++) {
      LayerSlice slice = slices.get(i);
      reads[i] =
          slice
              .levels()
              .get(plan.level().index())
              .fetch(Renderer.chunkIds(slice, plan))
              .toCompletableFuture();
    }
    return CompletableFuture.allOf(reads);
  }
}
