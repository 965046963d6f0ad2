package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAckRestrictions;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.MqttShareSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.ByteBudget;
import io.glebe.mqtt.limit.MqttLimits;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/** The settings of one client count, here with smaller values than the defaults. */
@Timeout(180)
class ClientSettingsTest {
  private static final int PUBACK = 0x40;
  private static final int RETAINED = 0x33;
  private static final int REFUSED = 0x80;
  private static final int PACKET_BYTES = 2048;
  private static final int MESSAGES = 5;
  private static final int SUBSCRIPTIONS = 2;
  private static final int UNACKNOWLEDGED = 1;
  private static final int CONNECTIONS = 3;
  private static final int UNAVAILABLE = 3;
  private static final int UNAVAILABLE_5 = 0x88;
  private static final int QUOTA_5 = 0x97;
  private static final int QUEUED = 3;
  private static final Settings SETTINGS =
      Settings.defaults()
          .with(SensorSettings.MQTT_PACKET_BYTES, "2k")
          .with(SensorSettings.MQTT_CLIENT_MESSAGES, Integer.toString(MESSAGES))
          .with(SensorSettings.MQTT_SUBSCRIPTIONS, Integer.toString(SUBSCRIPTIONS))
          .with(SensorSettings.MQTT_QUEUE_MESSAGES, Integer.toString(QUEUED))
          .with(SensorSettings.MQTT_UNACKNOWLEDGED, Integer.toString(UNACKNOWLEDGED))
          .with(SensorSettings.MQTT_CONNECT_TIMEOUT, "1s")
          .with(ConnectionSettings.MQTT_CONNECTIONS, Integer.toString(CONNECTIONS))
          .with(MqttShareSettings.MQTT_WILL_BYTES, "8k");

  @TempDir private Path folder;

  private MqttStation station;

