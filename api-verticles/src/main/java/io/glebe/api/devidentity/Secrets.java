package io.glebe.api.devidentity;

import io.glebe.zarr.digest.Sha256;
import java.security.SecureRandom;
import java.util.Base64;

/** Random values that cannot be guessed, and the digests under which they are stored. */
final class Secrets {
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Secrets() {}

  /** 256 random bits in base64url. */
  static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** SHA-256 in base64url. */
  static String digest(String secret) {
    byte[] digest = Sha256.of(secret);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
  }
}
