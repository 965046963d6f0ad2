package io.glebe.zarr.tiff;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.glebe.zarr.meta.DataType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of GDAL in all their forms are read exactly. */
class TiffGdalTest {
  private static final int BANDS = 3;
  private static final int HEIGHT = 157;
  private static final int WIDTH = 301;
  private static final String[] PLACED = {
    "-a_srs", "EPSG:32633", "-a_ullr", "500000", "5100000", "503010", "5098430"
  };

  @TempDir Path folder;

  @BeforeEach
  void installed() {
    Gdal.assumeInstalled();
  }

  /** Cells that compress a little: a slope with some noise. */
  private static byte[] cells(DataType type) {
    Random random = new Random(7);
    byte[] cells = new byte[BANDS * HEIGHT * WIDTH * type.size()];
    for (int i = 0; i < cells.length / type.size(); i++) {
      long bits =
          switch (type) {
            case FLOAT32 -> Float.floatToIntBits(i % WIDTH * 0.25f + random.nextInt(3));
            case FLOAT64 -> Double.doubleToLongBits(i % WIDTH * 0.25 - random.nextDouble());
            default -> i % WIDTH * 3L + random.nextInt(4) - 5;
          };
      for (int b = 0; b < type.size(); b++) {
        cells[i * type.size() + b] = (byte) (bits >>> 8 * b);
      }
    }
    return cells;
  }

