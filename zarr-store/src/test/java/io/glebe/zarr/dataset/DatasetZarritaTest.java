package io.glebe.zarr.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.zarr.array.ZarrPython;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.JsonDocument;
import io.glebe.zarr.store.FileObjectStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A layer as zarrita reads it: values, coordinates, and the attributes of CF and GeoZarr. */
final class DatasetZarritaTest {
  private static final int DAY = 4;

  @TempDir Path folder;
  private Path js;

  @BeforeEach
  void install() throws Exception {
    js = ZarrPython.javaScript(folder);
  }

  private Dataset dataset(int format, int shard) {
    Dataset dataset =
        Dataset.create(
            new FileObjectStore(folder),
            "cube",
            DatasetFixture.grid(300, 200),
            new DatasetOptions(format, 64, shard, false),
            DatasetFixture.cache());
    OptionalDouble nodata = OptionalDouble.of(DatasetFixture.NODATA);
    dataset.addLayer(new Layer("B04", DataType.INT16, 0.0001, -0.1, nodata, "1", false, Map.of()));
    for (int day : new int[] {DAY, 2}) {
      DatasetFixture.put(
          dataset, "B04", DatasetFixture.day(day), DatasetFixture.random(dataset.grid(), day));
    }
    return dataset;
  }

  private Map<?, ?> read(Dataset dataset) throws Exception {
    return read(dataset.current().slot("B04", DatasetFixture.day(DAY)).orElseThrow());
  }

  private Map<?, ?> read(int slot) throws Exception {
    String layer = folder.resolve("cube/B04").toString();
    String json = ZarrPython.run(js, "node", "zarr_dataset.mjs", layer, "" + slot);
    return JsonDocument.parseObject(json.getBytes(StandardCharsets.UTF_8));
  }

  private static Object at(Object tree, Object... path) {
    Object node = tree;
    for (Object step : path) {
      node = step instanceof Integer i ? ((List<?>) node).get(i) : ((Map<?, ?>) node).get(step);
    }
    return node;
  }

  @ParameterizedTest
  @CsvSource({"2,0", "3,0", "3,128"})
  void valuesCoordinatesAndNamesOfDimensionsAreThoseOfTheDataset(int format, int shard)
      throws Exception {
    Dataset dataset = dataset(format, shard);
    Map<?, ?> read = read(dataset);
    for (int level = 0; level < 3; level++) {
      Object variables = at(read, "levels", "" + level, "variables");
      GridSpec grid = dataset.grid().level(level);
      List<Long> cells = new ArrayList<>();
      for (short cell :
          DatasetFixture.read(dataset.current(), "B04", DatasetFixture.day(DAY), level)) {
        cells.add((long) cell);
      }
      assertThat(at(variables, "data", "values")).isEqualTo(cells);
      assertThat(at(variables, "data", "dimensions")).isEqualTo(List.of("time", "y", "x"));
      assertThat(at(variables, "data", "shape"))
          .isEqualTo(List.of(2L, (long) grid.height(), (long) grid.width()));
      assertThat(at(variables, "x", "dimensions")).isEqualTo(List.of("x"));
      assertThat(((Number) at(variables, "x", "values", 1)).doubleValue()).isEqualTo(grid.x(1.5));
      assertThat(((Number) at(variables, "y", "values", 0)).doubleValue()).isEqualTo(grid.y(0.5));
    }
    assertThat(at(read, "levels", "0", "variables", "time", "values"))
        .isEqualTo(
            List.of(
                "" + DatasetFixture.day(DAY).toEpochMilli(),
                "" + DatasetFixture.day(2).toEpochMilli()));
  }

