package io.glebe.tile.engine;

import com.sun.management.ThreadMXBean;
import io.glebe.tile.band.BandMath;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Runs;
import io.glebe.tile.kernel.Stats;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.CubeGrid;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.style.ColourRamp;
import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.chunk.ChunkLease;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc.Compressor;
import io.glebe.zarr.meta.CodecSpec.Blosc.Shuffle;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.vector.Vectors;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Synthetic work that runs every hot kernel often enough for the compiler: images of two
 * projections and three data types, with all resampling methods, with a ramp, a formula and a
 * composite, including decoding, and statistics.
 */
final class WarmUpWorkload {
  /** Number of rounds after which the scalar loops are compiled. */
  private static final int SCALAR_ROUNDS = 3;

  /**
   * Maximum number of rounds of vector loops: about six are needed, and forty without jvm.options.
   */
  private static final int VECTOR_ROUNDS = 200;

  /**
   * Vector operations that are not compiled allocate an object each, together hundreds of times the
   * bytes of the images. After this many successive rounds without such allocations, one of them
   * with cold chunks, the vector loops are compiled.
   */
  private static final int CLEAN_ROUNDS = 4;

  /** Pause that leaves the processor to the compiler after a round with extra allocations. */
  private static final long PAUSE_NANOS = 10_000_000;

  /** Bytes that compiled work may allocate for each byte of its image. */
  private static final long CLEAN = 2;

  /** Bytes that it may allocate in addition: plans, leases, times. */
  private static final long SPARE_BYTES = 64 << 10;

  /** The chunk cache is cleared after one of this many rounds. */
  private static final int COLD = 4;

  private static final int SIDE = 512;
  private static final int CHUNK = 256;
  private static final int TILE = 256;

  /** Distributes the numbers of pixels over all bits. */
  private static final int NOISE = 0x9E3779B9;

  private static final long POOL_BYTES = 64L << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final TileEngine engine;
  private final List<TileRequest> requests = new ArrayList<>();
  private final List<LayerSlice> slices = new ArrayList<>();
  private final Stats stats = new Stats();
  private final Runs rows = new Runs();
  private final ChunkCache cache = new ChunkCache(new SlabPool(POOL_BYTES), POOL_BYTES / 2);

  private WarmUpWorkload(TileEngine engine) {
    this.engine = engine;
    // around 15 E, 46 N, where 10 m pixels of both projections lie in the same tile
    RasterGrid utm =
        new RasterGrid(Projection.of(32633), new Affine(497_400, 5_096_600, 10, -10), SIDE, SIDE);
    RasterGrid mercator =
        new RasterGrid(Projection.of(3857), new Affine(1_667_000, 5_782_600, 10, -10), SIDE, SIDE);
    for (int row = 0; row < CHUNK; row++) {
      rows.add(
          row * CHUNK + 1,
          CHUNK - 2); // a size as of a box: with a remainder after the whole vectors
    }
    add(utm, DataType.INT16);
    add(utm, DataType.FLOAT32);
    add(mercator, DataType.UINT16);
  }

  /** Runs the kernels that are in use now, on the render threads. */
  static void run(TileEngine engine) {
    WarmUpWorkload work = new WarmUpWorkload(engine);
    try (work.cache) {
      for (int iteration = 0; iteration < SCALAR_ROUNDS; iteration++) {
        work.onRenderThreads(iteration);
      }
    }
  }

  /**
   * Runs the vector loops on this thread only; all threads use them afterwards.
   *
   * @return whether they are compiled
   */
  static boolean warmUpVectors(TileEngine engine) {
    return Vectors.warmUp(
        () -> {
          WarmUpWorkload work = new WarmUpWorkload(engine);
          try (work.cache) {
            return work.untilCompiled();
          }
        });
  }

  private void onRenderThreads(int iteration) {
    clear(iteration);
    List<CompletableFuture<TileResult>> batch = new ArrayList<>();
    for (TileRequest request : requests) {
      if (request.resampling() == Resampling.CUBIC) {
        continue; // rare, and the caller waits for it
      }
      batch.add(engine.background(request));
      if (batch.size() >= 2 * engine.pool().threads()) {
        batch.forEach(CompletableFuture::join);
        batch.clear();
      }
    }
    batch.forEach(CompletableFuture::join);
  }

  private boolean untilCompiled() {
    RenderScratch scratch = new RenderScratch();
    int clean = 0;
    for (int iteration = 0; iteration < VECTOR_ROUNDS && clean < CLEAN_ROUNDS; iteration++) {
      clean = onCallerThread(iteration, scratch) ? clean + 1 : 0;
    }
    return clean == CLEAN_ROUNDS;
  }

