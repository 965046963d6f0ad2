package io.glebe.core.json;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Creates name-based UUIDs of version 5, RFC 9562: the same namespace and name always give the same
 * id.
 */
public final class NameUuids {
  private static final int UUID_BYTES = 16;

  private NameUuids() {}

  /** SHA-1 of the namespace's bytes and the name in UTF-8, with version and variant set. */
  public static UUID v5(UUID namespace, String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    ByteBuffer input = ByteBuffer.allocate(UUID_BYTES + text.length);
    input.putLong(namespace.getMostSignificantBits()).putLong(namespace.getLeastSignificantBits());
    ByteBuffer hash = ByteBuffer.wrap(sha1(input.put(text).array()));
    long high = hash.getLong() & ~0xF000L | 0x5000L;
    long low = hash.getLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  private static byte[] sha1(byte[] input) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(input);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
