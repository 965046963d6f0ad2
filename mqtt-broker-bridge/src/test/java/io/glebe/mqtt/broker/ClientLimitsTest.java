package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests clients that violate the protocol or are too slow. */
@Timeout(180)
class ClientLimitsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final MqttLimits.Client LIMITS = MqttLimits.of(Settings.defaults()).client();
  private static final int PUBACK = 0x40;
  private static final int PUBREC = 0x50;
  private static final int PUBCOMP = 0x70;
  private static final int PUBREL = 0x62;

  @TempDir static Path folder;
  private static MqttStation station;

  @BeforeAll
  static void open() throws IOException {
    station = MqttStation.open(folder);
    station.account("probe");
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static RawClient connected(int keepAliveSeconds) throws IOException {
    RawClient client = new RawClient(station.broker.port().orElseThrow());
    assertThat(client.connect("probe", keepAliveSeconds)).isZero();
    return client;
  }

  private static byte[] value(int value) {
    return "{\"result\":%d,\"phenomenonTime\":\"%s\"}"
        .formatted(value, Instant.parse("2026-05-01T00:00:00Z").plusSeconds(value))
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aGiantPacketEndsTheConnection() throws IOException {
    try (RawClient client = connected(0)) {
      byte[] giant = new byte[LIMITS.packetBytes() + 1];
      assertThat(endsAfter(client, () -> client.publish(1, false, 1, "v1.1/Observations", giant)))
          .isTrue();
    }
  }

  private interface Writing {
    void write() throws IOException;
  }

  /** Returns whether the server closes the connection, possibly during the write. */
  private static boolean endsAfter(RawClient client, Writing writing) {
    try {
      writing.write();
      return client.in.read() == -1;
    } catch (java.net.SocketTimeoutException stillOpen) {
      return false;
    } catch (IOException ended) {
      return true;
    }
  }

  @Test
  void aGiantTopicIsRefusedAndTheConnectionStaysOpen() throws IOException {
    long datastream = station.datastream("probe");
    try (RawClient client = connected(0)) {
      client.publish(1, false, 1, "x".repeat(60_000), value(1));
      assertThat(client.answer()).containsExactly(PUBACK, 1);
      client.publish(1, false, 2, BrokerTest.topic(datastream), value(1));
      assertThat(client.answer()).containsExactly(PUBACK, 2);
    }
    assertThat(station.stored(datastream)).isEqualTo(1);
  }

  @Test
  void acknowledgementsAreSentInTheOrderOfTheMessages() throws IOException {
    long datastream = station.datastream("probe");
    try (RawClient client = connected(0)) {
      for (int id = 1; id <= 300; id++) {
        String topic = id % 7 == 0 ? "nowhere" : BrokerTest.topic(datastream);
        client.publish(1, false, id, topic, value(id));
      }
      for (int id = 1; id <= 300; id++) {
        assertThat(client.answer()).containsExactly(PUBACK, id);
      }
    }
  }

  @Test
  void aMessageResentWithQualityTwoIsStoredOnceEvenWithoutATime() throws IOException {
    long datastream = station.datastream("probe");
    byte[] timeless = "{\"result\":1}".getBytes(StandardCharsets.UTF_8);
    try (RawClient client = connected(0)) {
      client.publish(2, false, 9, BrokerTest.topic(datastream), timeless);
      assertThat(client.answer()).containsExactly(PUBREC, 9);
      client.publish(2, true, 9, BrokerTest.topic(datastream), timeless);
      assertThat(client.answer()).containsExactly(PUBREC, 9);
      client.packet(PUBREL, new byte[] {0, 9});
      assertThat(client.answer()).containsExactly(PUBCOMP, 9);
    }
    assertThat(station.stored(datastream)).isEqualTo(1);
  }

  @Test
  void aClientThatIsSilentForLongerThanItsKeepAliveIsDisconnected() throws IOException {
    try (RawClient client = connected(1)) {
      assertThat(client.in.read()).isEqualTo(-1);
    }
  }

  @Test
  void dataOtherThanMqttEndsTheConnection() throws IOException {
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      byte[] http = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
      assertThat(endsAfter(client, () -> client.packet(0x47, http))).isTrue();
    }
  }

  @Test
  void aFloodFromAClientThatDoesNotReadIsDelayedAndStoredCompletely() throws Exception {
    int count = 20_000;
    long datastream = station.datastream("probe");
    try (RawClient client = connected(0)) {
      Thread flood =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      for (int i = 1; i <= count; i++) {
                        client.publish(1, false, i, BrokerTest.topic(datastream), value(i));
                      }
                    } catch (IOException e) {
                      throw new java.io.UncheckedIOException(e);
                    }
                  });
      for (int id = 1; id <= count; id++) {
        assertThat(client.answer()).containsExactly(PUBACK, id);
      }
      flood.join();
    }
    assertThat(station.stored(datastream)).isEqualTo(count);
  }

  @Test
  void aSubscriberThatDoesNotReadIsDisconnectedAndAnotherReceivesAll() throws IOException {
    long datastream = station.datastream("probe");
    long before = station.ingestion.counters().counts().dropped();
    String padding = "x".repeat(2_000);
    try (RawClient slow = connected(0);
        RawClient sender = connected(0)) {
      slow.subscribe(BrokerTest.topic(datastream), 1);
      AtomicInteger received = new AtomicInteger();
      Mqtt5BlockingClient attentive = BrokerTest.five(station, "probe");
      attentive
          .toAsync()
          .subscribeWith()
          .topicFilter(BrokerTest.topic(datastream))
          .qos(MqttQos.AT_LEAST_ONCE)
          .callback(message -> received.incrementAndGet())
          .send()
          .join();
      int rounds = LIMITS.queuedMessages() + 2 * LIMITS.unacknowledged();
      for (int i = 1; i <= rounds; i++) {
        byte[] json =
            Json.bytes(
                Json.object()
                    .put("result", padding + i)
                    .put(
                        "phenomenonTime",
                        Instant.parse("2026-05-01T00:00:00Z").plusSeconds(i).toString()));
        sender.publish(1, false, i, BrokerTest.topic(datastream), json);
        if (i % 200 == 0) {
          for (int k = 0; k < 200; k++) {
            assertThat(sender.answer()[0]).isEqualTo(PUBACK);
          }
          int sent = i;
          await().atMost(PATIENCE).until(() -> received.get() >= sent);
        }
      }
      attentive.disconnect();
      await()
          .atMost(PATIENCE)
          .until(() -> station.ingestion.counters().counts().dropped() > before);
      assertThatThrownBy(
              () -> {
                while (slow.in.readUnsignedByte() >= 0) {
                  slow.in.skipNBytes(1);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aRemovedAccountIsDisconnected() throws IOException {
    station.account("leaver");
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(client.connect("leaver", 0)).isZero();
      long from = System.nanoTime();
      station.dismiss("leaver");
      assertThat(client.in.read()).isEqualTo(-1);
      assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(1));
    }
  }

  @Test
  void aClientThatSignsInWhileItsAccountIsRemovedIsDisconnected() throws Exception {
    int port = station.broker.port().orElseThrow();
    for (int round = 0; round < 5; round++) {
      String name = "racer-" + round;
      station.account(name);
      List<RawClient> clients = new ArrayList<>();
      CountDownLatch connecting = new CountDownLatch(4);
      for (int i = 0; i < 4; i++) {
        RawClient client = new RawClient(port);
        clients.add(client);
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    connecting.countDown();
                    client.connect(name, 0);
                  } catch (IOException e) {
                    // a refusal may arrive as a closed connection
                  }
                });
      }
      connecting.await();
      station.dismiss(name);
      await().atMost(Duration.ofSeconds(5)).until(() -> connected(name) == 0);
      try (RawClient late = new RawClient(port)) {
        assertThat(late.connect(name, 0)).as("nothing of it is remembered").isNotZero();
      }
      await().atMost(Duration.ofSeconds(5)).until(() -> connected(name) == 0);
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  private long connected(String account) {
    return station.broker.clients().stream()
        .filter(client -> client.caller().subject().equals(account))
        .count();
  }

  @Test
  void theRemovalOfOneOfManyAccountsKeepsOtherClientsConnected() throws IOException {
    station.account("zealous");
    station.account("fickle");
    station.unusedAccounts(1_001);
    long datastream = station.datastream("zealous");
    int port = station.broker.port().orElseThrow();
    try (RawClient stays = new RawClient(port);
        RawClient goes = new RawClient(port)) {
      assertThat(stays.connect("zealous", 0)).isZero();
      assertThat(goes.connect("fickle", 0)).isZero();
      station.dismiss("fickle");
      assertThat(goes.in.read()).isEqualTo(-1);
      byte[] json = "{\"result\":1}".getBytes(StandardCharsets.UTF_8);
      stays.publish(1, false, 1, BrokerTest.topic(datastream), json);
      assertThat(stays.answer()[0]).isEqualTo(PUBACK);
    }
  }
}
