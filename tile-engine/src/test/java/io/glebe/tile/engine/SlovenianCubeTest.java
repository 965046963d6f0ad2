package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.tile.band.BandMath;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.TileRange;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.plan.Budget;
import io.glebe.tile.plan.ZoomSpan;
import io.glebe.tile.resample.Resampling;
import io.glebe.tile.series.Resolution;
import io.glebe.tile.series.Series;
import io.glebe.tile.series.SeriesArea;
import io.glebe.tile.series.SeriesBucket;
import io.glebe.tile.series.SeriesEngine;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.SliceSelection;
import io.glebe.tile.series.Statistic;
import io.glebe.tile.style.ColourRamp;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.store.FileObjectStore;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the Sentinel-2 cube of the shared data, stored as a dataset, with its plain numbers. */
class SlovenianCubeTest {
  private static final int WIDTH = 100;
  private static final int HEIGHT = 101;
  private static final int PIXELS = WIDTH * HEIGHT;
  private static final TileMatrixSet QUAD = TileMatrixSet.WEB_MERCATOR_QUAD;
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @TempDir static Path folder;
  private static List<Instant> ndviTimes;
  private static List<Instant> bandTimes;
  private static double[] bbox;
  private static MemorySegment ndvi;
  private static MemorySegment bands;
  private static MemorySegment cloud;
  private static ChunkCache chunks;
  private static Dataset dataset;
  private static TileEngine engine;

  @BeforeAll
  static void load() throws IOException {
    Path data = sharedData();
    assumeTrue(Files.isDirectory(data), "the shared data folder is not there");
    String meta = Files.readString(data.resolve("meta.json"));
    ndviTimes = instants(meta, "ndvi_times");
    bandTimes = instants(meta, "band_times");
    bbox = Arrays.stream(list(meta, "bbox")).mapToDouble(Double::parseDouble).toArray();
    ndvi = npy(data.resolve("ndvi_f32.npy"));
    bands = npy(data.resolve("bands_u16.npy"));
    cloud = npy(data.resolve("cloudmask_u8.npy"));
    chunks = new ChunkCache(new SlabPool(64L << 20), 48L << 20);
    GridSpec grid = GridSpec.northUp(32633, bbox[0], bbox[1], bbox[2], bbox[3], WIDTH, HEIGHT);
    dataset =
        Dataset.create(
            new FileObjectStore(folder), "s2", grid, DatasetOptions.forGrid(grid), chunks);
    dataset.addLayer(Layer.of("NDVI", DataType.FLOAT32));
    dataset.addLayer(
        new Layer("CLOUD", DataType.UINT8, 1, 0, OptionalDouble.empty(), "", true, Map.of()));
    for (int t = 0; t < ndviTimes.size(); t++) {
      write("NDVI", ndviTimes.get(t), ndvi.asSlice(4L * t * PIXELS, 4L * PIXELS));
      write("CLOUD", ndviTimes.get(t), cloud.asSlice((long) t * PIXELS, PIXELS));
    }
    int[] wanted = {3, 7};
    for (int b : wanted) {
      String name = "B0" + (b + 1);
      dataset.addLayer(
          new Layer(name, DataType.UINT16, 1e-4, 0, OptionalDouble.empty(), "", false, Map.of()));
      for (int t = 0; t < bandTimes.size(); t++) {
        long at = 2L * (b * (long) bandTimes.size() + t) * PIXELS;
        write(name, bandTimes.get(t), bands.asSlice(at, 2L * PIXELS));
      }
    }
    engine = new TileEngine(EngineSettings.forThisMachine());
  }

  @AfterAll
  static void stop() {
    if (engine != null) {
      engine.close();
      chunks.close();
    }
  }

