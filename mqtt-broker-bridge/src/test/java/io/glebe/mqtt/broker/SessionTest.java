package io.glebe.mqtt.broker;

import static io.glebe.mqtt.broker.NumberedMessages.numbers;
import static io.glebe.mqtt.broker.NumberedMessages.publish;
import static io.glebe.mqtt.broker.NumberedMessages.result;
import static io.glebe.mqtt.broker.NumberedMessages.results;
import static io.glebe.mqtt.broker.NumberedMessages.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAck;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is published while a client is away reaches it when it comes back. */
@Timeout(180)
class SessionTest {
  private static final int PATIENCE_SECONDS = 30;
  private static final int PUBACK = 0x40;
  private static final int PUBREC = 0x50;
  private static final int PUBREL = 0x62;
  private static final int PUBCOMP = 0x70;
  private static final int SUBACK = 0x90;

  @TempDir static Path folder;
  private static MqttStation station;

  @BeforeAll
  static void open() throws IOException {
    station = MqttStation.open(folder);
    station.account("probe");
    station.account("other");
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static Mqtt5BlockingClient five(MqttStation at, String account, String id) {
    return Mqtt5Client.builder()
        .identifier(id)
        .serverHost("127.0.0.1")
        .serverPort(at.broker.port().orElseThrow())
        .simpleAuth()
        .username(account)
        .password(MqttStation.PASSWORD.getBytes(StandardCharsets.UTF_8))
        .applySimpleAuth()
        .buildBlocking();
  }

  private static Mqtt5ConnAck resume(Mqtt5BlockingClient client, long seconds) {
    return client.connectWith().cleanStart(false).sessionExpiryInterval(seconds).send();
  }

  @Test
  void messagesOfTheTimeWithoutAConnectionArriveInTheirOrder() throws Exception {
    long datastream = station.datastream("probe");
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    Mqtt5BlockingClient reader = five(station, "probe", id);
    assertThat(resume(reader, 3_600).isSessionPresent()).isFalse();
    reader
        .subscribeWith()
        .topicFilter(BrokerTest.topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .send();
    reader.disconnect();
    publish(sender, datastream, 0, 3_000);
    try (var received = reader.publishes(MqttGlobalPublishFilter.ALL)) {
      assertThat(resume(reader, 3_600).isSessionPresent()).isTrue();
      List<Integer> results = results(received, 3_000);
      assertThat(results).containsExactlyInAnyOrderElementsOf(numbers(0, 3_000));
      publish(sender, datastream, 3_000, 3_001);
      assertThat(results(received, 1)).containsExactly(3_000);
      assertThat(received.receive(200, TimeUnit.MILLISECONDS)).isEmpty();
    }
    reader.disconnect();
    sender.disconnect();
  }

  @Test
  void aClientOfVersionThreeGetsAgainWhatItHasNotAcknowledged() throws Exception {
    long datastream = station.datastream("probe");
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    int packet;
    try (RawClient reader = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(reader.resume("probe", id)).containsExactly(0, 0);
      reader.subscribe(BrokerTest.topic(datastream), 1);
      assertThat(reader.answer()[0]).isEqualTo(SUBACK);
      publish(sender, datastream, 1, 2);
      RawClient.Publication first = reader.publication();
      assertThat(result(first)).isEqualTo(1);
      assertThat(first.again()).isFalse();
      packet = first.id();
    } // without DISCONNECT, as after kill -9
    publish(sender, datastream, 2, 3);
    try (RawClient reader = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(reader.resume("probe", id)).containsExactly(1, 0);
      RawClient.Publication again = reader.publication();
      assertThat(again.again()).isTrue();
      assertThat(again.id()).isEqualTo(packet);
      assertThat(result(again)).isEqualTo(1);
      reader.acknowledge(PUBACK, again.id());
      RawClient.Publication next = reader.publication();
      assertThat(result(next)).isEqualTo(2);
      assertThat(next.again()).isFalse();
      reader.acknowledge(PUBACK, next.id());
    }
    sender.disconnect();
  }

  @Test
  void aMessageOfQualityTwoIsCompletedByTheNextConnection() throws Exception {
    long datastream = station.datastream("probe");
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    int packet;
    try (RawClient reader = new RawClient(station.broker.port().orElseThrow())) {
      reader.resume("probe", id);
      reader.subscribe(BrokerTest.topic(datastream), 2);
      assertThat(reader.answer()[0]).isEqualTo(SUBACK);
      publish(sender, datastream, 1, 2);
      RawClient.Publication first = reader.publication();
      assertThat(first.qos()).isEqualTo(2);
      packet = first.id();
      reader.acknowledge(PUBREC, packet);
      assertThat(reader.answer()).containsExactly(PUBREL, packet);
    }
    publish(sender, datastream, 2, 3);
    try (RawClient reader = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(reader.resume("probe", id)).containsExactly(1, 0);
      assertThat(reader.answer()).containsExactly(PUBREL, packet);
      reader.acknowledge(PUBCOMP, packet);
      RawClient.Publication next = reader.publication();
      assertThat(result(next)).isEqualTo(2); // the first one does not come again
      reader.acknowledge(PUBREC, next.id());
      assertThat(reader.answer()).containsExactly(PUBREL, next.id());
      reader.acknowledge(PUBCOMP, next.id());
    }
    sender.disconnect();
  }

  @Test
  void aFreshStartEndsTheSession() throws Exception {
    long datastream = station.datastream("probe");
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    Mqtt5BlockingClient reader = five(station, "probe", id);
    resume(reader, 3_600);
    reader
        .subscribeWith()
        .topicFilter(BrokerTest.topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .send();
    reader.disconnect();
    publish(sender, datastream, 0, 1);
    reader.connect();
    reader.disconnect();
    try (var received = reader.publishes(MqttGlobalPublishFilter.ALL)) {
      assertThat(resume(reader, 3_600).isSessionPresent()).isFalse();
      assertThat(received.receive(300, TimeUnit.MILLISECONDS)).isEmpty();
    }
    reader.disconnectWith().sessionExpiryInterval(0).send();
    assertThat(resume(reader, 3_600).isSessionPresent()).isFalse();
    reader.disconnectWith().sessionExpiryInterval(0).send();
    sender.disconnect();
  }

  @Test
  void aSessionBelongsToItsAccount() throws Exception {
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient owner = five(station, "probe", id);
    resume(owner, 3_600);
    owner.subscribeWith().topicFilter("v1.1/#").qos(MqttQos.AT_LEAST_ONCE).send();
    owner.disconnect();
    Mqtt5BlockingClient stranger = five(station, "other", id);
    assertThat(resume(stranger, 3_600).isSessionPresent()).isFalse();
    stranger.disconnect();
    assertThat(resume(owner, 3_600).isSessionPresent()).isTrue();
    owner.disconnectWith().sessionExpiryInterval(0).send();
  }

  @Test
  @Tag("GLEBE_MQTT_SESSION_EXPIRY")
  void theExpiryIsShortenedAndTheClientIsTold() {
    Mqtt5BlockingClient client = five(station, "probe", UUID.randomUUID().toString());
    Mqtt5ConnAck answer = resume(client, 4_294_967_295L);
    assertThat(answer.getSessionExpiryInterval()).hasValue(7 * 24 * 3_600);
    client.disconnectWith().sessionExpiryInterval(0).send();
  }

  @Test
  @Tag("GLEBE_MQTT_SESSIONS")
  void anAccountHasALimitedNumberOfSessions() throws IOException {
    Settings two = Settings.defaults().with(SensorSettings.MQTT_SESSIONS, "2");
    try (MqttStation limited = MqttStation.open(folder, MqttLimits.of(two))) {
      limited.account("probe");
      for (int i = 0; i < 2; i++) {
        Mqtt5BlockingClient client = five(limited, "probe", "client-" + i);
        resume(client, 3_600);
        client.disconnect();
      }
      Mqtt5BlockingClient third = five(limited, "probe", "client-2");
      assertThatThrownBy(() -> resume(third, 3_600))
          .isInstanceOfSatisfying(
              Mqtt5ConnAckException.class,
              e -> assertThat(e.getMqttMessage().getReasonCode().getCode()).isEqualTo(0x97));
      assertThat(resume(five(limited, "probe", "client-1"), 3_600).isSessionPresent()).isTrue();
      third.connect(); // without a session that stays
    }
  }

  @Test
  void aSlowReaderGetsEverythingAlthoughLittleWaitsInMemory() throws Exception {
    Settings few = Settings.defaults().with(SensorSettings.MQTT_QUEUE_MESSAGES, "40");
    try (MqttStation limited = MqttStation.open(folder, MqttLimits.of(few))) {
      limited.account("probe");
      long datastream = limited.datastream("probe");
      Mqtt5BlockingClient sender = BrokerTest.five(limited, "probe");
      Mqtt5BlockingClient reader = five(limited, "probe", "slow");
      try (var received = reader.publishes(MqttGlobalPublishFilter.ALL, true)) {
        reader
            .connectWith()
            .cleanStart(false)
            .sessionExpiryInterval(3_600)
            .restrictions()
            .receiveMaximum(5)
            .applyRestrictions()
            .send();
        reader
            .subscribeWith()
            .topicFilter(BrokerTest.topic(datastream))
            .qos(MqttQos.AT_LEAST_ONCE)
            .send();
        publish(sender, datastream, 0, 1_000);
        List<Integer> results = new ArrayList<>();
        while (results.size() < 1_000) {
          Mqtt5Publish message = received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow();
          results.add(result(message.getPayloadAsBytes()));
          message.acknowledge();
        }
        assertThat(results).containsExactlyInAnyOrderElementsOf(numbers(0, 1_000));
        assertThat(reader.getState().isConnected()).isTrue();
      }
      sender.disconnect();
      reader.disconnect();
    }
  }

  @Test
  void messagesForAnAbsentClientSurviveTheKillOfThePlatform() throws Exception {
    String id = UUID.randomUUID().toString();
    long datastream;
    try (MqttStation database = MqttStation.open(folder)) {
      database.account("probe");
      datastream = database.datastream("probe");
      try (StationProcess process =
          StationProcess.start(database.database.address(), folder, "-Xmx256m")) {
        try (RawClient reader = new RawClient(process.port())) {
          assertThat(reader.resume("probe", id)).containsExactly(0, 0);
          reader.subscribe(BrokerTest.topic(datastream), 1);
          assertThat(reader.answer()[0]).isEqualTo(SUBACK);
        }
        try (RawClient sender = new RawClient(process.port())) {
          sender.connect("probe", 0);
          for (int i = 1; i <= 100; i++) {
            sender.publish(1, false, i, BrokerTest.topic(datastream), value(i));
            assertThat(sender.answer()).containsExactly(PUBACK, i);
          }
        }
      } // kill -9
      try (RawClient reader = new RawClient(database.broker.port().orElseThrow())) {
        assertThat(reader.resume("probe", id)).containsExactly(1, 0);
        List<Integer> results = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
          RawClient.Publication message = reader.publication();
          results.add(result(message));
          reader.acknowledge(PUBACK, message.id());
        }
        assertThat(results).containsExactlyElementsOf(numbers(1, 101));
      }
    }
  }

  @Test
  void anotherProcessTakesASessionOver() throws Exception {
    try (MqttStation first = MqttStation.open(folder);
        MqttStation second = MqttStation.on(first.database.address(), folder)) {
      first.account("probe");
      long datastream = first.datastream("probe");
      Mqtt5BlockingClient reader = five(first, "probe", "moving");
      resume(reader, 3_600);
      reader
          .subscribeWith()
          .topicFilter(BrokerTest.topic(datastream))
          .qos(MqttQos.AT_LEAST_ONCE)
          .send();
      Mqtt5BlockingClient same = five(second, "probe", "moving");
      try (var received = same.publishes(MqttGlobalPublishFilter.ALL)) {
        assertThat(resume(same, 3_600).isSessionPresent()).isTrue();
        await().until(() -> !reader.getState().isConnected());
        Mqtt5BlockingClient sender = BrokerTest.five(first, "probe");
        publish(sender, datastream, 7, 8);
        assertThat(results(received, 1)).containsExactly(7);
        sender.disconnect();
      }
      same.disconnectWith().sessionExpiryInterval(0).send();
    }
  }

  @Test
  @Tag("GLEBE_MQTT_KEPT_MESSAGES")
  void theOldestMessagesBeyondThoseThatAreKeptDoNotReachAnAbsentClient() throws Exception {
    try (MqttStation single = MqttStation.open(folder)) {
      single.account("probe");
      long datastream = single.datastream("probe");
      Mqtt5BlockingClient sender = BrokerTest.five(single, "probe");
      Mqtt5BlockingClient reader = five(single, "probe", "absent");
      resume(reader, 3_600);
      reader
          .subscribeWith()
          .topicFilter(BrokerTest.topic(datastream))
          .qos(MqttQos.AT_LEAST_ONCE)
          .send();
      reader.disconnect();
      for (int i = 0; i < 10; i++) {
        publish(sender, datastream, i, i + 1);
      }
      single.sessions().sweep(4).await();
      publish(sender, datastream, 10, 11);
      try (var received = reader.publishes(MqttGlobalPublishFilter.ALL)) {
        assertThat(resume(reader, 3_600).isSessionPresent()).isTrue();
        assertThat(results(received, 5)).containsExactlyElementsOf(numbers(6, 11));
      }
      sender.disconnect();
      reader.disconnect();
    }
  }

  @Test
  void whatNoSessionNeedsIsRemovedFromTheJournal() throws Exception {
    try (MqttStation single = MqttStation.open(folder)) {
      single.account("probe");
      long datastream = single.datastream("probe");
      Mqtt5BlockingClient sender = BrokerTest.five(single, "probe");
      publish(sender, datastream, 0, 5);
      assertThat(single.count("select count(*) from sensor.journal")).isZero();
      Mqtt5BlockingClient reader = five(single, "probe", "short");
      resume(reader, 3_600);
      reader
          .subscribeWith()
          .topicFilter(BrokerTest.topic(datastream))
          .qos(MqttQos.AT_LEAST_ONCE)
          .send();
      reader.disconnect();
      publish(sender, datastream, 5, 10);
      assertThat(single.count("select sum(messages) from sensor.journal")).isEqualTo(5);
      single.sessions().sweep(1_000).await();
      assertThat(single.count("select sum(messages) from sensor.journal")).isEqualTo(5);
      single.sessions().sweep(0).await(); // more than may be kept
      assertThat(single.count("select count(*) from sensor.journal")).isZero();
      assertThat(single.count("select count(*) from sensor.journal_cut where xid > 0"))
          .isEqualTo(1);
      single.database.query("update mqtt.session set seen_at = now() - interval '2 hours'").await();
      single.sessions().sweep(1_000).await();
      assertThat(single.count("select count(*) from mqtt.session")).isZero();
      sender.disconnect();
    }
  }
}
