package io.glebe.core.farm;

import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Base64;
import java.util.Locale;

/** The names and passwords that the platform chooses for accounts of devices. */
final class DeviceSecrets {
  /** Names that a device may have; people and other programs have none of them. */
  private static final String PREFIX = "device-";

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int PASSWORD_BYTES = 24;
  private static final int MAX_WORDS = 30;
  private static final int MAX_DISPLAY_NAME = 120;

  /** Without signs that are read for another. */
  private static final String SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";

  private static final int RANDOM_SIGNS = 8;

  private DeviceSecrets() {}

  static String password() {
    byte[] bytes = new byte[PASSWORD_BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** A name that tells the device and that nobody can guess or take before. */
  static String accountName(String thing) {
    String words =
        Normalizer.normalize(thing, Normalizer.Form.NFD)
            .replaceAll("\\p{M}+", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-");
    String start =
        (PREFIX + words.substring(0, Math.min(words.length(), MAX_WORDS))).replace("--", "-");
    StringBuilder name = new StringBuilder(start.endsWith("-") ? start : start + "-");
    RANDOM.ints(RANDOM_SIGNS, 0, SIGNS.length()).forEach(i -> name.append(SIGNS.charAt(i)));
    return name.toString();
  }

  static String displayName(String thing) {
    return thing.codePointCount(0, thing.length()) <= MAX_DISPLAY_NAME
        ? thing
        : thing.substring(0, thing.offsetByCodePoints(0, MAX_DISPLAY_NAME));
  }
}
