package io.glebe.core.identity;

import io.glebe.zarr.digest.Sha256;
import java.nio.ByteBuffer;

/** SHA-256 of a token, stored in caches and tables in place of the token. */
record TokenDigest(long a, long b, long c, long d) {
  static TokenDigest of(String token) {
    ByteBuffer bytes = ByteBuffer.wrap(sha256(token));
    return new TokenDigest(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /** The 32 bytes. */
  static byte[] sha256(String token) {
    return Sha256.of(token);
  }

  /** Without the digest. */
  @Override
  public String toString() {
    return "TokenDigest";
  }
}
