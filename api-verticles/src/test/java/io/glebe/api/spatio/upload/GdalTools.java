package io.glebe.api.spatio.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The GDAL programs (gdal-bin of Debian) in a folder. They create GeoTIFF files and read their
 * content for comparison.
 *
 * @param folder the folder of the files
 */
record GdalTools(Path folder) {
  private static final long LIMIT_SECONDS = 120;

  static GdalTools in(Path folder) {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/gdalwarp")), "gdal-bin is installed");
    return new GdalTools(folder);
  }

  /** A raw file of one band that GDAL opens, north-up over a box in EPSG:32633. */
  Path raw(String name, float[] cells, int width, double minX, double maxY, double pixel) {
    int height = cells.length / width;
    ByteBuffer bytes = ByteBuffer.allocate(4 * cells.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(cells);
    write(name + ".img", bytes.array());
    String vrt =
        """
        <VRTDataset rasterXSize='%d' rasterYSize='%d'>
          <SRS>EPSG:32633</SRS>
          <GeoTransform>%s, %s, 0, %s, 0, -%s</GeoTransform>
          <VRTRasterBand dataType='Float32' band='1' subClass='VRTRawRasterBand'>
            <SourceFilename relativetoVRT='1'>%s.img</SourceFilename>
            <ImageOffset>0</ImageOffset><PixelOffset>4</PixelOffset><LineOffset>%d</LineOffset>
            <ByteOrder>LSB</ByteOrder>
          </VRTRasterBand>
        </VRTDataset>
        """
            .formatted(width, height, minX, pixel, maxY, pixel, name, 4 * width);
    return write(name + ".vrt", vrt.getBytes(StandardCharsets.UTF_8));
  }

  /** {@code gdal_translate} with options, to a GeoTIFF. */
  Path translate(Path from, String to, String... options) {
    return run("gdal_translate", from, to, options);
  }

  /** {@code gdalwarp} with options, to a GeoTIFF. */
  Path warp(Path from, String to, String... options) {
    return run("gdalwarp", from, to, options);
  }

  /** The cells of the first band of a file as GDAL reads them. */
  float[] cells(Path file) {
    String name = file.getFileName() + ".f32";
    Path raw = run("gdal_translate", file, name, "-of", "ENVI", "-ot", "Float32");
    ByteBuffer bytes = ByteBuffer.wrap(bytes(raw)).order(ByteOrder.LITTLE_ENDIAN);
    float[] cells = new float[bytes.remaining() / 4];
    bytes.asFloatBuffer().get(cells);
    return cells;
  }

  static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path write(String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path run(String program, Path from, String name, String... options) {
    Path to = folder.resolve(name);
    List<String> command = new ArrayList<>(List.of("/usr/bin/" + program, "-q"));
    command.addAll(List.of(options));
    command.addAll(List.of(from.toString(), to.toString()));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (InputStream out = process.getInputStream()) {
        String output = new String(out.readAllBytes(), StandardCharsets.UTF_8);
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(ended ? process.exitValue() : -1).as("%s: %s", command, output).isZero();
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return to;
  }
}
