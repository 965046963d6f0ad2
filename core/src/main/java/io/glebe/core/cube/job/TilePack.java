package io.glebe.core.cube.job;

import io.glebe.tile.pmtiles.ContentDigest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tiles of one part as one object: 28 bytes for each tile (id, digest, length), then the
 * distinct contents in the order of their first tile.
 */
final class TilePack {
  private static final int ENTRY = 28;

  private TilePack() {}

  /** One tile of a pack. */
  record Tile(long id, ContentDigest content, int length) {}

  /** Number of bytes before the contents. */
  static long indexBytes(long tiles) {
    return ENTRY * tiles;
  }

  /** Builds a pack. */
  static final class Writer {
    private final ByteBuffer index;
    private final ByteArrayOutputStream contents = new ByteArrayOutputStream();
    private final Set<ContentDigest> seen = new HashSet<>();

    Writer(int tiles) {
      index = ByteBuffer.allocate(ENTRY * tiles);
    }

    void add(long id, byte[] content) {
      ContentDigest digest = ContentDigest.of(content);
      index.putLong(id).putLong(digest.high()).putLong(digest.low()).putInt(content.length);
      if (seen.add(digest)) {
        contents.writeBytes(content);
      }
    }

    byte[] bytes() {
      return ByteBuffer.allocate(index.position() + contents.size())
          .put(index.flip())
          .put(contents.toByteArray())
          .array();
    }
  }

  /** Parses the tiles of a pack from its index {@code bytes}. */
  static List<Tile> tiles(byte[] bytes) {
    ByteBuffer index = ByteBuffer.wrap(bytes);
    List<Tile> tiles = new ArrayList<>(bytes.length / ENTRY);
    while (index.remaining() >= ENTRY) {
      tiles.add(
          new Tile(
              index.getLong(),
              new ContentDigest(index.getLong(), index.getLong()),
              index.getInt()));
    }
    return tiles;
  }
}
