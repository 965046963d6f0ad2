package io.glebe.tile.engine;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.kernel.BandMath;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.kernel.Resampling;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.CubeGrid;
import io.glebe.tile.style.ColourRamp;
import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc.Compressor;
import io.glebe.zarr.meta.CodecSpec.Blosc.Shuffle;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.MemoryObjectStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Made-up pictures that run every hot kernel often enough for the compiler: two projections, two
 * data types, nearest and bilinear, a ramp, a formula and a composite, decoding included.
 */
final class WarmUp {
  /** Before a few hundred runs a kernel's vector operations are still boxed. */
  private static final int ROUNDS = 40;

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
  private final ChunkCache cache = new ChunkCache(new SlabPool(POOL_BYTES), POOL_BYTES / 2);

  private WarmUp(TileEngine engine) {
    this.engine = engine;
    // around 15 E, 46 N, where 10 m pixels of both projections fall under the same tile
    RasterGrid utm =
        new RasterGrid(Projection.of(32633), new Affine(497_400, 5_096_600, 10, -10), SIDE, SIDE);
    RasterGrid mercator =
        new RasterGrid(Projection.of(3857), new Affine(1_667_000, 5_782_600, 10, -10), SIDE, SIDE);
    add(utm, DataType.INT16);
    add(utm, DataType.FLOAT32);
    add(mercator, DataType.UINT16);
  }

  /** Completes when all rounds are rendered; a failure here means that rendering is broken. */
  static CompletableFuture<Void> run(TileEngine engine) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("warm-up")
        .start(
            () -> {
              try {
                new WarmUp(engine).render();
                done.complete(null);
              } catch (RuntimeException | Error failure) {
                done.completeExceptionally(failure);
              }
            });
    return done;
  }

  private void render() {
    int threads = engine.pool().threads();
    try (cache) {
      for (int round = 0; round < ROUNDS; round++) {
        if (round % 8 == 0) {
          cache.clear();
        }
        List<CompletableFuture<TileResult>> batch = new ArrayList<>();
        for (TileRequest request : requests) {
          batch.add(engine.background(request));
          if (batch.size() >= 2 * threads) {
            batch.forEach(CompletableFuture::join);
            batch.clear();
          }
        }
        batch.forEach(CompletableFuture::join);
      }
    }
  }

  private void add(RasterGrid grid, DataType type) {
    CubeGrid cube = CubeGrid.halving(grid, 1, CHUNK, CHUNK);
    LayerSlice slice = slice(type);
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
