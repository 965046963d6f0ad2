package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.config.Settings;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that sends many pings at once gets an answer to each. */
@Timeout(180)
class ManyPingsTest {
  private static final int PINGREQ = 0xC0;
  private static final int PINGRESP = 0xD0;
  private static final int PINGS = 5_000;

  @TempDir Path folder;
  private MqttStation station;

  @BeforeEach
  void open() throws IOException {
    station = MqttStation.open(folder, MqttLimits.of(Settings.defaults()));
    station.account("probe");
  }

  @AfterEach
  void close() {
    station.close();
  }

  @Test
  void eachPingIsAnswered() throws IOException {
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(client.connect("probe", 0)).isZero();
      client.repeat(PINGREQ, PINGS);
      for (int i = 0; i < PINGS; i++) {
        assertThat(client.answer()[0]).isEqualTo(PINGRESP);
      }
    }
  }
}