  @Test
  void theWholeSeriesEqualsThePlainNumbers() throws Exception {
    DatasetView view = DatasetView.of("s2", dataset.current());
    SeriesArea all =
        SeriesArea.box(Projection.of(32633), new Bounds(bbox[0], bbox[1], bbox[2], bbox[3]));
    SeriesRequest request =
        SeriesRequest.of(view.cube().base(), SliceSelection.of(view, "NDVI").slices(), all)
            .with(Statistic.MEAN, Statistic.MIN, Statistic.MAX, Statistic.STD, Statistic.MEDIAN)
            .percentiles(10.0, 90.0);
    Series series = run(request);
    assertThat(series.areaPixels()).isCloseTo(PIXELS, within(1e-6));
    double least = 1;
    double greatest = -1;
    for (int t = 0; t < ndviTimes.size(); t++) {
      double[] sorted = sorted(t, false);
      SeriesBucket b = series.buckets().get(t);
      double mean = Arrays.stream(sorted).average().orElseThrow();
      double variance =
          Arrays.stream(sorted).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
      assertThat(b.start()).isEqualTo(ndviTimes.get(t));
      assertThat(b.values().get(Statistic.MEAN)).isCloseTo(mean, within(1e-6));
      assertThat(b.values().get(Statistic.STD)).isCloseTo(Math.sqrt(variance), within(1e-6));
      assertThat(b.values().get(Statistic.MEDIAN)).isCloseTo(percentile(sorted, 50), within(1e-6));
      assertThat(b.percentiles().get(0)).isCloseTo(percentile(sorted, 10), within(1e-6));
      assertThat(b.percentiles().get(1)).isCloseTo(percentile(sorted, 90), within(1e-6));
      least = Math.min(least, b.values().get(Statistic.MIN));
      greatest = Math.max(greatest, b.values().get(Statistic.MAX));
    }
    // numbers from the data's own description
    assertThat(least).isCloseTo(-0.151, within(5e-4));
    assertThat(greatest).isCloseTo(0.860, within(5e-4));
  }

  @Test
  void aMonthWithoutCloudsEqualsThePlainNumbers() throws Exception {
    DatasetView view = DatasetView.of("s2", dataset.current());
    SeriesArea all =
        SeriesArea.box(Projection.of(32633), new Bounds(bbox[0], bbox[1], bbox[2], bbox[3]));
    SeriesRequest unmasked =
        SeriesRequest.of(
                view.cube().base(),
                SliceSelection.of(view, "NDVI")
                    .between(
                        Instant.parse("2016-05-01T00:00:00Z"),
                        Instant.parse("2016-05-31T23:59:59Z"))
                    .maskedBy("CLOUD")
                    .slices(),
                all)
            .by(Resolution.MONTH, ZoneOffset.UTC);
    SeriesRequest request =
        new SeriesRequest(
            unmasked.grid(),
            unmasked.slices(),
            all,
            unmasked.resolution(),
            unmasked.zone(),
            unmasked.statistics(),
            unmasked.percentiles(),
            List.of(1.0));
    Series series = run(request);
    double sum = 0;
    long count = 0;
    for (int t = 0; t < ndviTimes.size(); t++) {
      if (ndviTimes.get(t).toString().startsWith("2016-05")) {
        double[] clear = sorted(t, true);
        sum += Arrays.stream(clear).sum();
        count += clear.length;
      }
    }
    SeriesBucket may = series.buckets().getFirst();
    assertThat(series.buckets()).hasSize(1);
    assertThat(may.valid()).isEqualTo(count);
    assertThat(may.values().get(Statistic.MEAN)).isCloseTo(sum / count, within(1e-6));
  }

