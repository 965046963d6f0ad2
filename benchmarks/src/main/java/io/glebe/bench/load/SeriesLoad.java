package io.glebe.bench.load;

import io.glebe.tile.engine.Plane;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.RenderScratch;
import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.kernel.Calibration;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.series.SeriesArea;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.SeriesSlice;
import io.glebe.tile.series.Statistic;
import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import io.glebe.zarr.store.FileObjectStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mean of a box on each of 365 dates: our engine compared with xarray over zarr-python, from
 * the same Zarr v2 files in the page cache. Wall time, best of several runs; our engine uses all
 * cores, xarray one. A cold run decodes every chunk, as xarray always does; a warm run uses decoded
 * chunks.
 */
public final class SeriesLoad {
  private static final Logger LOG = LoggerFactory.getLogger(SeriesLoad.class);
  private static final int SIDE = 768;
  private static final int CHUNK = 256;
  private static final int DATES = 365;
  private static final int OFFSET = 100;
  private static final int REPEATS = 20;

  /** Minimum duration of the requests for each box, so that the code is compiled. */
  private static final long NANOS = 5_000_000_000L;

  private static final double TOLERANCE = 1e-6;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final RasterGrid GRID =
      new RasterGrid(Projection.of(32633), new Affine(490_000, 5_104_000, 10, -10), SIDE, SIDE);

  /** Prints seconds and the sum of all means for each side of a box. */
  private static final String XARRAY =
      """
      import sys, time
      import xarray
      data = xarray.open_zarr(sys.argv[1], chunks=None, consolidated=False, mask_and_scale=False)['v']
      for side in map(int, sys.argv[3:]):
          o = int(sys.argv[2])
          best = 1e9
          for _ in range(3):
              begin = time.perf_counter()
              means = data[:, o:o + side, o:o + side].mean(dim=('y', 'x')).values
              best = min(best, time.perf_counter() - begin)
          print(best, means.sum() * 1e-4)
      """;

