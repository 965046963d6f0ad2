package io.glebe.tile.pmtiles;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The first 128 bits of the SHA-256 of a content. Equal bytes have equal digests, different bytes
 * in practice different ones.
 */
public record ContentDigest(long high, long low) {

  public static ContentDigest of(byte[] bytes) {
    try {
      ByteBuffer digest = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
      return new ContentDigest(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
