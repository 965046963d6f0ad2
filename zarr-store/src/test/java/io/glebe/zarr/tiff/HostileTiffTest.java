package io.glebe.zarr.tiff;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.glebe.zarr.meta.DataType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged and malicious files are refused with a message; none causes large allocations or reads
 * outside the file.
 */
class HostileTiffTest {
  private static final int SHORT = 3;
  private static final int LONG = 4;

  /** More than the largest block with its cache, far less than the sizes in hostile files. */
  private static final long ALLOCATION = 80L << 20;

  @TempDir Path folder;

  /** A classic little-endian file of one directory; entries are tag → {type, count, value}. */
  private static byte[] file(Map<Integer, long[]> entries, long next, byte[] after) {
    ByteBuffer out = ByteBuffer.allocate(8 + 2 + 12 * entries.size() + 4 + after.length);
    out.order(ByteOrder.LITTLE_ENDIAN).put((byte) 'I').put((byte) 'I').putShort((short) 42);
    out.putInt(8).putShort((short) entries.size());
    new TreeMap<>(entries)
        .forEach(
            (tag, e) ->
                out.putShort(tag.shortValue())
                    .putShort((short) e[0])
                    .putInt((int) e[1])
                    .putInt((int) e[2]));
    return out.putInt((int) next).put(after).array();
  }

  private static Map<Integer, long[]> image(long width, long height, long compression) {
    Map<Integer, long[]> entries = new TreeMap<>();
    entries.put(TiffTag.IMAGE_WIDTH, new long[] {LONG, 1, width});
    entries.put(TiffTag.IMAGE_LENGTH, new long[] {LONG, 1, height});
    entries.put(TiffTag.BITS_PER_SAMPLE, new long[] {SHORT, 1, 8});
    entries.put(TiffTag.COMPRESSION, new long[] {SHORT, 1, compression});
    entries.put(TiffTag.STRIP_OFFSETS, new long[] {LONG, 1, 0});
    entries.put(TiffTag.STRIP_BYTE_COUNTS, new long[] {LONG, 1, 0});
    return entries;
  }