  @BeforeEach
  void start() throws IOException {
    station = MqttStation.open(folder, MqttLimits.of(SETTINGS));
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

  private static byte[] value(int number) {
    return "{\"result\":%d,\"phenomenonTime\":\"%s\"}"
        .formatted(number, Instant.EPOCH.plusSeconds(number))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static int code(RawClient client, String filter) throws IOException {
    client.subscribe(filter, 1);
    client.in.readFully(new byte[4]);
    return client.in.readUnsignedByte();
  }

  @Test
  void aClientOfVersion5KnowsTheLimits() {
    var client =
        Mqtt5Client.builder()
            .serverHost("127.0.0.1")
            .serverPort(station.broker.port().orElseThrow())
            .simpleAuth()
            .username("probe")
            .password(RawClient.PASSWORD.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    Mqtt5ConnAckRestrictions restrictions = client.connect().getRestrictions();
    client.disconnect();
    assertThat(restrictions.getMaximumPacketSize()).isEqualTo(PACKET_BYTES);
    assertThat(restrictions.getReceiveMaximum()).isEqualTo(MESSAGES);
  }

  @Test
  @Tag("GLEBE_MQTT_PACKET_BYTES")
  void aPacketAboveTheSettingEndsTheConnection() throws IOException {
    String topic = BrokerTest.topic(station.datastream("probe"));
    try (RawClient client = connected()) {
      client.publish(1, false, 1, topic, value(1));
      assertThat(client.answer()).containsExactly(PUBACK, 1);
      client.publish(1, false, 2, topic, new byte[PACKET_BYTES]);
      assertThat(client.in.read()).isEqualTo(-1);
    }
  }

  @Test
  @Tag("GLEBE_MQTT_CLIENT_MESSAGES")
  void aClientIsNotReadWhileThatManyMessagesAreNotStored() throws Exception {
    long datastream = station.datastream("probe");
    try (RawClient client = connected()) {
      try (AutoCloseable _ = station.hold(datastream)) {
        for (int id = 1; id <= MESSAGES; id++) {
          client.publish(1, false, id, BrokerTest.topic(datastream), value(id));
        }
        await()
            .until(
                () ->
                    station.broker.clients().stream()
                        .noneMatch(one -> one.channel().channel().config().isAutoRead()));
      }
      for (int id = 1; id <= MESSAGES; id++) {
        assertThat(client.answer()).containsExactly(PUBACK, id);
      }
    }
  }

  @Test
  @Tag("GLEBE_MQTT_SUBSCRIPTIONS")
  void subscriptionsAboveTheSettingAreRefused() throws IOException {
    try (RawClient client = connected()) {
      for (int i = 0; i < SUBSCRIPTIONS; i++) {
        assertThat(code(client, BrokerTest.topic(station.datastream("probe")))).isEqualTo(1);
      }
      assertThat(code(client, BrokerTest.topic(station.datastream("probe")))).isEqualTo(REFUSED);
    }
  }

  private static void publish(RawClient sender, int id, String topic) throws IOException {
    sender.publish(1, false, id, topic, value(id));
    assertThat(sender.answer()).containsExactly(PUBACK, id);
  }

  @Test
  @Tag("GLEBE_MQTT_QUEUE_MESSAGES")
  @Tag("GLEBE_MQTT_UNACKNOWLEDGED")
  void aSubscriberThatDoesNotAcknowledgeGetsTheFirstMessageAndIsDisconnectedAboveTheSetting()
      throws IOException {
    String topic = BrokerTest.topic(station.datastream("probe"));
    try (RawClient silent = connected();
        RawClient sender = connected()) {
      publish(sender, 1, topic);
      assertThat(code(silent, topic)).isEqualTo(1);
      assertThat(silent.answer()[0]).as("the latest value").isEqualTo(RETAINED);
      for (int id = 2; id <= 1 + QUEUED; id++) {
        publish(sender, id, topic);
      }
      await()
          .until(
              () ->
                  station.broker.dispatcher().budgets().queued().used()
                      > QUEUED * ByteBudget.OVERHEAD);
      assertThat(station.broker.dispatcher().fanout().hasSubscribers()).isTrue();
      publish(sender, 2 + QUEUED, topic);
      await().until(() -> !station.broker.dispatcher().fanout().hasSubscribers());
      assertThat(station.ingestion.counters().counts().dropped()).isEqualTo(QUEUED + 1L);
      assertThat(silent.in.read()).as("nothing else was sent").isEqualTo(-1);
    }
  }

  private RawClient open() throws IOException {
    return new RawClient(station.broker.port().orElseThrow());
  }

  @Test
  @Tag("GLEBE_MQTT_CONNECTIONS")
  void aClientBeyondThoseOfAllIsRefusedUntilOneLeaves() throws IOException {
    try (RawClient _ = connected();
        RawClient _ = connected()) {
      try (RawClient _ = connected();
          RawClient more = open();
          RawClient ofFive = open()) {
        assertThat(more.connect("probe", 0)).isEqualTo(UNAVAILABLE);
        assertThat(ofFive.connect5("probe")).isEqualTo(UNAVAILABLE_5);
      }
      await().until(() -> station.broker.connections() < CONNECTIONS);
      connected().close();
    }
  }

  private static int withWill(RawClient client, int version, int bytes) throws IOException {
    String id = "will-" + version + "-" + bytes;
    return client.connectWithWill(version, "probe", id, "v1.1/Observations", new byte[bytes]);
  }

  @Test
  @Tag("GLEBE_MQTT_WILL_BYTES")
  void aClientWhoseWillDoesNotFitIsRefusedUntilAnotherLeaves() throws IOException {
    station.account("other");
    try (RawClient holder = open()) {
      assertThat(withWill(holder, 5, 1_500)).isZero();
      try (RawClient second = open();
          RawClient third = open();
          RawClient fourth = open()) {
        assertThat(withWill(second, 5, 1_501)).isZero();
        assertThat(withWill(third, 5, 1_502)).isEqualTo(QUOTA_5);
        assertThat(withWill(fourth, 4, 1_503)).isEqualTo(UNAVAILABLE);
      }
      connected().close();
    }
    await()
        .untilAsserted(
            () -> {
              try (RawClient next = open()) {
                assertThat(withWill(next, 5, 1_504)).isZero();
              }
            });
  }

  /** The latest values are read before the grant up to the bytes that may wait for a client. */
  @Test
  void theLatestValuesOfManySubscriptionsArriveBehindTheGrant() throws IOException {
    station.close();
    station =
        MqttStation.open(
            folder, MqttLimits.of(Settings.defaults().with(SensorSettings.MQTT_QUEUE_BYTES, "4k")));
    station.account("probe");
    String text = "x".repeat(3_000);
    List<Long> datastreams = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeShort(1);
    try (RawClient sender = connected();
        RawClient reader = connected()) {
      for (int id = 1; id <= 5; id++) {
        datastreams.add(station.datastream("probe"));
        String topic = BrokerTest.topic(datastreams.getLast());
        sender.publish(
            1,
            false,
            id,
            topic,
            ("{\"result\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8));
        assertThat(sender.answer()).containsExactly(PUBACK, id);
        body.writeUTF(topic);
        body.writeByte(0);
      }
      reader.packet(0x82, bytes.toByteArray());
      assertThat(reader.in.readNBytes(9)).startsWith(0x90, 7, 0, 1, 0, 0, 0, 0, 0);
      for (long datastream : datastreams) {
        RawClient.Publication latest = reader.publication();
        assertThat(latest.topic()).isEqualTo(BrokerTest.topic(datastream));
        assertThat(latest.payload()).contains(text);
      }
    }
  }

  @Test
  @Tag("GLEBE_MQTT_CONNECT_TIMEOUT")
  void aConnectionWithoutConnectIsClosedAfterTheSetting() throws IOException {
    long from = System.nanoTime();
    try (RawClient mute = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(mute.in.read()).isEqualTo(-1);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(8));
  }
}
