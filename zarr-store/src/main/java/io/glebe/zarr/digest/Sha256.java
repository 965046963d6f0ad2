package io.glebe.zarr.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 (FIPS 180-4). Every Java platform provides it. */
public final class Sha256 {
  private static final MessageDigest EMPTY = create();

  private Sha256() {}

  private static MessageDigest create() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * A new digest for content that arrives in parts; belongs to one thread. It is a copy, which
   * costs less than a search among the security providers.
   */
  public static MessageDigest start() {
    try {
      return (MessageDigest) EMPTY.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("SHA-256 of the JDK can be copied", e);
    }
  }

  /** The 32 bytes of the digest. */
  public static byte[] of(byte[] content) {
    return start().digest(content);
  }

  /** The 32 bytes of the digest of a text in UTF-8. */
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }
}
