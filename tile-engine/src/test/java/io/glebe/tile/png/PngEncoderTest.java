package io.glebe.tile.png;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.Palette;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PngEncoderTest {
  private static final long SEED = 20250601;
  private static final Palette NDVI = ColourRamp.byName("ndvi").orElseThrow().palette();

  private final PngEncoder encoder = new PngEncoder();

  @ParameterizedTest
  @CsvSource({
    "1,1", "1,2", "2,1", "3,3", "7,5", "1,300", "300,1", "15,17", "16,16", "31,33", "64,64",
    "65,63", "100,40", "255,257", "256,256", "512,512", "1000,3"
  })
  void everyImageIsReadBackPixelForPixel(int width, int height) throws IOException {
    for (TestImage image : TestImage.values()) {
      byte[] bytes = image.bytes(width, height, 4, new Random(SEED));
      String name = image + " " + width + "x" + height + " seed " + SEED;
      checkPalette(name, bytes, width, height);
      checkGrey(name, bytes, width, height);
      checkRgb(name, bytes, width, height);
      checkRgba(name, bytes, width, height);
    }
  }

  @Test
  void aLargeImageIsReadBack() throws IOException {
    int side = 4096;
    byte[] bytes = TestImage.SMOOTH.bytes(side, side, 1, new Random(SEED));
    BufferedImage image = decode(encoder.grey(bytes, side, side, false));
    byte[] back = new byte[side * side];
    image.getRaster().getDataElements(0, 0, side, side, back);
    assertThat(Arrays.equals(bytes, back)).isTrue();
    byte[] flat = encoder.rgba(new byte[side * side * 4], side, side);
    assertThat(flat.length).isLessThan(100_000);
    assertThat(decode(flat).getRGB(4095, 4095)).isZero();
  }

  @Test
  void flatTilesAreTiny() {
    byte[] flat = new byte[256 * 256];
    assertThat(encoder.palette8(flat, 256, 256, new Palette(0)).length).isLessThan(600);
    Arrays.fill(flat, (byte) 117);
    assertThat(encoder.palette8(flat, 256, 256, NDVI).length).isLessThan(1300);
  }

  @Test
  void noisyPaletteTilesAreNoLargerThanImageIos() throws IOException {
    byte[] pixels = TestImage.SMOOTH.bytes(256, 256, 1, new Random(SEED));
    BufferedImage image = decode(encoder.palette8(pixels, 256, 256, NDVI));
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    ImageIO.write(image, "png", other);
    assertThat(encoder.palette8(pixels, 256, 256, NDVI).length).isLessThanOrEqualTo(other.size());
  }

  @Test
  void oversampledPaletteTilesAreNotMuchLargerThanImageIos() throws IOException {
    byte[] pixels = TestImage.OVERSAMPLED.bytes(256, 256, 1, new Random(SEED));
    byte[] png = encoder.palette8(pixels, 256, 256, NDVI);
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    ImageIO.write(decode(png), "png", other);
    assertThat(png.length).isLessThanOrEqualTo((int) (other.size() * 1.3));
  }

  @Test
  void chunksAndStreamHoldTogether() throws Exception {
    byte[] pixels = TestImage.NOISE.bytes(77, 41, 3, new Random(SEED));
    ByteBuffer png = ByteBuffer.wrap(encoder.rgb(pixels, 77, 41, true));
    assertThat(png.getLong()).isEqualTo(0x89504e470d0a1a0aL);
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    StringBuilder order = new StringBuilder();
    while (png.hasRemaining()) {
      int length = png.getInt();
      byte[] body = new byte[length + 4];
      png.get(body);
      CRC32 crc = new CRC32();
      crc.update(body);
      assertThat(png.getInt()).isEqualTo((int) crc.getValue());
      order.append(new String(body, 0, 4, StandardCharsets.US_ASCII)).append(' ');
      if (body[0] == 'I' && body[1] == 'D') {
        data.write(body, 4, length);
      }
    }
    assertThat(order.toString()).isEqualTo("IHDR tRNS IDAT IEND ");
    Inflater inflater = new Inflater();
    inflater.setInput(data.toByteArray());
    byte[] lines = new byte[(77 * 3 + 1) * 41 + 1];
    assertThat(inflater.inflate(lines)).isEqualTo(lines.length - 1);
    assertThat(inflater.finished()).isTrue();
    assertThat(inflater.getRemaining()).isZero();
    inflater.end();
  }

  @Test
  void transparentEntriesAndBlackAreTransparent() throws IOException {
    byte[] pixels = {0, 1, 0, 2};
    BufferedImage palette = decode(encoder.palette8(pixels, 2, 2, NDVI));
    assertThat(palette.getRGB(0, 0) >>> 24).isZero();
    assertThat(palette.getRGB(1, 0)).isEqualTo(NDVI.argb(1));
    byte[] rgb = {0, 0, 0, 1, 2, 3};
    BufferedImage image = decode(encoder.rgb(rgb, 2, 1, true));
    assertThat(image.getRGB(0, 0) >>> 24).isZero();
    assertThat(image.getRGB(1, 0)).isEqualTo(0xff010203);
  }

  @Test
  void absurdImagesAreRefused() {
    assertThatThrownBy(() -> encoder.rgba(new byte[4], 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> encoder.rgba(new byte[4], 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> encoder.grey(new byte[4], PngEncoder.MAX_SIDE + 1, 1, false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> encoder.rgba(new byte[4], PngEncoder.MAX_SIDE, PngEncoder.MAX_SIDE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void checkPalette(String name, byte[] bytes, int width, int height) throws IOException {
    BufferedImage image = decode(encoder.palette8(bytes, width, height, NDVI));
    for (int i = 0; i < width * height; i++) {
      assertThat(image.getRGB(i % width, i / width)).as(name).isEqualTo(NDVI.argb(bytes[i] & 255));
    }
  }

  private void checkGrey(String name, byte[] bytes, int width, int height) throws IOException {
    BufferedImage image = decode(encoder.grey(bytes, width, height, false));
    byte[] back = new byte[width * height];
    image.getRaster().getDataElements(0, 0, width, height, back);
    assertThat(Arrays.equals(back, Arrays.copyOf(bytes, back.length))).as(name).isTrue();
  }

  private void checkRgb(String name, byte[] bytes, int width, int height) throws IOException {
    BufferedImage image = decode(encoder.rgb(bytes, width, height, false));
    for (int i = 0; i < width * height; i++) {
      int expected = 0xff000000 | colour(bytes, 3 * i);
      assertThat(image.getRGB(i % width, i / width)).as(name).isEqualTo(expected);
    }
  }

  private void checkRgba(String name, byte[] bytes, int width, int height) throws IOException {
    BufferedImage image = decode(encoder.rgba(bytes, width, height));
    for (int i = 0; i < width * height; i++) {
      int expected = (bytes[4 * i + 3] & 255) << 24 | colour(bytes, 4 * i);
      assertThat(image.getRGB(i % width, i / width)).as(name).isEqualTo(expected);
    }
  }

  private static int colour(byte[] bytes, int at) {
    return (bytes[at] & 255) << 16 | (bytes[at + 1] & 255) << 8 | bytes[at + 2] & 255;
  }

  private static BufferedImage decode(byte[] png) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(png));
  }
}
