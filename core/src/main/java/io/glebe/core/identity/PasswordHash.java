package io.glebe.core.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Argon2id hashes of passwords in the PHC form {@code $argon2id$v=19$m=..,t=..,p=..$salt$hash}.
 * Computing a hash takes 19 MiB of memory; callers limit how many are computed at once.
 */
public final class PasswordHash {
  /** Maximum length of a password in characters. */
  public static final int MAX_PASSWORD_CHARS = 256;

  private static final int MEMORY_KIB = 19_456;
  private static final int ITERATIONS = 2;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final int MAX_MEMORY_KIB = 262_144;
  private static final int MAX_ITERATIONS = 10;
  private static final Pattern PHC =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,2}),p=1\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");
  private static final SecureRandom RANDOM = new SecureRandom();

  private PasswordHash() {}

  /** A hash with a new salt. */
  public static String of(String password) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    return phc(salt, argon2id(password, salt, MEMORY_KIB, ITERATIONS, HASH_BYTES));
  }

  /** A hash that no password matches; checking it takes as long as checking a real one. */
  static String matchingNothing() {
    byte[] random = new byte[SALT_BYTES + HASH_BYTES];
    RANDOM.nextBytes(random);
    return phc(
        Arrays.copyOf(random, SALT_BYTES), Arrays.copyOfRange(random, SALT_BYTES, random.length));
  }

  private static String phc(byte[] salt, byte[] hash) {
    Base64.Encoder text = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%d,t=%d,p=1$%s$%s"
        .formatted(MEMORY_KIB, ITERATIONS, text.encodeToString(salt), text.encodeToString(hash));
  }

  /** Whether the password matches the hash; also false for a hash of another form. */
  public static boolean matches(String password, String phc) {
    return Optional.of(PHC.matcher(phc))
        .filter(Matcher::matches)
        .filter(m -> password.length() <= MAX_PASSWORD_CHARS)
        .map(m -> matches(password, m))
        .orElse(false);
  }

  private static boolean matches(String password, Matcher phc) {
    int memory = Integer.parseInt(phc.group(1));
    int iterations = Integer.parseInt(phc.group(2));
    if (memory > MAX_MEMORY_KIB || iterations > MAX_ITERATIONS) {
      return false;
    }
    byte[] salt = Base64.getDecoder().decode(phc.group(3));
    byte[] expected = Base64.getDecoder().decode(phc.group(4));
    byte[] actual = argon2id(password, salt, memory, iterations, expected.length);
    return MessageDigest.isEqual(expected, actual);
  }

  private static byte[] argon2id(
      String password, byte[] salt, int memory, int iterations, int length) {
    Argon2BytesGenerator generator = new Argon2BytesGenerator();
    generator.init(
        new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
            .withVersion(Argon2Parameters.ARGON2_VERSION_13)
            .withMemoryAsKB(memory)
            .withIterations(iterations)
            .withParallelism(1)
            .withSalt(salt)
            .build());
    byte[] hash = new byte[length];
    generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
    return hash;
  }
}
