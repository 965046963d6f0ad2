package io.glebe.tile.engine;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.BandMath;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Resampling;
import io.glebe.tile.kernel.Runs;
import io.glebe.tile.kernel.Stats;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.CubeGrid;
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
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Made-up work that runs every hot kernel often enough for the compiler: pictures of two
 * projections, three data types, by all methods, with a ramp, a formula and a composite, decoding
 * included, and statistics.
 */
final class WarmUp {
  /** After so many the scalar loops are compiled. */
  private static final int ROUNDS = 3;

  /** Before a few hundred runs a kernel's vector operations are still boxed. */
  private static final int VECTOR_ROUNDS = 40;

  /** A round after which nothing is left in the chunk cache. */
  private static final int COLD = 4;

  private static final int SIDE = 512;
  private static final int CHUNK = 256;
  private static final int TILE = 256;
  private static final long POOL_BYTES = 64L << 20;

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

  private WarmUp(TileEngine engine) {
    this.engine = engine;
    // around 15 E, 46 N, where 10 m pixels of both projections fall under the same tile
    RasterGrid utm =
        new RasterGrid(Projection.of(32633), new Affine(497_400, 5_096_600, 10, -10), SIDE, SIDE);
    RasterGrid mercator =
        new RasterGrid(Projection.of(3857), new Affine(1_667_000, 5_782_600, 10, -10), SIDE, SIDE);
    for (int row = 0; row < CHUNK; row++) {
      rows.add(row * CHUNK + 1, CHUNK - 2); // as of a box: with a rest behind whole vectors
    }
    add(utm, DataType.INT16);
    add(utm, DataType.FLOAT32);
    add(mercator, DataType.UINT16);
  }

  /** The forms that are to be used now, on the render threads. */
  static void run(TileEngine engine) {
    WarmUp work = new WarmUp(engine);
    try (work.cache) {
      for (int round = 0; round < ROUNDS; round++) {
        work.onRenderThreads(round);
      }
    }
  }

  /** The vector forms, on this thread alone, after which all threads use them. */
  static void rehearse(TileEngine engine) {
    Vectors.rehearse(
        () -> {
          WarmUp work = new WarmUp(engine);
          try (work.cache) {
            Scratch scratch = new Scratch();
            for (int round = 0; round < VECTOR_ROUNDS; round++) {
              work.here(round, scratch);
            }
          }
        });
  }

  private void onRenderThreads(int round) {
    clear(round);
    List<CompletableFuture<TileResult>> batch = new ArrayList<>();
    for (TileRequest request : requests) {
      if (request.resampling() == Resampling.CUBIC) {
        continue; // rare, and waited for
      }
      batch.add(engine.background(request));
      if (batch.size() >= 2 * engine.pool().threads()) {
        batch.forEach(CompletableFuture::join);
        batch.clear();
      }
    }
    batch.forEach(CompletableFuture::join);
  }

  private void here(int round, Scratch scratch) {
    clear(round);
    for (TileRequest request : requests) {
      engine.renderHere(request, scratch);
    }
    for (LayerSlice slice : slices) {
      Plane plane = slice.plane(0);
      try (ChunkLease lease = plane.lease(0, 0)) {
        stats.add(lease.data(), plane.type(), plane.calibration(), 0, CHUNK * CHUNK);
        stats.add(lease.data(), plane.type(), plane.calibration(), rows);
      }
    }
  }

  private void clear(int round) {
    if (round % COLD == 0) {
      cache.clear();
    }
  }

  private void add(RasterGrid grid, DataType type) {
    CubeGrid cube = CubeGrid.halving(grid, 1, CHUNK, CHUNK);
    LayerSlice slice = slice(type);
    slices.add(slice);
    TileId tile = new TileId(14, 8874, 5828);
    ColourRamp ramp = ColourRamp.byName("ndvi").orElseThrow();
    Stretch stretch = new Stretch(0, 1);
    BandMath index = BandMath.compile("(a - b) / (a + b)", List.of("a", "b"));
    List<TileRequest> made =
        List.of(
            request(cube, List.of(slice), Picture.layer(ramp, stretch), tile),
            request(cube, List.of(slice, slice), Picture.formula(index, ramp, stretch), tile),
            request(
                cube,
                List.of(slice, slice, slice),
                Picture.composite(stretch, stretch, stretch),
                tile));
    for (TileRequest r : made) {
      requests.add(r);
      requests.add(r.with(Resampling.NEAREST));
      requests.add(r.with(Resampling.CUBIC));
    }
  }

  private static TileRequest request(
      CubeGrid cube, List<LayerSlice> slices, Picture picture, TileId tile) {
    return TileRequest.tile(cube, slices, picture, TileMatrixSet.WEB_MERCATOR_QUAD, tile, TILE);
  }

  /** A smooth field with noise, so that images and codecs have something to do. */
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
    MemorySegment cells = MemorySegment.ofArray(new byte[SIDE * SIDE * type.size()]);
    Random random = new Random(SIDE);
    for (int i = 0; i < SIDE * SIDE; i++) {
      double v = 0.5 + 0.4 * Math.sin(i % SIDE / 40.0) * Math.cos(i / SIDE / 30.0);
      v += 0.02 * random.nextGaussian();
      if (isFloat) {
        cells.set(FLOAT, 4L * i, (float) v);
      } else {
        cells.set(SHORT, 2L * i, (short) (v * 10_000));
      }
    }
    array.writeWindow(new long[3], new int[] {1, SIDE, SIDE}, cells);
    Calibration calibration =
        isFloat ? Calibration.NONE : new Calibration(1e-4, 0, OptionalDouble.of(0));
    return new LayerSlice("warm-up:" + type, List.of(array.chunks()), 0, calibration, false);
  }
}
