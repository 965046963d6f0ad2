package io.glebe.mqtt.broker;

import static io.glebe.mqtt.broker.NumberedMessages.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3Client;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ends of a connection publish the will of its client. */
@Timeout(120)
class WillTest {
  private static final int DISCONNECT = 0xE0;
  private static final int WILL = 9;

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

  private static Mqtt5BlockingClient client(String id) {
    return Mqtt5Client.builder()
        .identifier(id)
        .serverHost("127.0.0.1")
        .serverPort(station.broker.port().orElseThrow())
        .simpleAuth()
        .username("probe")
        .password(MqttStation.PASSWORD.getBytes(StandardCharsets.UTF_8))
        .applySimpleAuth()
        .buildBlocking();
  }

  /** A connected client with a session of a minute and a will that waits. */
  private static Mqtt5BlockingClient withWill(String id, long datastream, int delaySeconds) {
    Mqtt5BlockingClient client = client(id);
    client
        .connectWith()
        .cleanStart(false)
        .sessionExpiryInterval(60)
        .willPublish()
        .topic(BrokerTest.topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(value(WILL))
        .delayInterval(delaySeconds)
        .applyWillPublish()
        .send();
    return client;
  }

  private static void disconnect(Mqtt5BlockingClient client, Mqtt5DisconnectReasonCode reason) {
    client.disconnectWith().reasonCode(reason).send();
  }

  /** A will of another client, published after the one that is not to be, if that were. */
  private static void assertNothingIsPublished(long datastream) {
    long other = station.datastream("probe");
    disconnect(
        withWill(UUID.randomUUID().toString(), other, 1),
        Mqtt5DisconnectReasonCode.DISCONNECT_WITH_WILL_MESSAGE);
    await().until(() -> station.stored(other) == 1);
    assertThat(station.stored(datastream)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void aClosedSocketPublishesTheWill(int version) throws IOException {
    long datastream = station.datastream("probe");
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      String id = UUID.randomUUID().toString();
      int code =
          client.connectWithWill(version, "probe", id, BrokerTest.topic(datastream), value(WILL));
      assertThat(code).isZero();
      assertThat(station.stored(datastream)).isZero();
    }
    await().until(() -> station.stored(datastream) == 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void aDisconnectPublishesNothing(int version) throws IOException {
    long datastream = station.datastream("probe");
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      String id = UUID.randomUUID().toString();
      client.connectWithWill(version, "probe", id, BrokerTest.topic(datastream), value(WILL));
      client.packet(DISCONNECT, new byte[0]);
      assertThat(client.in.read()).isEqualTo(-1);
    }
    assertNothingIsPublished(datastream);
  }

  @Test
  void aDisconnectOfVersionThreePublishesNothing() {
    long datastream = station.datastream("probe");
    var client =
        Mqtt3Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(station.broker.port().orElseThrow())
            .simpleAuth()
            .username("probe")
            .password(MqttStation.PASSWORD.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .willPublish()
            .topic(BrokerTest.topic(datastream))
            .qos(MqttQos.AT_LEAST_ONCE)
            .payload(value(WILL))
            .applyWillPublish()
            .buildBlocking();
    client.connect();
    client.disconnect();
    assertNothingIsPublished(datastream);
  }

  @Test
  void reasonZeroPublishesNothing() {
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient client = withWill(UUID.randomUUID().toString(), datastream, 0);
    disconnect(client, Mqtt5DisconnectReasonCode.NORMAL_DISCONNECTION);
    assertNothingIsPublished(datastream);
  }

  @ParameterizedTest
  @EnumSource(
      value = Mqtt5DisconnectReasonCode.class,
      names = {
        "DISCONNECT_WITH_WILL_MESSAGE",
        "UNSPECIFIED_ERROR",
        "IMPLEMENTATION_SPECIFIC_ERROR"
      })
  void anyOtherReasonPublishesTheWill(Mqtt5DisconnectReasonCode reason) {
    long datastream = station.datastream("probe");
    disconnect(withWill(UUID.randomUUID().toString(), datastream, 0), reason);
    await().until(() -> station.stored(datastream) == 1);
  }

  @Test
  void aWillIsPublishedAfterItsDelayUnlessTheClientComesBack() {
    long lost = station.datastream("probe");
    long back = station.datastream("probe");
    disconnect(
        withWill("lost-" + lost, lost, 2), Mqtt5DisconnectReasonCode.DISCONNECT_WITH_WILL_MESSAGE);
    String id = "back-" + back;
    disconnect(withWill(id, back, 2), Mqtt5DisconnectReasonCode.DISCONNECT_WITH_WILL_MESSAGE);
    Mqtt5BlockingClient again = client(id);
    again.connectWith().cleanStart(false).sessionExpiryInterval(60).send();
    await().until(() -> station.stored(lost) == 1);
    assertThat(station.stored(back)).isZero();
    again.disconnectWith().sessionExpiryInterval(0).send();
  }

  @Test
  void aConnectionThatTakesTheSessionOverPreventsTheWill() {
    long datastream = station.datastream("probe");
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient earlier = withWill(id, datastream, 1);
    Mqtt5BlockingClient again = client(id);
    again.connectWith().cleanStart(false).sessionExpiryInterval(60).send();
    await().until(() -> !earlier.getState().isConnected());
    assertNothingIsPublished(datastream);
    again.disconnectWith().sessionExpiryInterval(0).send();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFreshStartEndsTheSessionAndPublishesItsWillAtOnce(boolean connected) {
    long datastream = station.datastream("probe");
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient earlier = withWill(id, datastream, 50);
    if (!connected) {
      disconnect(earlier, Mqtt5DisconnectReasonCode.DISCONNECT_WITH_WILL_MESSAGE);
    }
    Mqtt5BlockingClient fresh = client(id);
    fresh.connect();
    await().atMost(Duration.ofSeconds(20)).until(() -> station.stored(datastream) == 1);
    fresh.disconnect();
  }
}
