package io.glebe.core.service;

import io.glebe.zarr.digest.Sha256;
import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Random secrets and tokens of services. They have 256 random bits, so their SHA-256 is stored and
 * no slow hash is needed.
 */
final class ServiceSecrets {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;

  private ServiceSecrets() {}

  static String fresh() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static Buffer digest(String secret) {
    return Buffer.buffer(Sha256.of(secret));
  }

  static boolean matches(String secret, Buffer digest) {
    return MessageDigest.isEqual(Sha256.of(secret), digest.getBytes());
  }
}
