package io.glebe.core.viewer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs the texts of tokens for viewers (HMAC with SHA-256), so that forged and expired ones are
 * refused without a query. A text is {@code glv_}, then id, end and 128 random bits, then the
 * signature. The random bits are stored as a digest only: with a copy of the database nobody can
 * write a text. Immutable and safe for threads.
 */
final class ViewerKey {
  static final String PREFIX = "glv_";
  static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final int SECRET_BYTES = 16;
  private static final int CONTENT_BYTES = 2 * Long.BYTES + Long.BYTES + SECRET_BYTES;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SecretKeySpec key;

  ViewerKey(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  static byte[] random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** The text of a new token. */
  String text(UUID id, Instant end) {
    byte[] secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    byte[] content =
        ByteBuffer.allocate(CONTENT_BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .putLong(end.getEpochSecond())
            .put(secret)
            .array();
    String signed = PREFIX + ENCODER.encodeToString(content);
    return signed + "." + ENCODER.encodeToString(signature(signed));
  }

  /** The end of a genuine token; empty for a text that was not signed here. */
  Optional<Instant> end(String text) {
    int dot = text.indexOf('.');
    if (!text.startsWith(PREFIX) || dot < 0) {
      return Optional.empty();
    }
    String signed = text.substring(0, dot);
    Optional<byte[]> signature = bytes(text.substring(dot + 1));
    if (signature.isEmpty() || !MessageDigest.isEqual(signature.get(), signature(signed))) {
      return Optional.empty();
    }
    return bytes(signed.substring(PREFIX.length()))
        .filter(content -> content.length == CONTENT_BYTES)
        .map(content -> ByteBuffer.wrap(content).getLong(2 * Long.BYTES))
        .map(Instant::ofEpochSecond);
  }

  private static Optional<byte[]> bytes(String text) {
    try {
      return Optional.of(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private byte[] signature(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