  @Test
  void theIndexComputedFromBandsLooksLikeTheStoredOne() throws Exception {
    DatasetView view = DatasetView.of("s2", dataset.current());
    ZoomSpan zooms = ZoomSpan.of(view.cube(), QUAD, 256, 2, 4, Budget.IMAGE).orElseThrow();
    TileId tile = middle(view, Math.min(15, zooms.max()));
    ColourRamp ramp = ColourRamp.byName("ndvi").orElseThrow();
    Stretch stretch = new Stretch(-0.2f, 1);
    BandMath formula = BandMath.compile("(B08 - B04) / (B08 + B04)", List.of("B04", "B08"));
    for (Instant time : bandTimes) {
      List<LayerSlice> pair = view.slices(formula.bands(), time).orElseThrow();
      List<LayerSlice> stored = view.slices(List.of("NDVI"), time).orElseThrow();
      RasterGrid target = RasterGrid.of(QUAD, tile, 256);
      TileResult a = tile(view, pair, Rendering.formula(formula, ramp, stretch), target);
      TileResult b = tile(view, stored, Rendering.layer(ramp, stretch), target);
      assertThat(a.empty()).isFalse();
      BufferedImage left = image(a);
      BufferedImage right = image(b);
      for (int i = 0; i < 256 * 256; i++) {
        int x = left.getRaster().getSample(i % 256, i / 256, 0);
        int y = right.getRaster().getSample(i % 256, i / 256, 0);
        assertThat(Math.abs(x - y)).as("pixel " + i + " at " + time).isLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void timesAreFoundExactlyNearestAndLatest() {
    DatasetView view = DatasetView.of("s2", dataset.current());
    Instant first = ndviTimes.getFirst();
    assertThat(view.time("NDVI", TimeSelector.latest())).contains(ndviTimes.getLast());
    assertThat(view.time("NDVI", TimeSelector.exactly(first))).contains(first);
    assertThat(view.time("NDVI", TimeSelector.exactly(first.plusSeconds(1)))).isEmpty();
    assertThat(view.time("NDVI", TimeSelector.nearest(first.plusSeconds(99)))).contains(first);
    Instant withoutBands =
        ndviTimes.stream().filter(t -> !bandTimes.contains(t)).findFirst().orElseThrow();
    assertThat(view.slices(List.of("NDVI", "B04"), withoutBands)).isEmpty();
  }

  @Test
  void anUploadChangesTheEtagOfItsOwnInstantOnly() {
    DatasetView before = DatasetView.of("s2", dataset.current());
    Instant touched = ndviTimes.get(5);
    Instant other = ndviTimes.get(6);
    String touchedBefore = etag(before, touched);
    String otherBefore = etag(before, other);
    write("NDVI", touched, ndvi.asSlice(4L * 5 * PIXELS, 4L * PIXELS));
    DatasetView after = DatasetView.of("s2", dataset.current());
    assertThat(etag(after, touched)).isNotEqualTo(touchedBefore);
    assertThat(etag(after, other)).isEqualTo(otherBefore);
    assertThat(etag(before, touched)).isEqualTo(touchedBefore);
  }

  private static String etag(DatasetView view, Instant time) {
    return engine.etag(
        TileRequest.tile(
            view.cube(),
            view.slices(List.of("NDVI"), time).orElseThrow(),
            Rendering.layer(ColourRamp.byName("ndvi").orElseThrow(), new Stretch(0, 1)),
            QUAD,
            middle(view, 14),
            256));
  }

  private static TileResult tile(
      DatasetView view, List<LayerSlice> slices, Rendering rendering, RasterGrid target)
      throws Exception {
    return engine
        .tile(
            new TileRequest(
                view.cube(), slices, rendering, target, Resampling.NEAREST, OptionalInt.empty()))
        .get();
  }

  private static BufferedImage image(TileResult tile) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(tile.bytes()));
  }

  private static Series run(SeriesRequest request) throws Exception {
    return new SeriesEngine(engine.pool(), Budget.SERIES).run(request).get();
  }

  private static TileId middle(DatasetView view, int zoom) {
    Bounds box = view.cube().boundsIn(QUAD.projection());
    double x = (box.minX() + box.maxX()) / 2;
    double y = (box.minY() + box.maxY()) / 2;
    TileRange r = QUAD.covering(new Bounds(x, y, x + 1, y + 1), zoom).orElseThrow();
    return new TileId(zoom, r.minX(), r.minY());
  }

  private static double[] sorted(int t, boolean clearOnly) {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < PIXELS; i++) {
      boolean clouded = cloud.get(ValueLayout.JAVA_BYTE, (long) t * PIXELS + i) == 1;
      if (!clearOnly || !clouded) {
        values.add((double) ndvi.get(FLOAT, 4L * (t * (long) PIXELS + i)));
      }
    }
    return values.stream()
        .mapToDouble(Double::doubleValue)
        .filter(v -> !Double.isNaN(v))
        .sorted()
        .toArray();
  }

  /** NumPy's "linear" rule. */
  private static double percentile(double[] sorted, double p) {
    double place = p / 100 * (sorted.length - 1);
    int low = (int) place;
    int high = Math.min(low + 1, sorted.length - 1);
    return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
  }

  private static void write(String layer, Instant time, MemorySegment cells) {
    try (SliceWriter slice = dataset.beginSlice(layer, time)) {
      slice.write(0, 0, HEIGHT, WIDTH, cells);
      slice.commit();
    }
  }

  private static Path sharedData() {
    String named = System.getenv("GLEBE_SHARED_DATA");
    Path root = Path.of("").toAbsolutePath();
    while (root.getParent() != null && !Files.exists(root.resolve(".mvn"))) {
      root = root.getParent();
    }
    Path base = named != null ? Path.of(named) : root.resolve("../shared/data");
    return base.resolve("s2-slovenia");
  }

  /** The array of a .npy file of version 1.0, without its header. */
  private static MemorySegment npy(Path file) throws IOException {
    MemorySegment all = MemorySegment.ofArray(Files.readAllBytes(file));
    int header = all.get(SHORT, 8) & 0xffff;
    return all.asSlice(10L + header);
  }

  private static List<Instant> instants(String json, String name) {
    return Arrays.stream(list(json, name)).map(s -> Instant.parse(s.replace("\"", ""))).toList();
  }

  private static String[] list(String json, String name) {
    Matcher m =
        Pattern.compile('"' + name + "\"\\s*:\\s*\\[([^\\]]*)\\]", Pattern.DOTALL).matcher(json);
    assertThat(m.find()).as(name).isTrue();
    return Arrays.stream(m.group(1).split(",")).map(String::strip).toArray(String[]::new);
  }
}
