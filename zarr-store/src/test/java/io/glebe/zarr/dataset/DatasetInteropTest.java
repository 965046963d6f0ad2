package io.glebe.zarr.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.zarr.array.ZarrPython;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.store.FileObjectStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a dataset's arrays with other tools. */
final class DatasetInteropTest {
  @TempDir Path folder;

  private Dataset dataset(DatasetOptions options) {
    return dataset(options, "cubes/s2");
  }

  private Dataset dataset(DatasetOptions options, String path) {
    Dataset dataset =
        Dataset.create(
            new FileObjectStore(folder.resolve("store")),
            path,
            DatasetFixture.grid(300, 200),
            options,
            DatasetFixture.cache());
    dataset.addLayer(
        new Layer(
            "B04",
            DataType.INT16,
            0.0001,
            -0.1,
            OptionalDouble.of(DatasetFixture.NODATA),
            "1",
            false,
            Map.of()));
    DatasetFixture.put(
        dataset, "B04", DatasetFixture.day(4), DatasetFixture.random(dataset.grid(), 4));
    DatasetFixture.put(
        dataset, "B04", DatasetFixture.day(2), DatasetFixture.random(dataset.grid(), 2));
    return dataset;
  }

  private Path layer() {
    return folder.resolve("store/cubes/s2/B04");
  }

  @Test
  void gdalReadsSlicesAndOverviewsOfVersionTwo() throws Exception {
    ZarrPython.gdal(folder);
    Dataset dataset = dataset(new DatasetOptions(2, 64, 0, false));
    DatasetSnapshot now = dataset.current();
    for (int level = 0; level < 2; level++) {
      for (int day : new int[] {2, 4}) {
        int slot = now.slot("B04", DatasetFixture.day(day)).orElseThrow();
        Path out = folder.resolve("out" + level + day + ".img");
        String source = "ZARR:\"" + layer().resolve("" + level) + "\":/data:" + slot;
        ZarrPython.run(folder, "gdal_translate", "-q", "-of", "ENVI", source, out.toString());
        assertThat(DatasetFixture.cells(MemorySegment.ofArray(Files.readAllBytes(out))))
            .as("level %d day %d", level, day)
            .isEqualTo(DatasetFixture.read(now, "B04", DatasetFixture.day(day), level));
      }
    }
    String info = ZarrPython.run(folder, "gdalmdiminfo", layer().resolve("0").toString());
    assertThat(info).contains("\"data\"", "\"time\"", "\"x\"", "\"y\"", "milliseconds since");
    String source = "ZARR:\"" + layer().resolve("0") + "\":/data:0";
    assertThat(ZarrPython.run(folder, "gdalinfo", source))
        .contains(
            "UTM zone 33N", "Origin = (465000", "Pixel Size = (10.0000", "NoData Value=-9999");
  }

  @Test
  void theAxesOfAllArraysEndWithTheLastSlotInUse() {
    for (int format : new int[] {2, 3}) {
      Dataset dataset = dataset(new DatasetOptions(format, 64, 0, true), "cubes/exact" + format);
      DatasetSnapshot now = dataset.current();
      assertThat(now.array("B04", 0).meta().shape().get(0)).isEqualTo(2);
      assertThat(now.array("B04", 1).meta().shape().get(0)).isEqualTo(2);
      DatasetFixture.put(
          dataset, "B04", DatasetFixture.day(6), DatasetFixture.random(dataset.grid(), 6));
      assertThat(dataset.current().array("B04", 0).meta().shape().get(0)).isEqualTo(3);
    }
  }

  @Test
  void xarrayOpensVersionTwoWithTimesAndCrs() throws Exception {
    String python = ZarrPython.xarray(folder);
    Dataset dataset = dataset(new DatasetOptions(2, 64, 0, false));
    DatasetFixture.put( // replaces a slice: its former slot has no time
        dataset, "B04", DatasetFixture.day(2), DatasetFixture.random(dataset.grid(), 7));
    String script =
        """
        import sys, numpy as np, xarray as xr
        d = xr.open_zarr(sys.argv[1], group='0', consolidated=False)
        assert d['data'].dims == ('time', 'y', 'x') and d.sizes['time'] == 3, d.sizes
        assert d['time'].dtype.kind == 'M' and int(np.isnat(d['time'].values).sum()) == 1
        assert 'UTM zone 33N' in d['spatial_ref'].attrs['crs_wkt']
        assert d['spatial_ref'].attrs['grid_mapping_name'] == 'transverse_mercator'
        assert d['data'].dtype.kind == 'f' and float(d['data'].isel(time=0).max()) < 10
        """;
    ZarrPython.run(folder, python, "-c", script, layer().toString());
  }

  /** Values, coordinates and times as read by zarr-python, compared by the script below. */
  @Test
  void zarrPythonReadsValuesCoordinatesAndTimesOfVersionTwo() throws Exception {
    String python = ZarrPython.python(folder);
    Dataset dataset = dataset(new DatasetOptions(2, 64, 0, false));
    DatasetSnapshot now = dataset.current();
    Path raw = folder.resolve("raw.bin");
    Files.write(
        raw,
        DatasetFixture.bytes(DatasetFixture.read(now, "B04", DatasetFixture.day(2), 0))
            .toArray(ValueLayout.JAVA_BYTE));
    String script =
        """
        import sys, zarr, numpy as np
        g = zarr.open(sys.argv[1], mode='r')['0']
        slot = int(np.where(g['time'][:] == int(sys.argv[3]))[0][0])
        assert g['data'][slot].astype('<i2').tobytes() == open(sys.argv[2], 'rb').read()
        assert (g['time'][:] != np.iinfo('i8').min).sum() == 2
        assert g['x'][0] == 465005.0 and g['y'][0] == 5079995.0 and g['y'][1] == 5079985.0
        a = g['data'].attrs
        assert a['_ARRAY_DIMENSIONS'] == ['time', 'y', 'x'], dict(a)
        assert a['scale_factor'] == 0.0001 and a['add_offset'] == -0.1 and a['_FillValue'] == -9999
        assert a['proj:epsg'] == 32633 and a['units'] == '1'
        """;
    ZarrPython.run(
        folder,
        python,
        "-c",
        script,
        layer().toString(),
        raw.toString(),
        "" + DatasetFixture.day(2).toEpochMilli());
  }

  @Test
  void zarritaReadsShardedSlicesOfVersionThree() throws Exception {
    Path js = ZarrPython.javaScript(folder);
    Dataset dataset = dataset(new DatasetOptions(3, 64, 128, false));
    // the peer compares whole arrays: all slots of level 1, absent ones read as nodata
    var array = dataset.current().array("B04", 1);
    int slots = Math.toIntExact(array.meta().shape().get(0));
    byte[] all = new byte[slots * 100 * 150 * 2];
    array.readWindow(new long[3], new int[] {slots, 100, 150}, MemorySegment.ofArray(all));
    Files.write(layer().resolve("1/data.bin"), all);
    assertThat(
            ZarrPython.run(js, "node", "zarr_v3.mjs", "compare", layer().resolve("1").toString()))
        .contains("1 arrays compared");
  }
}
