package io.glebe.tile.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.glebe.tile.grid.Affine;
import io.glebe.tile.grid.PixelWindow;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.grid.RasterGrid;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.grid.Warp;
import io.glebe.tile.resample.PairRaster;
import io.glebe.tile.resample.Resampler;
import io.glebe.tile.resample.Resampling;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.vector.Vectors;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the two forms of the kernels, and the scalar form with plain definitions. */
class KernelsTest {
  private static final long SEED = 8;
  private static final Kernels VECTOR = vectors();
  private static final Kernels SCALAR = Kernels.scalar();
  private final Random random = new Random(SEED);

  /** The first call loads the vector module. */
  private static Kernels vectors() {
    assertThat(Vectors.present()).isTrue();
    return VectorKernels.INSTANCE;
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void everyTypeConvertsAlikeInBothForms(DataType type) {
    int count = 517;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chunk = arena.allocate((long) count * type.size());
      for (long i = 0; i < chunk.byteSize(); i++) {
        chunk.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(-3, 4));
      }
      double nodata = ElementReader.get(chunk, 5L * type.size(), type);
      for (Calibration calibration :
          new Calibration[] {
            Calibration.NONE,
            new Calibration(0.0001, -0.1, OptionalDouble.of(nodata)),
            new Calibration(2, 3, OptionalDouble.of(0.5)),
            new Calibration(2, 3, OptionalDouble.of(Double.NaN))
          }) {
        float[] a = new float[count + 3];
        float[] b = new float[count + 3];
        SCALAR.convert(chunk, 0, type, calibration, a, 2, count);
        VECTOR.convert(chunk, 0, type, calibration, b, 2, count);
        assertThat(b).as(type + " seed " + SEED).isEqualTo(a);
        for (int i = 0; i < count; i += 31) {
          float expected =
              calibration.value(ElementReader.get(chunk, (long) i * type.size(), type));
          assertThat(Float.compare(a[2 + i], expected)).isZero();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"INT8", "UINT8", "INT16", "UINT16"})
  void pairsOfSmallIntegersGiveTheSamePixelsAsFloats(DataType type) {
    Scene scene = new Scene(32633, 14, random);
    PixelWindow window = scene.warp.window(Resampling.BILINEAR.margin()).orElseThrow();
    PixelWindow left = new PixelWindow(window.column() - 3, window.row() - 5, 70, 400);
    PixelWindow right = new PixelWindow(left.column() + 70, left.row(), 400, 400);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chunk = arena.allocate(right.pixels() * type.size());
      for (long i = 0; i < chunk.byteSize(); i++) {
        chunk.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(256));
      }
      double nodata = ElementReader.get(chunk, 0, type);
      for (Calibration calibration :
          new Calibration[] {
            Calibration.NONE, new Calibration(0.02, -1, OptionalDouble.of(nodata)),
          }) {
        Raster floats = new Raster().reset(window);
        WindowCopy.fill(calibration.value(nodata), left, floats);
        WindowCopy.copy(chunk, type, right, calibration, floats);
        PairRaster pairs = new PairRaster().reset(window, type, calibration);
        pairs.fill(nodata, left);
        pairs.copy(chunk, right);
        pairs.pack();
        assertThat(Resampler.suitsPairs(scene.warp, window)).isTrue();
        Resampler resampler = new Resampler();
        float[] expected = new float[256 * 256];
        float[][] found = new float[2][256 * 256];
        resampler.resample(SCALAR, Resampling.BILINEAR, floats, scene.warp, expected);
        resampler.bilinear(new PairRaster[] {pairs, pairs}, 2, scene.warp, found);
        assertThat(found[0]).as("seed " + SEED).isEqualTo(expected);
        assertThat(found[1]).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "32633,NEAREST,14", "32633,BILINEAR,14", "32633,CUBIC,14", "32633,AVERAGE,11",
    "3857,NEAREST,14", "3857,BILINEAR,14", "3857,CUBIC,14", "4326,BILINEAR,13",
    "32633,BILINEAR,17", "3857,NEAREST,18", "4326,CUBIC,16", "4326,AVERAGE,10",
    "32633,BILINEAR,8", "32633,NEAREST,9"
  })
  void resamplingIsAlikeInBothForms(int epsg, Resampling method, int zoom) {
    Scene scene = new Scene(epsg, zoom, random);
    Resampler resampler = new Resampler();
    float[] a = new float[256 * 256];
    float[] b = new float[256 * 256];
    resampler.resample(SCALAR, method, scene.raster(method), scene.warp, a);
    resampler.resample(VECTOR, method, scene.raster(method), scene.warp, b);
    assertThat(b).as("seed " + SEED).isEqualTo(a);
    int valid = 0;
    for (float value : a) {
      valid += Float.isNaN(value) ? 0 : 1;
    }
    assertThat(valid).isGreaterThan(10);
  }

