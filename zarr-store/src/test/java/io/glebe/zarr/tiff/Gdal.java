package io.glebe.zarr.tiff;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.zarr.meta.DataType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs GDAL's programs (Debian's gdal-bin), and writes raw files for them. */
final class Gdal {
  private static final long LIMIT_SECONDS = 120;
  private static final Map<DataType, String> NAMES =
      Map.of(
          DataType.UINT8, "Byte",
          DataType.INT16, "Int16",
          DataType.INT32, "Int32",
          DataType.INT64, "Int64",
          DataType.FLOAT32, "Float32",
          DataType.FLOAT64, "Float64",
          DataType.UINT16, "UInt16",
          DataType.UINT32, "UInt32",
          DataType.UINT64, "UInt64");

  private Gdal() {}

  static void assumeInstalled() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/gdal_translate")), "gdal-bin is installed");
  }

  /** Writes cells (band, y, x) as a raw file that GDAL opens. */
  static Path raw(Path folder, DataType type, int bands, int height, int width, byte[] cells)
      throws IOException {
    Path raw = folder.resolve("cells-" + type.v3Name());
    Files.write(raw, cells);
    StringBuilder vrt = new StringBuilder();
    vrt.append("<VRTDataset rasterXSize='%d' rasterYSize='%d'>".formatted(width, height));
    for (int band = 1; band <= bands; band++) {
      vrt.append(
          """
          <VRTRasterBand dataType='%s' band='%d' subClass='VRTRawRasterBand'>
            <SourceFilename relativetoVRT='1'>%s</SourceFilename>
            <ImageOffset>%d</ImageOffset><PixelOffset>%d</PixelOffset><LineOffset>%d</LineOffset>
            <ByteOrder>LSB</ByteOrder>
          </VRTRasterBand>
          """
              .formatted(
                  NAMES.get(type),
                  band,
                  raw.getFileName(),
                  (long) (band - 1) * height * width * type.size(),
                  type.size(),
                  width * type.size()));
    }
    Path file = folder.resolve("cells-" + type.v3Name() + ".vrt");
    return Files.writeString(file, vrt.append("</VRTDataset>"));
  }

  /** {@code gdal_translate} with these options. */
  static Path translate(Path from, Path to, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("/usr/bin/gdal_translate", "-q"));
    command.addAll(List.of(options));
    command.addAll(List.of(from.toString(), to.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream out = process.getInputStream()) {
      String output = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      assertTrue(ended && process.exitValue() == 0, () -> command + ": " + output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
    return to;
  }
}
