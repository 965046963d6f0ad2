package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.MqttShareSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One account may hold a share of the bytes of messages, however many connections it has. */
@Timeout(180)
class AccountSharesTest {
  private static final int MB = 1 << 20;
  private static final int PUBACK = 0x40;
  private static final int CHARACTERS = 90_000;
  private static final int CLIENTS = 10;
  private static final long SHARE = 2L * MB;
  private static final MqttLimits LIMITS =
      MqttLimits.of(
          Settings.defaults()
              .with(SensorSettings.MQTT_MESSAGE_BYTES, "4M")
              .with(MqttShareSettings.MQTT_ACCOUNT_SHARE, "50"));

  @TempDir private Path folder;

  private MqttStation station;

  @BeforeEach
  void open() throws IOException {
    station = MqttStation.open(folder, LIMITS);
    station.account("greedy");
    station.account("probe");
  }

  @AfterEach
  void close() {
    station.close();
  }

  private RawClient connected(String account) throws IOException {
    RawClient client = new RawClient(station.broker.port().orElseThrow());
    assertThat(client.connect(account, 0)).isZero();
    return client;
  }

  private static byte[] large(int number) {
    return Json.bytes(
        Json.object()
            .put("result", "x".repeat(CHARACTERS) + number)
            .put("phenomenonTime", Instant.EPOCH.plusSeconds(number).toString()));
  }

  private static void publish(RawClient client, String topic) {
    var _ =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    for (int id = 1; id <= 40; id++) {
                      client.publish(1, false, id, topic, large(id));
                    }
                  } catch (IOException closed) {
                    assertThat(client.isClosed()).isTrue();
                  }
                });
  }

  @Test
  @Tag("GLEBE_MQTT_ACCOUNT_SHARE")
  void anAccountWithManyConnectionsDoesNotStopAnother() throws Exception {
    long datastream = station.datastream("greedy");
    String topic = BrokerTest.topic(datastream);
    long large = SHARE / 4 * 3;
    List<RawClient> greedy = new ArrayList<>();
    AutoCloseable hold = station.hold(datastream);
    try (hold) {
      for (int i = 0; i < CLIENTS; i++) {
        RawClient client = connected("greedy");
        greedy.add(client);
        publish(client, topic);
      }
      await().until(() -> underWay() > large - 2 * CHARACTERS);
      try (RawClient other = connected("probe")) {
        for (int id = 1; id <= CLIENTS; id++) {
          other.publish(1, false, id, topic, new byte[CHARACTERS]); // refused without a commit
          assertThat(other.answer()).containsExactly(PUBACK, id);
        }
      }
      await().untilAsserted(() -> assertThat(underWay()).isBetween(large - 2 * CHARACTERS, large));
    } finally {
      for (RawClient client : greedy) {
        client.close();
      }
    }
    await().untilAsserted(() -> assertThat(underWay()).isZero());
  }

  private long underWay() {
    return station.broker.dispatcher().budgets().underWay().used();
  }
}