  /** Runs everything once on this thread; returns whether no part had extra allocations. */
  private boolean onCallerThread(int iteration, RenderScratch scratch) {
    clear(iteration);
    boolean clean = true;
    for (TileRequest request : requests) {
      if (request.resampling() != Resampling.CUBIC) { // has a scalar loop only
        clean &= clean(() -> engine.renderHere(request, scratch).bytes().length);
      }
    }
    for (LayerSlice slice : slices) {
      clean &= clean(() -> statistics(slice.plane(0)));
    }
    return clean;
  }

  /** Whether the work allocates little more than the bytes of its result; if not, waits a while. */
  private static boolean clean(IntSupplier work) {
    long start = THREADS.getCurrentThreadAllocatedBytes();
    int result = work.getAsInt();
    boolean clean =
        THREADS.getCurrentThreadAllocatedBytes() - start <= CLEAN * result + SPARE_BYTES;
    if (!clean) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return clean;
  }

  private int statistics(Plane plane) {
    try (ChunkLease lease = plane.lease(0, 0)) {
      stats.add(lease.data(), plane.type(), plane.calibration(), 0, CHUNK * CHUNK);
      stats.add(lease.data(), plane.type(), plane.calibration(), rows);
    }
    return 0;
  }

  private void clear(int iteration) {
    if (iteration % COLD == 0) {
      cache.clear();
    }
  }

  private void add(RasterGrid grid, DataType type) {
    CubeGrid cube = CubeGrid.withOverviews(grid, 1, CHUNK, CHUNK);
    LayerSlice slice = slice(type);
    slices.add(slice);
    TileId tile = new TileId(14, 8874, 5828);
    ColourRamp ramp = ColourRamp.byName("ndvi").orElseThrow();
    Stretch stretch = new Stretch(0, 1);
    BandMath index = BandMath.compile("(a - b) / (a + b)", List.of("a", "b"));
    List<TileRequest> made =
        List.of(
            request(cube, List.of(slice), Rendering.layer(ramp, stretch), tile),
            request(cube, List.of(slice, slice), Rendering.formula(index, ramp, stretch), tile),
            request(
                cube,
                List.of(slice, slice, slice),
                Rendering.composite(stretch, stretch, stretch),
                tile));
    for (TileRequest r : made) {
      requests.add(r);
      requests.add(r.with(Resampling.NEAREST));
      requests.add(r.with(Resampling.CUBIC));
    }
  }

  private static TileRequest request(
      CubeGrid cube, List<LayerSlice> slices, Rendering rendering, TileId tile) {
    return TileRequest.tile(cube, slices, rendering, TileMatrixSet.WEB_MERCATOR_QUAD, tile, TILE);
  }

  /** A smooth field with noise, so that images and codecs have realistic content. */
  private LayerSlice slice(DataType type) {
    MemoryObjectStore store = new MemoryObjectStore();
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(1, SIDE, SIDE), Shape.of(1, CHUNK, CHUNK), type)
            .codecs(
                new CodecSpec.Bytes(false),
                new CodecSpec.Blosc(Compressor.LZ4, 5, Shuffle.BYTE, type.size(), 0))
            .build();
    ZarrArray array = ZarrArray.create(store, type.v3Name(), meta, cache);
    boolean isFloat = type == DataType.FLOAT32;
    double[] across = new double[SIDE];
    Arrays.setAll(across, x -> Math.sin(x / 40.0));
    MemorySegment cells = MemorySegment.ofArray(new byte[SIDE * SIDE * type.size()]);
    for (int y = 0; y < SIDE; y++) {
      double down = 0.4 * Math.cos(y / 30.0);
      for (int x = 0; x < SIDE; x++) {
        int i = y * SIDE + x;
        double v = 0.5 + across[x] * down + 0.05 * ((i * NOISE >>> 16) / 65_536.0 - 0.5);
        if (isFloat) {
          cells.set(FLOAT, 4L * i, (float) v);
        } else {
          cells.set(SHORT, 2L * i, (short) (v * 10_000));
        }
      }
    }
    array.writeWindow(new long[3], new int[] {1, SIDE, SIDE}, cells);
    Calibration calibration =
        isFloat ? Calibration.NONE : new Calibration(1e-4, 0, OptionalDouble.of(0));
    return new LayerSlice("warm-up:" + type, List.of(array.chunks()), 0, calibration, false);
  }
}