  /** zarrita sees the chunks inside of a shard. */
  @ParameterizedTest
  @CsvSource({"2,0", "3,0", "3,128"})
  void chunksThatNobodyWroteAreTheFillValue(int format, int shard) throws Exception {
    Dataset dataset = dataset(format, shard);
    short[] corner = {7, 8, 9, 10};
    try (SliceWriter slice = dataset.beginSlice("B04", DatasetFixture.day(6))) {
      slice.write(150, 280, 2, 2, DatasetFixture.bytes(corner));
      slice.commit();
    }
    int slot = dataset.current().slot("B04", DatasetFixture.day(6)).orElseThrow();
    Object data = at(read(slot), "levels", "0", "variables", "data");
    assertThat(at(data, "fillValue")).isEqualTo((long) DatasetFixture.NODATA);
    assertThat(at(data, "chunks")).isEqualTo(List.of(1L, 64L, 64L));
    List<Long> cells =
        new ArrayList<>(Collections.nCopies(200 * 300, (long) DatasetFixture.NODATA));
    for (int i = 0; i < corner.length; i++) {
      cells.set((150 + i / 2) * 300 + 280 + i % 2, (long) corner[i]);
    }
    assertThat(at(data, "values")).isEqualTo(cells);
    long stored;
    try (Stream<Path> files = Files.walk(folder.resolve("cube/B04/0/data"))) {
      stored = files.filter(Files::isRegularFile).count();
    }
    assertThat(stored).isLessThan(3 * 4 * 5); // not all chunks of three slices
  }

  @ParameterizedTest
  @CsvSource({"2,0", "3,128"})
  void theAttributesOfCfDescribeTimesAxesAndTheSystem(int format, int shard) throws Exception {
    Object level = at(read(dataset(format, shard)), "levels", "0");
    assertThat(at(level, "attributes", "Conventions")).isEqualTo("CF-1.10");
    Object variables = at(level, "variables");
    assertThat(at(variables, "data", "attributes", "grid_mapping")).isEqualTo("spatial_ref");
    assertThat(at(variables, "data", "attributes", "scale_factor")).isEqualTo(0.0001);
    Object system = at(variables, "spatial_ref", "attributes");
    assertThat((String) at(system, "spatial_ref"))
        .isEqualTo(at(system, "crs_wkt"))
        .contains("UTM zone 33N");
    assertThat(at(system, "grid_mapping_name")).isEqualTo("transverse_mercator");
    assertThat(at(variables, "time", "attributes", "standard_name")).isEqualTo("time");
    assertThat(at(variables, "x", "attributes", "standard_name"))
        .isEqualTo("projection_x_coordinate");
  }

  @ParameterizedTest
  @CsvSource({"2,0", "3,128"})
  void theConventionsOfGeoZarrPlaceEveryLevel(int format, int shard) throws Exception {
    Dataset dataset = dataset(format, shard);
    Map<?, ?> read = read(dataset);
    Object group = at(read, "attributes");
    assertThat((List<?>) at(group, "zarr_conventions")).hasSize(3);
    assertThat(at(group, "proj:code")).isEqualTo("EPSG:32633");
    assertThat(at(group, "spatial:dimensions")).isEqualTo(List.of("y", "x"));
    assertThat(at(group, "multiscales", "resampling_method")).isEqualTo("average");
    assertThat((List<?>) at(group, "multiscales", "layout")).hasSize(4);
    for (int level = 0; level < 4; level++) {
      GridSpec grid = dataset.grid().level(level);
      Object entry = at(group, "multiscales", "layout", level);
      assertThat(at(entry, "asset")).isEqualTo("" + level);
      assertThat(at(entry, "derived_from")).isEqualTo(level == 0 ? null : "" + (level - 1));
      Object data = at(read, "levels", "" + level, "variables", "data");
      List<?> shape = (List<?>) at(data, "shape");
      Object own = at(data, "attributes");
      for (Object described : List.of(entry, own, at(read, "levels", "" + level, "attributes"))) {
        assertThat(at(described, "spatial:shape")).isEqualTo(shape.subList(1, 3));
        assertThat((List<?>) at(described, "spatial:transform"))
            .extracting(number -> ((Number) number).doubleValue())
            .containsExactly(
                grid.pixelWidth(), 0.0, grid.originX(), 0.0, grid.pixelHeight(), grid.originY());
      }
      assertThat((List<?>) at(own, "spatial:bbox"))
          .extracting(number -> ((Number) number).doubleValue())
          .containsExactly(grid.minX(), grid.minY(), grid.maxX(), grid.maxY());
    }
  }
}
