package io.glebe.core.alarm.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.AlarmSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import java.util.Base64;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The stored form of the secrets of webhooks. */
final class WebhookSecretsTest {
  private static final UUID WEBHOOK = UUID.randomUUID();
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

  private final byte[] secret = WebhookSignature.newSecret();

  private static WebhookSecrets with(String keys) {
    return WebhookSecrets.of(Settings.defaults().with(AlarmSettings.WEBHOOK_KEYS, keys));
  }

  @Test
  void aSecretIsDecryptedOnlyForItsWebhookAndWithItsKey() {
    byte[] stored = with(KEY).stored(WEBHOOK, secret);
    assertThat(new String(stored, java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain(Base64.getEncoder().encodeToString(secret));
    assertThat(with(KEY).secret(WEBHOOK, stored)).contains(secret);
    assertThat(with(KEY).secret(UUID.randomUUID(), stored)).isEmpty();
    assertThat(with("").secret(WEBHOOK, stored)).isEmpty();
  }

  @Test
  void withoutKeysASecretIsStoredAsItIsAndReadWithKeysLater() {
    byte[] stored = with("").stored(WEBHOOK, secret);
    assertThat(stored).isEqualTo(secret);
    assertThat(with(KEY).secret(WEBHOOK, stored)).contains(secret);
  }

  @Test
  void aTextThatIsNoKeyIsRefusedAtTheStart() {
    assertThatThrownBy(() -> with("c2hvcnQ="))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("GLEBE_ALARM_WEBHOOK_KEYS");
  }
}
