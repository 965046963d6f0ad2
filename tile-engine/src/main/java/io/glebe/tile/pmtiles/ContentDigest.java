package io.glebe.tile.pmtiles;

import io.glebe.zarr.digest.Sha256;
import java.nio.ByteBuffer;

/**
 * The first 128 bits of the SHA-256 of a content. Equal bytes have equal digests, different bytes
 * in practice different ones.
 */
public record ContentDigest(long high, long low) {

  public static ContentDigest of(byte[] bytes) {
    ByteBuffer digest = ByteBuffer.wrap(Sha256.of(bytes));
    return new ContentDigest(digest.getLong(), digest.getLong());
  }
}
