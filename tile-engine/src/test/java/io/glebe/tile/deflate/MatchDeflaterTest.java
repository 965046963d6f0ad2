package io.glebe.tile.deflate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

class MatchDeflaterTest {
  private static final long SEED = 20261122;
  private static final int BLOCK = 64 * 1024;

  private final MatchDeflater deflater = new MatchDeflater();
  private final Random random = new Random(SEED);

  private static byte[] packed(MatchDeflater deflater, byte[] data) {
    byte[] out = new byte[3 + MatchDeflater.worstCase(data.length)];
    int end = deflater.deflate(data, data.length, out, 3);
    return Arrays.copyOfRange(out, 3, end);
  }

  private static byte[] inflated(byte[] packed) throws Exception {
    return new InflaterInputStream(new ByteArrayInputStream(packed), new Inflater(true))
        .readAllBytes();
  }

  private void check(byte[] data) throws Exception {
    assertThat(inflated(packed(deflater, data)))
        .as("%d bytes, seed %d", data.length, SEED)
        .isEqualTo(data);
  }

  @Test
  void theLibraryInflatesNothingOneByteAndAllShortLengths() throws Exception {
    for (int size = 0; size < 70; size++) {
      byte[] noise = new byte[size];
      random.nextBytes(noise);
      check(noise);
      check(new byte[size]);
    }
  }

  @Test
  void theLibraryInflatesNoiseTextAndRunsAroundTheEndsOfBlocks() throws Exception {
    for (int size : new int[] {BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 5, 200_003}) {
      byte[] noise = new byte[size];
      random.nextBytes(noise);
      check(noise);
      check(new byte[size]);
      check(records(size));
    }
  }

  @Test
  void repetitionsOfEveryDistanceAndLengthAreRestored() throws Exception {
    for (int distance : new int[] {1, 2, 3, 4, 5, 8, 9, 257, 4096, 4097, 32767, 32768, 32769}) {
      for (int length : new int[] {4, 5, 10, 11, 12, 64, 257, 258, 259, 300, 600}) {
        byte[] data = new byte[distance + length];
        random.nextBytes(data);
        for (int i = 0; i < length; i++) {
          data[distance + i] = data[i];
        }
        check(data);
      }
    }
  }

  @Test
  void rareSymbolsGetCodesThatAreShortEnough() throws Exception {
    // Fibonacci numbers as counts give the deepest tree
    byte[] data = new byte[BLOCK];
    int at = 0;
    int count = 1;
    int before = 1;
    for (int symbol = 0; at < data.length; symbol++) {
      int end = Math.min(data.length, at + count);
      Arrays.fill(data, at, end, (byte) symbol);
      at = end;
      int next = count + before;
      before = count;
      count = next;
    }
    for (int i = data.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      byte swap = data[i];
      data[i] = data[other];
      data[other] = swap;
    }
    check(data);
  }

  @Test
  void similarRecordsCompressAboutAsWellAsWithTheLibrarysFastestLevel() {
    byte[] data = records(100_000);
    java.util.zip.Deflater library =
        new java.util.zip.Deflater(java.util.zip.Deflater.BEST_SPEED, true);
    library.setInput(data);
    library.finish();
    int librarySize = library.deflate(new byte[data.length]);
    library.end();
    assertThat(packed(deflater, data).length).isLessThan(librarySize * 11 / 10);
  }

  @Test
  void earlierCallsHaveNoEffectEvenAfterAnOverflow() throws Exception {
    MatchDeflater late = new MatchDeflater(Integer.MAX_VALUE - 300_000);
    for (int i = 0; i < 8; i++) {
      byte[] data = records(60_000);
      byte[] packed = packed(late, data);
      assertThat(inflated(packed)).isEqualTo(data);
      assertThat(packed).isEqualTo(packed(new MatchDeflater(), data));
    }
  }

  /** Numbers between names, as in tiles. */
  private byte[] records(int size) {
    StringBuilder text = new StringBuilder();
    while (text.length() < size) {
      text.append("field ")
          .append(random.nextInt(1_000_000))
          .append(", crop ")
          .append(random.nextInt(12))
          .append(", village-")
          .append(random.nextInt(40));
      for (int i = 0; i < 20; i++) {
        text.append((char) (40 + random.nextInt(80)));
      }
    }
    byte[] data = new byte[size];
    for (int i = 0; i < size; i++) {
      data[i] = (byte) text.charAt(i);
    }
    return data;
  }
}
