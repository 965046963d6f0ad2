package io.glebe.zarr.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.SliceStatistics;
import io.glebe.zarr.dataset.layout.Timeline;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.JsonDocument;
import io.glebe.zarr.store.FileObjectStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real cube of one square kilometre, compared with the facts in its README. */
final class SloveniaTest {
  private static final int HEIGHT = 101;
  private static final int WIDTH = 100;
  private static final int NPY_HEAD = 10;
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @TempDir Path folder;

  private static Path data() {
    String given = System.getenv("GLEBE_SHARED_DATA");
    Path data =
        given != null ? Path.of(given) : Path.of("").toAbsolutePath().resolve("../../shared/data");
    assumeTrue(Files.isDirectory(data.resolve("s2-slovenia")), "the shared data folder is there");
    return data.resolve("s2-slovenia");
  }

  /** The elements of a version 1.0 npy file. */
  private static MemorySegment npy(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int header = (bytes[8] & 0xFF) | (bytes[9] & 0xFF) << 8;
    return MemorySegment.ofArray(bytes).asSlice(NPY_HEAD + header);
  }

  private static List<Instant> times(Map<String, Object> meta, String name) {
    return ((List<?>) meta.get(name)).stream().map(text -> Instant.parse((String) text)).toList();
  }

  private static float[] window(DatasetSnapshot now, Instant instant) {
    MemorySegment cells = MemorySegment.ofArray(new float[HEIGHT * WIDTH]);
    int slot = now.slot("NDVI", instant).orElseThrow();
    now.array("NDVI", 0).readWindow(new long[] {slot, 0, 0}, new int[] {1, HEIGHT, WIDTH}, cells);
    return cells.toArray(FLOAT);
  }

  @Test
  void theRealCubeIsStoredAndItsFactsHold() throws IOException {
    Path data = data();
    Map<String, Object> meta =
        JsonDocument.parseObject(Files.readAllBytes(data.resolve("meta.json")));
    List<?> box = (List<?>) meta.get("bbox");
    GridSpec grid =
        GridSpec.northUp(
            32633, real(box, 0), real(box, 1), real(box, 2), real(box, 3), WIDTH, HEIGHT);
    Dataset dataset =
        Dataset.create(
            new FileObjectStore(folder),
            "slovenia",
            grid,
            DatasetOptions.forGrid(grid).withTimeMajor(true),
            DatasetFixture.cache());
    dataset.addLayer(Layer.of("NDVI", DataType.FLOAT32));
    for (String band : new String[] {"B04", "B08"}) {
      dataset.addLayer(
          new Layer(band, DataType.UINT16, 1e-4, 0, OptionalDouble.empty(), "", false, Map.of()));
    }
    List<Instant> ndviTimes = times(meta, "ndvi_times");
    List<Instant> bandTimes = times(meta, "band_times");
    MemorySegment ndvi = npy(data.resolve("ndvi_f32.npy"));
    MemorySegment bands = npy(data.resolve("bands_u16.npy"));
    long plane = (long) HEIGHT * WIDTH;
    try (DatasetTransaction upload = dataset.begin()) {
      for (int t = 0; t < ndviTimes.size(); t++) {
        upload
            .slice("NDVI", ndviTimes.get(t))
            .write(0, 0, HEIGHT, WIDTH, ndvi.asSlice(4 * plane * t, 4 * plane));
      }
      for (int t = 0; t < bandTimes.size(); t++) {
        upload
            .slice("B04", bandTimes.get(t))
            .write(0, 0, HEIGHT, WIDTH, bands.asSlice(2 * plane * (3 * 5 + t), 2 * plane));
        upload
            .slice("B08", bandTimes.get(t))
            .write(0, 0, HEIGHT, WIDTH, bands.asSlice(2 * plane * (7 * 5 + t), 2 * plane));
      }
      upload.commit();
    }
    DatasetSnapshot now =
        Dataset.open(new FileObjectStore(folder), "slovenia", DatasetFixture.cache()).current();
    checkValues(now, ndviTimes, ndvi);
    checkRange(now);
    checkIndex(now, bandTimes);
    assertThat(now.timeMajor("NDVI").orElseThrow().slots()).hasSize(64);
    assertThat(now.grid().maxX()).isEqualTo(real(box, 2));
  }

  private static double real(List<?> box, int index) {
    return ((Number) box.get(index)).doubleValue();
  }

  private static void checkValues(DatasetSnapshot now, List<Instant> times, MemorySegment ndvi) {
    assertThat(now.times("NDVI")).isEqualTo(times).hasSize(68);
    long plane = 4L * HEIGHT * WIDTH;
    for (int t = 0; t < times.size(); t++) {
      assertThat(window(now, times.get(t)))
          .isEqualTo(ndvi.asSlice(plane * t, plane).toArray(FLOAT));
    }
  }

  /**
   * NDVI ranges from -0.151 to 0.860; the statistics of the chunks show this without reading a
   * cell.
   */
  private static void checkRange(DatasetSnapshot now) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    Timeline line = now.timeline("NDVI");
    for (int i = 0; i < line.size(); i++) {
      SliceStatistics one = now.statistics("NDVI", line.slot(i)).orElseThrow();
      assertThat(one.count(0, 0)).isEqualTo(HEIGHT * WIDTH);
      least = Math.min(least, one.min(0, 0));
      greatest = Math.max(greatest, one.max(0, 0));
    }
    assertThat(Math.round(least * 1000)).isEqualTo(-151);
    assertThat(Math.round(greatest * 1000)).isEqualTo(860);
  }

  /**
   * (B08 - B04) / (B08 + B04) equals the NDVI of the same time, up to the rounding of the bands.
   */
  private static void checkIndex(DatasetSnapshot now, List<Instant> times) {
    for (Instant instant : times) {
      short[] red = band(now, "B04", instant);
      short[] infrared = band(now, "B08", instant);
      float[] ndvi = window(now, instant);
      for (int i = 0; i < ndvi.length; i++) {
        double r = red[i] & 0xFFFF;
        double n = infrared[i] & 0xFFFF;
        assertThat(Math.abs((n - r) / (n + r) - ndvi[i])).as("cell " + i).isLessThan(0.002);
      }
    }
  }

  private static short[] band(DatasetSnapshot now, String band, Instant instant) {
    MemorySegment cells = MemorySegment.ofArray(new short[HEIGHT * WIDTH]);
    int slot = now.slot(band, instant).orElseThrow();
    now.array(band, 0).readWindow(new long[] {slot, 0, 0}, new int[] {1, HEIGHT, WIDTH}, cells);
    return cells.toArray(SHORT);
  }
}
