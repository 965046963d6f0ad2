package io.glebe.tile.engine;

/**
 * A rendered picture. The bytes are shared by all who wait for the same render: read them only.
 *
 * @param empty nothing but transparency: outside the data, or no valid pixel
 * @param cached it came out of the tile cache
 */
public record TileResult(
    byte[] bytes,
    String contentType,
    String etag,
    boolean empty,
    boolean cached,
    StageTimes timings) {

  private static final byte[] NOTHING = {};

  /** What is known of the picture. */
  TileResult withoutBytes() {
    return fromCache(NOTHING);
  }

  TileResult fromCache(byte[] copy) {
    return new TileResult(copy, contentType, etag, empty, true, new StageTimes());
  }
}
