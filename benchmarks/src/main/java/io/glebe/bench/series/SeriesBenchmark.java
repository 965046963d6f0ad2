package io.glebe.bench.series;

import io.glebe.tile.engine.Plane;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.series.Series;
import io.glebe.tile.series.SeriesArea;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.SeriesSlice;
import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.MemoryObjectStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A year of 73 scenes over a square of the given side, with all render threads and int16 lz4 chunks
 * of 256.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class SeriesBenchmark {
  private static final int SIDE = 768;
  private static final int SCENES = 73;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Pixels along an edge of the area. */
  @Param({"24", "500"})
  public int side;

  private final ChunkCache chunks = new ChunkCache(new SlabPool(256L << 20), 200L << 20);
  private RenderPool<RenderScratch> pool;
  private SeriesEngine engine;
  private SeriesRequest request;

  @Setup
  public void open() {
    RasterGrid grid =
        new RasterGrid(Projection.of(32633), new Affine(490_000, 5_104_000, 10, -10), SIDE, SIDE);
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(SCENES, SIDE, SIDE), Shape.of(1, 256, 256), DataType.INT16)
            .codecs(
                new CodecSpec.Bytes(false),
                new Blosc(Blosc.Compressor.LZ4, 5, Blosc.Shuffle.BYTE, Short.BYTES, 0))
            .build();
    ZarrArray array = ZarrArray.create(new MemoryObjectStore(), "v", meta, chunks);
    Random random = new Random(3);
    MemorySegment cells = MemorySegment.ofArray(new byte[2 * SIDE * SIDE]);
    List<SeriesSlice> slices = new ArrayList<>();
    Calibration calibration = new Calibration(1e-4, 0, OptionalDouble.of(-32768));
    for (int t = 0; t < SCENES; t++) {
      for (int i = 0; i < SIDE * SIDE; i++) {
        double v = 0.5 + 0.3 * Math.sin(i % SIDE / 40.0 + t) + 0.015 * random.nextGaussian();
        cells.set(SHORT, 2L * i, (short) (v * 10_000));
      }
      array.writeWindow(new long[] {t, 0, 0}, new int[] {1, SIDE, SIDE}, cells);
      slices.add(
          SeriesSlice.of(
              Instant.EPOCH.plus(Duration.ofDays(5L * t)),
              new Plane(array.chunks(), t, calibration)));
    }
    double x = 490_000 + 10 * 100.3;
    double y = 5_104_000 - 10 * 100.7;
    SeriesArea area =
        SeriesArea.box(grid.projection(), new Bounds(x, y - 10.0 * side, x + 10.0 * side, y));
    request = SeriesRequest.of(grid, slices, area);
    pool = new RenderPool<>(Runtime.getRuntime().availableProcessors(), 64, 64, RenderScratch::new);
    engine = new SeriesEngine(pool, Budget.SERIES);
  }

  @TearDown
  public void close() {
    pool.close();
    chunks.close();
  }

  @Benchmark
  public Series warm() {
    return engine.run(request).join();
  }

  @Benchmark
  public Series cold() {
    chunks.clear();
    return engine.run(request).join();
  }
}
