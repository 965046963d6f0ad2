package io.glebe.core.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of a token, stored in caches and tables in place of the token. */
record TokenDigest(long a, long b, long c, long d) {
  private static final MessageDigest SHA_256 = newSha256();

  static TokenDigest of(String token) {
    ByteBuffer bytes = ByteBuffer.wrap(sha256(token));
    return new TokenDigest(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /** The 32 bytes. */
  static byte[] sha256(String token) {
    try {
      // cloning is cheaper than searching the providers
      MessageDigest own = (MessageDigest) SHA_256.clone();
      return own.digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("SHA-256 of the JDK can be copied", e);
    }
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Without the digest. */
  @Override
  public String toString() {
    return "TokenDigest";
  }
}
