package io.glebe.tile.pmtiles;

import io.glebe.tile.grid.Bounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * The index from tiles to contents. It is created first, because the directories precede the tiles
 * in the file:
 *
 * <pre>{@code
 * ArchiveIndex index = new ArchiveIndex();
 * boolean first = index.add(HilbertId.of(tile), digest, bytes.length);  // ids ascending
 * index.writeHead(bounds, "{\"name\":\"NDVI\"}", out);
 * // ... then each new content, in the order of the additions
 * }</pre>
 */
public final class ArchiveIndex {
  private final Map<ContentDigest, Long> offsets = new HashMap<>();
  private final List<Entry> entries = new ArrayList<>();
  private long addressed;
  private long bytes;

  /**
   * Adds a tile.
   *
   * @param id its number, larger than the number of the previous tile
   * @return whether the content is new, so that its bytes must be written after the head
   */
  public boolean add(long id, ContentDigest content, int length) {
    if (!entries.isEmpty() && id < entries.getLast().id() + entries.getLast().run()) {
      throw new IllegalArgumentException("tiles must be ordered by id");
    }
    addressed++;
    Long known = offsets.putIfAbsent(content, bytes);
    long offset = known == null ? bytes : known;
    Entry last = entries.isEmpty() ? null : entries.getLast();
    if (last != null && last.offset() == offset && last.id() + last.run() == id) {
      entries.set(entries.size() - 1, new Entry(last.id(), offset, length, last.run() + 1));
    } else {
      entries.add(new Entry(id, offset, length, 1));
    }
    bytes += known == null ? length : 0;
    return known == null;
  }

  /** Number of tiles added. */
  public long addressed() {
    return addressed;
  }

  /** Number of different contents. */
  public long contents() {
    return offsets.size();
  }

  /**
   * Writes header, directories and metadata of an archive of PNG tiles.
   *
   * @param bounds west, south, east, north in degrees
   * @param metadata a JSON object
   */
  public void writeHead(Bounds bounds, String metadata, OutputStream out) throws IOException {
    if (entries.isEmpty()) {
      throw new IllegalStateException("an archive must contain at least one tile");
    }
    Directory directory = Directory.of(entries);
    byte[] described = gzipped(metadata);
    Header header =
        new Header(
            directory.root().length,
            described.length,
            directory.leaves().length,
            bytes,
            addressed,
            entries.size(),
            contents(),
            HilbertId.tile(entries.getFirst().id()).zoom(),
            HilbertId.tile(entries.getLast().id()).zoom(),
            bounds);
    out.write(header.encoded());
    out.write(directory.root());
    out.write(described);
    out.write(directory.leaves());
  }

  private static byte[] gzipped(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }
}
