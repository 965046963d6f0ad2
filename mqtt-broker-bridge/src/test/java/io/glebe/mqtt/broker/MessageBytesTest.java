package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bytes of messages under way are limited for each client and for all, and are given back. */
@Timeout(180)
class MessageBytesTest {
  private static final int MB = 1 << 20;
  private static final int PUBACK = 0x40;
  private static final int TOO_MANY = 3;
  private static final int CHARACTERS = 90_000;
  private static final MqttLimits LIMITS = limits(0);

  private static MqttLimits limits(long bytesPerSecond) {
    return new MqttLimits(
        MB,
        4 * MB,
        4 * MB,
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        100,
        12,
        bytesPerSecond,
        new MqttLimits.Shares(100, MB, MB, MB, AddressRanges.parse("")),
        MqttLimits.of(Settings.defaults()).sessions(),
        MqttLimits.of(Settings.defaults()).client());
  }

  @TempDir private Path folder;

  private MqttStation station;

  @BeforeEach
  void open() throws IOException {
    station = MqttStation.open(folder, LIMITS);
    station.account("probe");
  }

  @AfterEach
  void close() {
    station.close();
  }

  private RawClient connected() throws IOException {
    RawClient client = new RawClient(station.broker.port().orElseThrow());
    assertThat(client.connect("probe", 0)).isZero();
    return client;
  }

  private static byte[] large(int number) {
    return Json.bytes(
        Json.object()
            .put("result", "x".repeat(CHARACTERS) + number)
            .put("phenomenonTime", Instant.EPOCH.plusSeconds(number).toString()));
  }

  private static Thread publishing(RawClient client, long datastream, int count) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                for (int id = 1; id <= count; id++) {
                  client.publish(1, false, id, BrokerTest.topic(datastream), large(id));
                }
              } catch (IOException closed) {
                assertThat(client.isClosed()).isTrue();
              }
            });
  }

  private long underWay() {
    return station.broker.dispatcher().budgets().underWay().used();
  }

  private void assertEverythingIsGivenBack() {
    await().untilAsserted(() -> assertThat(underWay()).isZero());
    await()
        .untilAsserted(
            () -> assertThat(station.broker.dispatcher().budgets().queued().used()).isZero());
  }

  @Test
  @Tag("GLEBE_MQTT_CLIENT_BYTES")
  void aClientOverItsBudgetIsNotReadUntilItsMessagesAreStored() throws Exception {
    int count = 40;
    long datastream = station.datastream("probe");
    try (RawClient client = connected()) {
      Thread flood;
      AutoCloseable hold = station.hold(datastream);
      try (hold) {
        flood = publishing(client, datastream, count);
        await().until(() -> underWay() > MB - 2 * CHARACTERS);
        assertThat(station.ingestion.counters().counts().received())
            .as("messages that are kept")
            .isLessThanOrEqualTo(MB / CHARACTERS);
        assertThat(underWay()).isLessThanOrEqualTo(MB);
      }
      for (int id = 1; id <= count; id++) {
        assertThat(client.answer()).containsExactly(PUBACK, id);
      }
      flood.join();
    }
    assertThat(station.stored(datastream)).isEqualTo(count);
    assertEverythingIsGivenBack();
  }

  @Test
  @Tag("GLEBE_MQTT_BYTE_RATE")
  void theClientsOfAnAccountOverItsRateAreReadMoreSlowly() throws Exception {
    station.close();
    station = MqttStation.open(Files.createDirectory(folder.resolve("slow")), limits(MB));
    station.account("probe");
    int count = 3 * MB / CHARACTERS;
    long datastream = station.datastream("probe");
    long from = System.nanoTime();
    try (RawClient client = connected()) {
      Thread flood = publishing(client, datastream, count);
      for (int id = 1; id <= count; id++) {
        assertThat(client.answer()).containsExactly(PUBACK, id);
      }
      flood.join();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofSeconds(1));
    assertEverythingIsGivenBack();
  }

  @Test
  @Tag("GLEBE_MQTT_MESSAGE_BYTES")
  void allClientsTogetherStayWithinTheBudgetAndOneThatLeavesGivesItsShareBack() throws Exception {
    int clients = 10;
    long datastream = station.datastream("probe");
    List<RawClient> flooding = new ArrayList<>();
    AutoCloseable hold = station.hold(datastream);
    try (hold) {
      for (int i = 0; i < clients; i++) {
        RawClient client = connected();
        flooding.add(client);
        var _ = publishing(client, datastream, 40);
      }
      long share = 3L * MB;
      await().until(() -> underWay() > share - 2 * CHARACTERS);
      assertThat(underWay()).isLessThanOrEqualTo(share);
      try (RawClient small = connected()) {
        byte[] refused = "{}".getBytes(StandardCharsets.UTF_8);
        small.publish(1, false, 1, BrokerTest.topic(datastream), refused);
        assertThat(small.answer()).as("a small message is admitted").containsExactly(PUBACK, 1);
      }
      assertThat(underWay()).isLessThanOrEqualTo(share);
    } finally {
      for (RawClient client : flooding) {
        client.close();
      }
    }
    assertEverythingIsGivenBack();
    try (RawClient next = connected()) {
      next.publish(1, false, 1, BrokerTest.topic(datastream), large(1));
      assertThat(next.answer()).containsExactly(PUBACK, 1);
    }
  }

  @Test
  @Tag("GLEBE_MQTT_STALL")
  void aClientThatDoesNotCompleteItsPacketIsDisconnected() throws Exception {
    try (RawClient client = connected()) {
      client.begin(CHARACTERS, 10);
      await().until(() -> underWay() > CHARACTERS);
      assertThat(client.in.read()).isEqualTo(-1);
    }
    assertEverythingIsGivenBack();
  }

  @Test
  @Tag("GLEBE_MQTT_QUEUE_BYTES")
  void aSubscriberThatDoesNotReadIsDisconnectedAndWhatItHeldIsFree() throws Exception {
    long datastream = station.datastream("probe");
    try (RawClient slow = connected();
        RawClient sender = connected()) {
      slow.subscribe(BrokerTest.topic(datastream), 0);
      await().until(() -> station.broker.dispatcher().fanout().hasSubscribers());
      int id = 1;
      while (station.broker.dispatcher().fanout().hasSubscribers()) {
        sender.publish(1, false, id, BrokerTest.topic(datastream), large(id));
        assertThat(sender.answer()).containsExactly(PUBACK, id);
        id++;
      }
      assertThat(station.broker.connections()).isEqualTo(1);
    }
    assertEverythingIsGivenBack();
  }

  @Test
  @Tag("GLEBE_MQTT_CONNECTS")
  void anAddressThatConnectsTooOftenIsRefusedBeforeItsPasswordIsChecked() throws Exception {
    for (int i = 0; i < LIMITS.connectsPerMinute(); i++) {
      connected().close();
    }
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(client.connect("probe", 0)).isEqualTo(TOO_MANY);
    }
  }
}
