package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refusals of guessed passwords are delayed, and no hash is computed for them. */
class GuessedPasswordTest {
  private static final int ALLOWED = 3;
  private static final int BAD_PASSWORD = 4;
  private static final int UNAVAILABLE = 3;

  @TempDir private Path folder;

  private static int connect(MqttStation station, String account) throws IOException {
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      return client.connect(account, 0);
    }
  }

  @Test
  void guessedPasswordsAreDelayedAndOtherClientsAreNot() throws IOException {
    try (MqttStation station = MqttStation.throttled(folder, ALLOWED)) {
      station.account("other");
      for (int i = 0; i < ALLOWED; i++) {
        assertThat(connect(station, "guessed")).isEqualTo(BAD_PASSWORD);
      }
      long from = System.nanoTime();
      assertThat(connect(station, "guessed")).isEqualTo(UNAVAILABLE);
      assertThat(Duration.ofNanos(System.nanoTime() - from))
          .isGreaterThanOrEqualTo(Duration.ofMillis(900));
      assertThat(connect(station, "other")).isZero();
    }
  }
}