  private static int end(Map<Integer, long[]> entries) {
    return 8 + 2 + 12 * entries.size() + 4;
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("hostile.tif"), bytes);
  }

  /** Reads a corner and the middle. */
  private static void read(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path);
        TiffFile file = TiffFile.open(channel)) {
      TiffImage image = file.image();
      int width = Math.min(64, image.width());
      int height = Math.min(64, image.height());
      byte[] out = new byte[width * height * image.type().size()];
      for (int band = 0; band < Math.min(3, image.bands()); band++) {
        image.read(band, 0, 0, width, height, out);
        image.read(band, image.width() - width, image.height() - height, width, height, out);
      }
    }
  }

  private void refused(String word, byte[] bytes) throws IOException {
    Path path = write(bytes);
    long before = allocated();
    TiffException why = assertThrows(TiffException.class, () -> read(path), word);
    assertTrue(why.getMessage().contains(word), why::getMessage);
    long allocated = allocated() - before;
    assertTrue(allocated < ALLOCATION, word + " allocated " + allocated);
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  @Test
  void cyclicDirectoriesAreRefused() throws IOException {
    refused("circle", file(image(10, 10, 1), 8, new byte[0]));
  }

  @Test
  void offsetsAndCountsOutsideTheFileAreRefused() throws IOException {
    Map<Integer, long[]> entries = image(10, 10, 1);
    entries.put(TiffTag.STRIP_OFFSETS, new long[] {LONG, 1, 0x7fffffffL});
    entries.put(TiffTag.STRIP_BYTE_COUNTS, new long[] {LONG, 1, 100});
    refused("points to byte", file(entries, 0, new byte[0]));
    entries.put(TiffTag.STRIP_OFFSETS, new long[] {LONG, 0xfffffff0L, 8});
    refused("values", file(entries, 0, new byte[0]));
    refused("points to byte", file(image(10, 10, 1), 0xfffffff0L, new byte[0]));
    refused("points to byte", new byte[] {'I', 'I', 42, 0, (byte) 255, (byte) 255, 0, 0});
    refused("begin", new byte[] {'I', 'I'});
  }

  @Test
  void giganticSizesAreRefusedOrCostNothing() throws IOException {
    refused("width", file(image(0xffffffffL, 10, 1), 0, new byte[0]));
    refused("height", file(image(10, 0xffffffffL, 1), 0, new byte[0]));
    refused("width", file(image(0, 10, 1), 0, new byte[0]));
    refused("compressed blocks", file(image(1 << 20, 1 << 20, 8), 0, new byte[0]));
    Map<Integer, long[]> bands = image(1 << 20, 1 << 20, 1);
    bands.put(TiffTag.SAMPLES_PER_PIXEL, new long[] {SHORT, 1, 65535});
    refused("bands", file(bands, 0, new byte[0]));
    Map<Integer, long[]> many = image(1 << 20, 1 << 20, 1);
    many.put(TiffTag.ROWS_PER_STRIP, new long[] {LONG, 1, 1});
    refused("blocks", file(many, 0, new byte[0]));
    read(write(file(image(1 << 20, 1 << 20, 1), 0, new byte[0]))); // sparse: the block is missing
  }

  @Test
  void decompressionBombsAreReadNoFurtherThanTheirBlock() throws IOException {
    Deflater deflater = new Deflater(9);
    deflater.setInput(new byte[64 << 20]);
    deflater.finish();
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    byte[] part = new byte[1 << 16];
    while (!deflater.finished()) {
      bomb.write(part, 0, deflater.deflate(part));
    }
    deflater.end();
    Map<Integer, long[]> entries = image(100, 100, 8);
    entries.put(TiffTag.STRIP_OFFSETS, new long[] {LONG, 1, end(entries)});
    entries.put(TiffTag.STRIP_BYTE_COUNTS, new long[] {LONG, 1, bomb.size()});
    refused("damaged", file(entries, 0, bomb.toByteArray()));
  }

  @Test
  void codesThatWereNeverDefinedAreRefused() throws IOException {
    for (int compression : new int[] {5, 8, 32773, 50000}) {
      Map<Integer, long[]> entries = image(100, 100, compression);
      entries.put(TiffTag.STRIP_OFFSETS, new long[] {LONG, 1, end(entries)});
      entries.put(TiffTag.STRIP_BYTE_COUNTS, new long[] {LONG, 1, 40});
      byte[] noise = new byte[40];
      new Random(compression).nextBytes(noise);
      refused("damaged", file(entries, 0, noise));
    }
  }

  @Test
  void changedBytesOfRealFilesNeverBreakTheReader() throws IOException {
    Gdal.assumeInstalled();
    long seed = Long.getLong("glebe.seed", 20_261_122L);
    System.out.println("HostileTiffTest seed " + seed);
    Random random = new Random(seed);
    int size = 70;
    byte[] cells = new byte[2 * size * size * 2];
    random.nextBytes(cells);
    Path raw = Gdal.raw(folder, DataType.INT16, 2, size, size, cells);
    for (byte[] real : realFiles(raw)) {
      for (int run = 0; run < 120; run++) {
        byte[] changed = real.clone();
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
          // headers and directories are the most sensitive parts: half of the changes go there
          int within = random.nextBoolean() ? Math.min(600, changed.length) : changed.length;
          changed[random.nextInt(within)] = (byte) random.nextInt(256);
        }
        if (random.nextInt(8) == 0) {
          changed = java.util.Arrays.copyOf(changed, random.nextInt(changed.length));
        }
        Path path = write(changed);
        long before = allocated();
        try {
          read(path);
        } catch (TiffException refused) {
          assertTrue(!refused.getMessage().isBlank());
        }
        long allocated = allocated() - before;
        assertTrue(allocated < ALLOCATION, "seed " + seed + " allocated " + allocated);
      }
    }
  }

  private List<byte[]> realFiles(Path raw) throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (String compression : List.of("NONE", "LZW", "DEFLATE", "PACKBITS", "ZSTD")) {
      for (String big : List.of("NO", "YES")) {
        Path file =
            Gdal.translate(
                raw,
                folder.resolve(compression + big + ".tif"),
                "-a_srs",
                "EPSG:32633",
                "-a_ullr",
                "500000",
                "5100000",
                "500700",
                "5099300",
                "-co",
                "COMPRESS=" + compression,
                "-co",
                "BIGTIFF=" + big);
        files.add(Files.readAllBytes(file));
      }
    }
    return files;
  }
}
