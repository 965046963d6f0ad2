package io.glebe.api.console;

import io.glebe.zarr.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/** Values that cannot be guessed: 256 random bits in base64url, and digests of the same form. */
final class RandomText {
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

  private RandomText() {}

  static String next() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Whether the text has the form of these values. */
  static boolean hasForm(String text) {
    return FORM.matcher(text).matches();
  }

  /** SHA-256, also the S256 challenge of PKCE. */
  static String digest(String text) {
    byte[] digest = Sha256.of(text);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
  }

  /** Compares in constant time. */
  static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
