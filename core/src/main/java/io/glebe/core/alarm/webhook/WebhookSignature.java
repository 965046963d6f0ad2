package io.glebe.core.alarm.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs messages as Standard Webhooks says: HMAC-SHA256 of {@code id.timestamp.body}, with the
 * version before it.
 */
public final class WebhookSignature {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String SECRET = "whsec_";

  /** Length of a secret. */
  static final int SECRET_BYTES = 32;

  private static final SecureRandom RANDOM = new SecureRandom();

  private WebhookSignature() {}

  static byte[] newSecret() {
    byte[] secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    return secret;
  }

  /** The secret as it is shown to people. */
  static String text(byte[] secret) {
    return SECRET + Base64.getEncoder().encodeToString(secret);
  }

  /** The secret in its text. */
  public static byte[] secret(String text) {
    return Base64.getDecoder().decode(text.substring(SECRET.length()));
  }

  /** The header {@code webhook-signature}. */
  public static String of(byte[] secret, UUID message, Instant time, String body) {
    String signed = message + "." + time.getEpochSecond() + "." + body;
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      byte[] digest = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
    }
  }
}
