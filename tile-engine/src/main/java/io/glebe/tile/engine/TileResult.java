package io.glebe.tile.engine;

/**
 * A rendered picture. The bytes are shared by all who asked for the same key: read them only.
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

  TileResult fromCache() {
    return new TileResult(bytes, contentType, etag, empty, true, new StageTimes());
  }
}