  @ParameterizedTest
  @CsvSource({"32633,14", "3857,14", "4326,15", "32633,16"})
  void nearestAndLinearMatchTheirDefinitions(int epsg, int zoom) {
    Scene scene = new Scene(epsg, zoom, random);
    float[] nearest = new float[256 * 256];
    float[] linear = new float[256 * 256];
    float[] cubic = new float[256 * 256];
    Resampler resampler = new Resampler();
    resampler.resample(Resampling.NEAREST, scene.raster(Resampling.NEAREST), scene.warp, nearest);
    Raster wide = scene.raster(Resampling.CUBIC);
    resampler.resample(Resampling.BILINEAR, wide, scene.warp, linear);
    resampler.resample(Resampling.CUBIC, wide, scene.warp, cubic);
    double[] at = new double[2];
    for (int i = 0; i < nearest.length; i += 3) {
      scene.warp.position(i % 256, i / 256, at);
      boolean edge = Math.abs(at[0] - Math.rint(at[0])) < 0.01;
      if (!edge && Math.abs(at[1] - Math.rint(at[1])) > 0.01) {
        float expected = scene.value((int) Math.floor(at[0]), (int) Math.floor(at[1]));
        String where = at[0] + "," + at[1] + " seed " + SEED;
        assertThat(Float.compare(nearest[i], expected)).as(where).isZero();
        boolean halfway = Math.abs(at[0] % 1 - 0.5) < 0.01 || Math.abs(at[1] % 1 - 0.5) < 0.01;
        if (!halfway) {
          assertThat(Float.isNaN(linear[i])).as(where).isEqualTo(Float.isNaN(expected));
          assertThat(Float.isNaN(cubic[i])).as(where).isEqualTo(Float.isNaN(expected));
        }
        double between = scene.linear(at[0], at[1]);
        if (!Double.isNaN(between)) {
          assertThat(linear[i]).as(where).isCloseTo((float) between, within(0.02f));
        }
      }
    }
  }

  /** Linear and cubic interpolation and averages reproduce a plane. */
  @ParameterizedTest
  @EnumSource(
      value = Resampling.class,
      names = {"BILINEAR", "CUBIC", "AVERAGE"})
  void aPlaneIsReproduced(Resampling method) {
    Scene scene = new Scene(32633, method == Resampling.AVERAGE ? 11 : 14, random);
    Raster raster = scene.raster(method);
    PixelWindow window = raster.window();
    for (int i = 0; i < window.pixels(); i++) {
      int x = window.column() + i % window.width();
      int y = window.row() + i / window.width();
      raster.values()[i] = 3 + 0.25f * x - 0.5f * y;
    }
    float[] out = new float[256 * 256];
    new Resampler().resample(method, raster, scene.warp, out);
    double[] at = new double[2];
    float tolerance = method == Resampling.AVERAGE ? 0.6f : 0.01f;
    for (int i = 0; i < out.length; i++) {
      scene.warp.position(i % 256, i / 256, at);
      boolean inner =
          at[0] > 10 && at[0] < Scene.SIZE - 10 && at[1] > 10 && at[1] < Scene.SIZE - 10;
      if (inner) {
        double expected = 3 + 0.25 * (at[0] - 0.5) - 0.5 * (at[1] - 0.5);
        assertThat(out[i]).isCloseTo((float) expected, within(tolerance));
      }
    }
  }

  @Test
  void coloursAreAlikeInBothForms() {
    for (int count : new int[] {1, 15, 16, 33, 1000, 4096}) {
      float[][] bands = new float[3][count];
      for (float[] band : bands) {
        for (int i = 0; i < count; i++) {
          band[i] = random.nextInt(9) == 0 ? Float.NaN : random.nextFloat(-1, 2);
        }
      }
      bands[0][0] = Float.POSITIVE_INFINITY;
      Stretch[] stretches = {new Stretch(0, 1), new Stretch(1, 0), new Stretch(-0.5f, 0.3f)};
      byte[] a = new byte[4 * count + Colour.RGB_SLACK];
      byte[] b = new byte[4 * count + Colour.RGB_SLACK];
      boolean missing = SCALAR.index(bands[1], count, stretches[1], a);
      assertThat(VECTOR.index(bands[1], count, stretches[1], b)).isEqualTo(missing);
      assertThat(b).as("seed " + SEED).isEqualTo(a);
      missing = SCALAR.rgb(bands, count, stretches, a);
      assertThat(VECTOR.rgb(bands, count, stretches, b)).isEqualTo(missing);
      assertThat(Arrays.copyOf(b, 3 * count)).startsWith(Arrays.copyOf(a, 3 * count));
      missing = SCALAR.rgba(bands, count, stretches, a);
      assertThat(VECTOR.rgba(bands, count, stretches, b)).isEqualTo(missing);
      assertThat(Arrays.copyOf(b, 4 * count)).startsWith(Arrays.copyOf(a, 4 * count));
    }
  }

