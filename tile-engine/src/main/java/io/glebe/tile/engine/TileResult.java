package io.glebe.tile.engine;

/**
 * A rendered image. All waiters of the same render share the bytes: only read them.
 *
 * @param empty whether the image is fully transparent: outside the data, or without a valid pixel
 * @param cached whether it comes from the tile cache
 */
public record TileResult(
    byte[] bytes,
    String contentType,
    String etag,
    boolean empty,
    boolean cached,
    StageTimes timings) {

  private static final byte[] NOTHING = {};

  /** The same result without its bytes. */
  TileResult withoutBytes() {
    return fromCache(NOTHING);
  }

  TileResult fromCache(byte[] copy) {
    return new TileResult(copy, contentType, etag, empty, true, new StageTimes());
  }
}
