package io.glebe.core.alarm.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {
  /** The expected value was computed with the module hmac of Python. */
  @Test
  void aMessageIsSignedAsStandardWebhooksSays() {
    byte[] secret = WebhookSignature.secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    assertThat(
            WebhookSignature.of(
                secret,
                UUID.fromString("0198c0de-0000-7000-8000-000000000001"),
                Instant.ofEpochSecond(1_614_265_330),
                "{\"test\": 2432232314}"))
        .isEqualTo("v1,cgCDjNPmcIvbgQ3TPEiW5iV2V2avJ8FdPJ05KO4d9TQ=");
  }

  @Test
  void theTextOfASecretGivesTheSecret() {
    byte[] secret = WebhookSignature.newSecret();
    assertThat(WebhookSignature.secret(WebhookSignature.text(secret))).isEqualTo(secret);
  }
}
