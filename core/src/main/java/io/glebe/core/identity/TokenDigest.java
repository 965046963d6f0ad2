package io.glebe.core.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of a token: what caches and tables hold in its place. */
record TokenDigest(long a, long b, long c, long d) {
  static TokenDigest of(String token) {
    ByteBuffer bytes = ByteBuffer.wrap(sha256(token));
    return new TokenDigest(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /** The 32 bytes. */
  static byte[] sha256(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Nothing of the digest is shown. */
  @Override
  public String toString() {
    return "TokenDigest";
  }
}