  private SeriesLoad() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("glebe-series-");
    try (ChunkCache chunks = new ChunkCache(new SlabPool(1L << 30), 900L << 20);
        RenderPool<RenderScratch> pool =
            new RenderPool<>(
                Runtime.getRuntime().availableProcessors(), 64, 64, RenderScratch::new)) {
      List<SeriesSlice> slices = write(folder, chunks);
      int[] sides = {24, 100, 500};
      List<String> ofXarray = xarray(folder, sides);
      StringBuilder rows = new StringBuilder();
      for (int i = 0; i < sides.length; i++) {
        SeriesEngine engine = new SeriesEngine(pool, Budget.SERIES);
        rows.append(
            row(sides[i], engine, slices, chunks, i < ofXarray.size() ? ofXarray.get(i) : ""));
      }
      LOG.info(
          "mean of a box on {} dates, int16, chunks of 1 x {} x {}, lz4, milliseconds\n"
              + "| pixels | decoding alone | ours, cold | of that bound | ours, warm | xarray"
              + " | cold, times | warm, times |\n"
              + "|---|---|---|---|---|---|---|---|\n{}",
          DATES,
          CHUNK,
          CHUNK,
          rows);
    }
  }

  private static String row(
      int side, SeriesEngine engine, List<SeriesSlice> slices, ChunkCache chunks, String ofXarray) {
    double x = 490_000 + 10.0 * OFFSET;
    double y = 5_104_000 - 10.0 * OFFSET;
    SeriesArea area =
        SeriesArea.box(GRID.projection(), new Bounds(x, y - 10.0 * side, x + 10.0 * side, y));
    SeriesRequest request = SeriesRequest.of(GRID, slices, area);
    double cold = Double.MAX_VALUE;
    double warm = Double.MAX_VALUE;
    double bound = Double.MAX_VALUE;
    double sum = 0;
    long end = System.nanoTime() + NANOS;
    for (int i = 0; i < REPEATS || System.nanoTime() < end; i++) {
      chunks.clear();
      long begin = System.nanoTime();
      var series = engine.run(request).join();
      cold = Math.min(cold, (System.nanoTime() - begin) / 1e6);
      begin = System.nanoTime();
      engine.run(request).join();
      warm = Math.min(warm, (System.nanoTime() - begin) / 1e6);
      chunks.clear();
      begin = System.nanoTime();
      decode(side, slices);
      bound = Math.min(bound, (System.nanoTime() - begin) / 1e6);
      sum = series.buckets().stream().mapToDouble(b -> b.values().get(Statistic.MEAN)).sum();
    }
    if (ofXarray.isEmpty()) {
      return "| %d x %d | %.2f | %.2f | %.2f | %.2f | | | |%n"
          .formatted(side, side, bound, cold, bound / cold, warm);
    }
    double millis = Double.parseDouble(ofXarray.split(" ", -1)[0]) * 1e3;
    double same = Double.parseDouble(ofXarray.split(" ", -1)[1]);
    if (Math.abs(same - sum) > TOLERANCE * DATES) {
      throw new IllegalStateException("xarray found " + same + ", ours " + sum);
    }
    return "| %d x %d | %.2f | %.2f | %.2f | %.2f | %.1f | %.1f | %.1f |%n"
        .formatted(
            side, side, bound, cold, bound / cold, warm, millis, millis / cold, millis / warm);
  }

  /** Reads and decodes the chunks of a box without any computation, on all cores. */
  private static void decode(int side, List<SeriesSlice> slices) {
    int end = (OFFSET + side - 1) / CHUNK;
    slices.parallelStream()
        .forEach(
            slice -> {
              for (int row = OFFSET / CHUNK; row <= end; row++) {
                for (int column = OFFSET / CHUNK; column <= end; column++) {
                  slice.plane().lease(column, row).close();
                }
              }
            });
  }

  private static List<String> xarray(Path folder, int... sides) throws IOException {
    Path module = Path.of("/usr/lib/python3/dist-packages/xarray/__init__.py");
    Path zarr = Path.of("/usr/lib/python3/dist-packages/zarr/__init__.py");
    if (!Peer.present(List.of(module, zarr), "python3-xarray", "python3-zarr")) {
      return List.of();
    }
    Path script = folder.resolve("means.py");
    Files.writeString(script, XARRAY);
    List<String> command =
        new ArrayList<>(
            List.of(
                "/usr/bin/python3",
                script.toString(),
                folder.toString(),
                Integer.toString(OFFSET)));
    for (int side : sides) {
      command.add(Integer.toString(side));
    }
    return Peer.run(folder, command).lines().filter(line -> line.matches("[0-9.e-]+ .*")).toList();
  }

  private static List<SeriesSlice> write(Path folder, ChunkCache chunks) throws IOException {
    Files.writeString(folder.resolve(".zgroup"), "{\"zarr_format\":2}");
    ArrayMeta meta =
        ArrayMeta.v2(Shape.of(DATES, SIDE, SIDE), Shape.of(1, CHUNK, CHUNK), DataType.INT16)
            .codecs(
                new CodecSpec.Bytes(false),
                new Blosc(Blosc.Compressor.LZ4, 5, Blosc.Shuffle.BYTE, Short.BYTES, 0))
            .attributes(Map.of("_ARRAY_DIMENSIONS", List.of("time", "y", "x")))
            .build();
    ZarrArray array = ZarrArray.create(new FileObjectStore(folder), "v", meta, chunks);
    Random random = new Random(3);
    MemorySegment cells = MemorySegment.ofArray(new byte[2 * SIDE * SIDE]);
    Calibration calibration = new Calibration(1e-4, 0, OptionalDouble.of(-32768));
    List<SeriesSlice> slices = new ArrayList<>();
    for (int t = 0; t < DATES; t++) {
      for (int i = 0; i < SIDE * SIDE; i++) {
        double v = 0.5 + 0.3 * Math.sin(i % SIDE / 40.0 + t) + 0.015 * random.nextGaussian();
        cells.set(SHORT, 2L * i, (short) (v * 10_000));
      }
      array.writeWindow(new long[] {t, 0, 0}, new int[] {1, SIDE, SIDE}, cells);
      slices.add(
          SeriesSlice.of(
              Instant.EPOCH.plus(Duration.ofDays(t)), new Plane(array.chunks(), t, calibration)));
    }
    return slices;
  }
}
