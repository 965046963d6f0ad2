package io.glebe.tile.pmtiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.tile.grid.Bounds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Reads the head of an archive back according to the PMTiles specification, version 3. */
final class ArchiveIndexTest {
  private static final Bounds BOUNDS = new Bounds(13.375, 45.5, 16.5, 46.875);

  private static ContentDigest content(String text) {
    return ContentDigest.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] head(ArchiveIndex index) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    index.writeHead(BOUNDS, "{\"name\":\"NDVI\"}", out);
    return out.toByteArray();
  }

  private static ByteBuffer header(byte[] head) {
    return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] section(byte[] head, int field) throws IOException {
    long at = header(head).getLong(field);
    long length = header(head).getLong(field + 8);
    return unzipped(head, (int) at, (int) length);
  }

  private static byte[] unzipped(byte[] bytes, int at, int length) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(bytes, at, length)).readAllBytes();
  }

  private static long varint(InputStream in) throws IOException {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int b = in.read();
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
  }

  /** Columns: differences of ids, runs, lengths, and offsets plus one or 0 for "follows". */
  private static List<Entry> entries(byte[] directory) throws IOException {
    InputStream in = new ByteArrayInputStream(directory);
    int count = (int) varint(in);
    long[][] columns = new long[4][count];
    for (long[] column : columns) {
      for (int i = 0; i < count; i++) {
        column[i] = varint(in);
      }
    }
    assertThat(in.read()).as("nothing follows").isEqualTo(-1);
    List<Entry> entries = new ArrayList<>();
    long id = 0;
    for (int i = 0; i < count; i++) {
      id += columns[0][i];
      long offset =
          columns[3][i] == 0
              ? entries.getLast().offset() + entries.getLast().length()
              : columns[3][i] - 1;
      entries.add(new Entry(id, offset, (int) columns[2][i], (int) columns[1][i]));
    }
    return entries;
  }

  @Test
  void equalContentsAreStoredOnceAndNeighboursOfOneContentAreARun() throws IOException {
    ArchiveIndex index = new ArchiveIndex();
    assertThat(index.add(5, content("field"), 100)).isTrue();
    assertThat(index.add(6, content("empty"), 30)).isTrue();
    assertThat(index.add(7, content("empty"), 30)).isFalse();
    assertThat(index.add(8, content("empty"), 30)).isFalse();
    assertThat(index.add(20, content("field"), 100)).isFalse();
    assertThat(index.add(21, content("wood"), 50)).isTrue();
    assertThat(index.addressed()).isEqualTo(6);
    assertThat(index.contents()).isEqualTo(3);
    assertThat(entries(section(head(index), 8)))
        .containsExactly(
            new Entry(5, 0, 100, 1),
            new Entry(6, 100, 30, 3),
            new Entry(20, 0, 100, 1),
            new Entry(21, 130, 50, 1));
  }

  @Test
  void theHeaderMatchesTheSpecification() throws IOException {
    ArchiveIndex index = new ArchiveIndex();
    index.add(5, content("a"), 100); // the first of zoom 2
    index.add(85, content("b"), 40); // the first of zoom 4
    byte[] head = head(index);
    ByteBuffer header = header(head);
    assertThat(new String(head, 0, 7, StandardCharsets.US_ASCII)).isEqualTo("PMTiles");
    assertThat(header.get(7)).as("version").isEqualTo((byte) 3);
    assertThat(header.getLong(8)).as("the root follows the header").isEqualTo(127);
    assertThat(header.getLong(56)).as("tiles follow the head").isEqualTo(head.length);
    assertThat(header.getLong(64)).as("bytes of tiles").isEqualTo(140);
    assertThat(List.of(header.getLong(72), header.getLong(80), header.getLong(88)))
        .as("addressed tiles, entries, contents")
        .containsOnly(2L);
    assertThat(Arrays.copyOfRange(head, 96, 102))
        .as("clustered, gzip inside, tiles as they are, PNG, zooms")
        .containsExactly(1, 2, 1, 2, 2, 4);
    assertThat(header.getInt(102)).isEqualTo(133_750_000);
    assertThat(header.getInt(106)).isEqualTo(455_000_000);
    assertThat(header.getInt(110)).isEqualTo(165_000_000);
    assertThat(header.getInt(114)).isEqualTo(468_750_000);
    assertThat(header.getInt(119)).as("centre").isEqualTo(149_375_000);
    assertThat(new String(section(head, 24), StandardCharsets.UTF_8))
        .isEqualTo("{\"name\":\"NDVI\"}");
  }

  @Test
  void manyTilesGoIntoLeavesSoThatHeaderAndRootFitInto16KiB() throws IOException {
    ArchiveIndex index = new ArchiveIndex();
    int tiles = 40_000;
    Random random = new Random(20_261_122L);
    for (int i = 0; i < tiles; i++) {
      index.add(1_000_000 + 3L * i, content("tile " + i), 100 + random.nextInt(30_000));
    }
    byte[] head = head(index);
    ByteBuffer header = header(head);
    assertThat(header.getLong(8) + header.getLong(16)).isLessThanOrEqualTo(16_384);
    List<Entry> all = new ArrayList<>();
    long leaves = header.getLong(40);
    for (Entry leaf : entries(section(head, 8))) {
      assertThat(leaf.run()).as("0 points to a leaf").isZero();
      all.addAll(entries(unzipped(head, (int) (leaves + leaf.offset()), leaf.length())));
      assertThat(all).anyMatch(entry -> entry.id() == leaf.id());
    }
    assertThat(all).hasSize(tiles);
    assertThat(all.getLast().id()).isEqualTo(1_000_000 + 3L * (tiles - 1));
    assertThat(all.getLast().offset() + all.getLast().length()).isEqualTo(header.getLong(64));
  }

  @Test
  void tilesOutOfOrderAndEmptyArchivesAreRefused() {
    ArchiveIndex index = new ArchiveIndex();
    assertThatThrownBy(() -> head(index)).isInstanceOf(IllegalStateException.class);
    index.add(5, content("a"), 1);
    index.add(6, content("a"), 1);
    assertThatThrownBy(() -> index.add(6, content("b"), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
