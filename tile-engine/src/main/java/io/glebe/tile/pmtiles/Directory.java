package io.glebe.tile.pmtiles;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * The encoded directories of an archive: columns of variable-length integers, gzipped. A root that
 * does not fit within the first 16 KiB after the header points to leaves.
 *
 * @param leaves all leaf directories, concatenated
 */
record Directory(byte[] root, byte[] leaves) {
  static final int MAX_ROOT = 16_384 - Header.BYTES;
  private static final int FIRST_LEAF = 4096;

  static Directory of(List<Entry> entries) {
    byte[] whole = encoded(entries);
    int size = FIRST_LEAF;
    Directory directory = new Directory(whole, new byte[0]);
    while (directory.root.length > MAX_ROOT) {
      directory = withLeaves(entries, size);
      size += size / 5;
    }
    return directory;
  }

  private static Directory withLeaves(List<Entry> entries, int size) {
    ByteArrayOutputStream leaves = new ByteArrayOutputStream();
    List<Entry> root = new ArrayList<>();
    for (int i = 0; i < entries.size(); i += size) {
      byte[] leaf = encoded(entries.subList(i, Math.min(i + size, entries.size())));
      root.add(new Entry(entries.get(i).id(), leaves.size(), leaf.length, 0));
      leaves.writeBytes(leaf);
    }
    return new Directory(encoded(root), leaves.toByteArray());
  }

  private static byte[] encoded(List<Entry> entries) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      varint(out, entries.size());
      long id = 0;
      for (Entry e : entries) {
        varint(out, e.id() - id);
        id = e.id();
      }
      for (Entry e : entries) {
        varint(out, e.run());
      }
      for (Entry e : entries) {
        varint(out, e.length());
      }
      long expected = -1;
      for (Entry e : entries) {
        varint(out, e.offset() == expected ? 0 : e.offset() + 1);
        expected = e.offset() + e.length();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  /** Writes seven bits at a time, the lowest first; the high bit is set when more follow. */
  private static void varint(GZIPOutputStream out, long value) throws IOException {
    long rest = value;
    while (rest >= 0x80) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