  @Test
  void entriesSpanTheStretch() {
    float[] values = {Float.NaN, -9, 0, 0.5f, 1, 9, Float.NEGATIVE_INFINITY};
    byte[] out = new byte[values.length];
    assertThat(Colour.index(values, values.length, new Stretch(0, 1), out)).isTrue();
    assertThat(out).containsExactly(0, 1, 1, (byte) 128, (byte) 255, (byte) 255, 1);
    byte[] classes = new byte[values.length];
    Colour.classes(values, values.length, new byte[] {7, 8}, classes);
    assertThat(classes).containsExactly(0, 0, 7, 7, 8, 0, 0);
  }

  @Test
  void chunksFillTheirPartOfTheWindow() {
    Raster raster = new Raster().reset(new PixelWindow(10, 20, 50, 40));
    raster.clear();
    try (Arena arena = Arena.ofConfined()) {
      for (int chunk = 0; chunk < 16; chunk++) {
        PixelWindow area = new PixelWindow(chunk % 4 * 16, chunk / 4 * 16 + 8, 16, 16);
        MemorySegment data = arena.allocate(16 * 16 * 2);
        for (int i = 0; i < 256; i++) {
          int x = area.column() + i % 16;
          int y = area.row() + i / 16;
          data.set(ElementReader.SHORT, 2L * i, (short) (x * 100 + y));
        }
        if (chunk == 5) {
          WindowCopy.fill(-1, area, raster);
        } else {
          WindowCopy.copy(data, DataType.INT16, area, Calibration.NONE, raster);
        }
      }
    }
    for (int i = 0; i < 50 * 40; i++) {
      int x = 10 + i % 50;
      int y = 20 + i / 50;
      boolean filled = x / 16 == 1 && (y - 8) / 16 == 1;
      assertThat(raster.values()[i]).isEqualTo(filled ? -1 : x * 100 + y);
    }
  }

  /** A source of random values with holes around the middle of a tile. */
  static final class Scene {
    static final int SIZE = 700;
    final Warp warp;
    private final float[] pixels = new float[SIZE * SIZE];

    Scene(int epsg, int zoom, Random random) {
      Projection projection = Projection.of(epsg);
      double[] centre = new double[2];
      projection.fromLonLat(15.2, 46.3, centre, 0);
      double pixel = epsg == 4326 ? 1e-4 : 10;
      Affine affine =
          new Affine(centre[0] - pixel * SIZE / 2, centre[1] + pixel * SIZE / 2, pixel, -pixel);
      double n = 1 << zoom;
      int x = (int) ((15.2 + 180) / 360 * n);
      double y = Math.toRadians(46.3);
      int row = (int) ((1 - Math.log(Math.tan(y) + 1 / Math.cos(y)) / Math.PI) / 2 * n);
      warp =
          Warp.between(
              new RasterGrid(projection, affine, SIZE, SIZE),
              RasterGrid.of(TileMatrixSet.WEB_MERCATOR_QUAD, new TileId(zoom, x, row), 256));
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = random.nextInt(12) == 0 ? Float.NaN : random.nextFloat();
      }
    }

    Raster raster(Resampling method) {
      PixelWindow window = warp.window(method.margin()).orElseThrow();
      Raster raster = new Raster().reset(window);
      for (int row = 0; row < window.height(); row++) {
        System.arraycopy(
            pixels,
            (window.row() + row) * SIZE + window.column(),
            raster.values(),
            row * window.width(),
            window.width());
      }
      return raster;
    }

    float value(int column, int row) {
      boolean inside = column >= 0 && row >= 0 && column < SIZE && row < SIZE;
      return inside ? pixels[row * SIZE + column] : Float.NaN;
    }

    double linear(double x, double y) {
      int column = (int) Math.floor(x - 0.5);
      int row = (int) Math.floor(y - 0.5);
      double fx = x - 0.5 - column;
      double fy = y - 0.5 - row;
      double north = value(column, row) * (1 - fx) + value(column + 1, row) * fx;
      double south = value(column, row + 1) * (1 - fx) + value(column + 1, row + 1) * fx;
      return north * (1 - fy) + south * fy;
    }
  }
}
