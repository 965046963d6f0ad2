package io.glebe.tile.series;

import io.glebe.tile.engine.DatasetView;
import io.glebe.zarr.array.ZarrArray;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.chunk.ChunkSource;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.TimeMajor;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.ArrayMeta;
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
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * A dataset in memory with random numbers: layer "v" (int16, value = stored / 1000 + 1, stored 0 =
 * no data) and layer "cloud" (uint8, 0..3), and the written numbers.
 */
final class SeriesCube implements AutoCloseable {
  static final int WIDTH = 300;
  static final int HEIGHT = 210;
  static final Instant START = Instant.parse("2024-01-30T10:00:00Z");
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final List<short[]> values = new ArrayList<>();
  final List<byte[]> clouds = new ArrayList<>();
  final List<Instant> times = new ArrayList<>();
  final ChunkCache chunks = new ChunkCache(new SlabPool(128L << 20), 100L << 20);
  final GridSpec grid = new GridSpec(32633, 500_000, 5_100_000, 10, -10, WIDTH, HEIGHT);
  final Dataset dataset;

  SeriesCube(long seed, int slices) {
    DatasetOptions options = new DatasetOptions(3, 64, 0, false);
    dataset = Dataset.create(new MemoryObjectStore(), "cube", grid, options, chunks);
    dataset.addLayer(
        new Layer("v", DataType.INT16, 1e-3, 1, OptionalDouble.of(0), "", false, Map.of()));
    dataset.addLayer(
        new Layer("cloud", DataType.UINT8, 1, 0, OptionalDouble.empty(), "", true, Map.of()));
    Random random = new Random(seed);
    for (int t = 0; t < slices; t++) {
      Instant time = START.plus(Duration.ofDays(3L * t));
      times.add(time);
      values.add(new short[WIDTH * HEIGHT]);
      clouds.add(new byte[WIDTH * HEIGHT]);
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
        boolean none = random.nextInt(9) == 0;
        values.get(t)[i] = none ? 0 : (short) (random.nextInt(20_000) - 10_000);
        clouds.get(t)[i] = (byte) random.nextInt(4);
      }
      write(t, time);
    }
  }

  private void write(int t, Instant time) {
    try (SliceWriter slice = dataset.beginSlice("v", time)) {
      slice.write(0, 0, HEIGHT, WIDTH, cells(t));
      slice.commit();
    }
    try (SliceWriter slice = dataset.beginSlice("cloud", time)) {
      slice.write(0, 0, HEIGHT, WIDTH, MemorySegment.ofArray(clouds.get(t)));
      slice.commit();
    }
  }

  /**
   * The layer "v" as a second array with all slices in one chunk of the time axis, 16 x 16 pixels
   * wide.
   */
  ChunkSource timeMajor() {
    ArrayMeta meta =
        ArrayMeta.v3(
                Shape.of(TimeMajor.GROUP, HEIGHT, WIDTH),
                Shape.of(TimeMajor.GROUP, 16, 16),
                DataType.INT16)
            .build();
    ZarrArray array = ZarrArray.create(new MemoryObjectStore(), "narrow", meta, chunks);
    for (int t = 0; t < values.size(); t++) {
      array.writeWindow(new long[] {t, 0, 0}, new int[] {1, HEIGHT, WIDTH}, cells(t));
    }
    return array.chunks();
  }

  DatasetView view() {
    return DatasetView.of("test", dataset.current());
  }

  private MemorySegment cells(int t) {
    MemorySegment cells = MemorySegment.ofArray(new byte[2 * WIDTH * HEIGHT]);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
      cells.set(SHORT, 2L * i, values.get(t)[i]);
    }
    return cells;
  }

  /** The calibrated value of a pixel; NaN for no data. */
  double value(int slice, int column, int row) {
    short stored = values.get(slice)[row * WIDTH + column];
    return stored == 0 ? Double.NaN : stored * 1e-3 + 1;
  }

  int cloud(int slice, int column, int row) {
    return clouds.get(slice)[row * WIDTH + column];
  }

  @Override
  public void close() {
    chunks.close();
  }

  /** The same request without the pixels whose mask layer has one of these stored values. */
  static SeriesRequest masking(SeriesRequest request, Double... storedValues) {
    return new SeriesRequest(
        request.grid(),
        request.slices(),
        request.area(),
        request.resolution(),
        request.zone(),
        request.statistics(),
        request.percentiles(),
        List.of(storedValues));
  }
}