  private static void same(Path file, DataType type, byte[] cells) throws IOException {
    try (FileChannel channel = FileChannel.open(file);
        TiffFile tiff = TiffFile.open(channel)) {
      TiffImage image = tiff.image();
      assertEquals(type, image.type());
      assertEquals(BANDS, image.bands());
      int plane = WIDTH * HEIGHT * type.size();
      for (int band = 0; band < BANDS; band++) {
        byte[] read = new byte[plane];
        image.read(band, 0, 0, WIDTH, HEIGHT, read);
        byte[] expected = java.util.Arrays.copyOfRange(cells, band * plane, (band + 1) * plane);
        assertArrayEquals(expected, read, file.getFileName() + " band " + band);
      }
      byte[] window = new byte[120 * 70 * type.size()];
      image.read(1, 130, 60, 120, 70, window);
      for (int row = 0; row < 70; row++) {
        int from = plane + ((60 + row) * WIDTH + 130) * type.size();
        int length = 120 * type.size();
        assertEquals(
            -1,
            java.util.Arrays.mismatch(
                java.util.Arrays.copyOfRange(cells, from, from + length),
                java.util.Arrays.copyOfRange(window, row * length, (row + 1) * length)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"BOOL", "INT8", "FLOAT16"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyCompressionAndPredictorIsReadForEveryType(DataType type) throws IOException {
    byte[] cells = cells(type);
    Path raw = Gdal.raw(folder, type, BANDS, HEIGHT, WIDTH, cells);
    int number = 0;
    for (String compression : List.of("NONE", "LZW", "DEFLATE", "PACKBITS", "ZSTD")) {
      boolean predicts = List.of("LZW", "DEFLATE", "ZSTD").contains(compression);
      int most = predicts ? (type.isFloat() ? 3 : 2) : 1;
      for (int predictor = 1; predictor <= most; predictor++) {
        List<String> options = new ArrayList<>(List.of(PLACED));
        options.addAll(List.of("-co", "COMPRESS=" + compression));
        if (predicts) {
          options.addAll(List.of("-co", "PREDICTOR=" + predictor));
        }
        // the other options rotate, so that all pairs occur over the types
        int turn = number++ + type.ordinal();
        options.addAll(List.of("-co", "TILED=" + (turn % 2 == 0 ? "YES" : "NO")));
        options.addAll(List.of("-co", "INTERLEAVE=" + (turn / 2 % 2 == 0 ? "PIXEL" : "BAND")));
        options.addAll(List.of("-co", "BIGTIFF=" + (turn % 3 == 0 ? "YES" : "NO")));
        // libtiff 4.5 cannot read its own files with predictor 3 in foreign byte order
        boolean big = turn % 5 < 2 && predictor != 3;
        options.addAll(List.of("-co", "ENDIANNESS=" + (big ? "BIG" : "LITTLE")));
        if (turn % 2 == 0) {
          options.addAll(List.of("-co", "BLOCKXSIZE=64", "-co", "BLOCKYSIZE=32"));
        }
        String name = type + "-" + String.join("-", options.subList(7, options.size())) + ".tif";
        Path file = folder.resolve(name.replace("-co-", ""));
        same(Gdal.translate(raw, file, options.toArray(String[]::new)), type, cells);
      }
    }
  }

  @Test
  void cloudOptimisedFilesWithOverviewsAreReadAtFullResolution() throws IOException {
    byte[] cells = cells(DataType.UINT16);
    Path raw = Gdal.raw(folder, DataType.UINT16, BANDS, HEIGHT, WIDTH, cells);
    List<String> options = new ArrayList<>(List.of(PLACED));
    options.addAll(List.of("-of", "COG", "-co", "BLOCKSIZE=128", "-co", "COMPRESS=DEFLATE"));

    Path file = Gdal.translate(raw, folder.resolve("cog.tif"), options.toArray(String[]::new));

    same(file, DataType.UINT16, cells);
  }

  @Test
  void positionNodataAndPixelMeaningAreRead() throws IOException {
    byte[] cells = cells(DataType.INT16);
    Path raw = Gdal.raw(folder, DataType.INT16, BANDS, HEIGHT, WIDTH, cells);
    for (String meaning : List.of("Area", "Point")) {
      List<String> options = new ArrayList<>(List.of(PLACED));
      options.addAll(List.of("-a_nodata", "-5", "-mo", "AREA_OR_POINT=" + meaning));
      Path file =
          Gdal.translate(raw, folder.resolve(meaning + ".tif"), options.toArray(String[]::new));
      try (FileChannel channel = FileChannel.open(file);
          TiffFile tiff = TiffFile.open(channel)) {
        Georeference place = tiff.image().georeference().orElseThrow();
        assertEquals(32633, place.epsg().orElseThrow());
        assertEquals(500_000, place.originX(), 1e-6);
        assertEquals(5_100_000, place.originY(), 1e-6);
        assertEquals(10, place.pixelWidth(), 1e-9);
        assertEquals(-10, place.pixelHeight(), 1e-9);
        assertEquals(-5, tiff.image().nodata().orElseThrow());
      }
    }
  }

  @Test
  void geographicPositionsAndMissingBlocksAreRead() throws IOException {
    byte[] cells = new byte[BANDS * HEIGHT * WIDTH * 4];
    Path raw = Gdal.raw(folder, DataType.FLOAT32, BANDS, HEIGHT, WIDTH, cells);
    Path file =
        Gdal.translate(
            raw,
            folder.resolve("sparse.tif"),
            "-a_srs",
            "EPSG:4326",
            "-a_ullr",
            "14",
            "47",
            "17.01",
            "45.43",
            "-co",
            "SPARSE_OK=YES",
            "-co",
            "TILED=YES");
    same(file, DataType.FLOAT32, cells);
    try (FileChannel channel = FileChannel.open(file);
        TiffFile tiff = TiffFile.open(channel)) {
      assertTrue(channel.size() < 10_000, "GDAL left the blocks out");
      assertEquals(4326, tiff.image().georeference().orElseThrow().epsg().orElseThrow());
    }
  }

  @Test
  void unsupportedFeaturesAreNamed() throws IOException {
    byte[] cells = cells(DataType.UINT8);
    Path raw = Gdal.raw(folder, DataType.UINT8, BANDS, HEIGHT, WIDTH, cells);

    refused("JPEG", raw, "-co", "COMPRESS=JPEG");
    refused("LERC", raw, "-co", "COMPRESS=LERC");
    refused("complex", raw, "-ot", "CFloat32");
    refused(
        "points", raw, "-gcp", "0", "0", "1", "1", "-gcp", "9", "0", "2", "3", "-gcp", "0", "9",
        "4", "5", "-gcp", "7", "9", "5", "5");
  }

  private void refused(String word, Path raw, String... options) throws IOException {
    Path file = Gdal.translate(raw, folder.resolve(word + ".tif"), options);
    try (FileChannel channel = FileChannel.open(file)) {
      TiffException why = assertThrows(TiffException.class, () -> TiffFile.open(channel));
      assertTrue(why.getMessage().contains(word), why::getMessage);
    }
  }
}
