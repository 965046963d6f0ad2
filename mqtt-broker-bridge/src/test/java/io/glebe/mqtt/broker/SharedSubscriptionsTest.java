package io.glebe.mqtt.broker;

import static io.glebe.mqtt.broker.NumberedMessages.numbers;
import static io.glebe.mqtt.broker.NumberedMessages.publish;
import static io.glebe.mqtt.broker.NumberedMessages.result;
import static io.glebe.mqtt.broker.NumberedMessages.results;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.suback.Mqtt5SubAckReasonCode;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Groups of clients that share messages, also while all of them are away. */
@Timeout(120)
class SharedSubscriptionsTest {
  private static final int PATIENCE_SECONDS = 20;
  private static final int HOUR = 3_600;
  private static final int SUBACK = 0x90;

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

  private static String filter(String group, long datastream) {
    return "$share/" + group + "/" + BrokerTest.topic(datastream);
  }

  private static Mqtt5BlockingClient client(MqttStation at, String id) {
    return Mqtt5Client.builder()
        .identifier(id)
        .serverHost("127.0.0.1")
        .serverPort(at.broker.port().orElseThrow())
        .simpleAuth()
        .username("probe")
        .password(MqttStation.PASSWORD.getBytes(StandardCharsets.UTF_8))
        .applySimpleAuth()
        .buildBlocking();
  }

  private static void connect(Mqtt5BlockingClient client, int expirySeconds) {
    client.connectWith().cleanStart(false).sessionExpiryInterval(expirySeconds).send();
  }

  /** A connected client of a group whose session stays for an hour. */
  private static Mqtt5BlockingClient member(MqttStation at, String filter) {
    Mqtt5BlockingClient client = client(at, UUID.randomUUID().toString());
    connect(client, HOUR);
    client.subscribeWith().topicFilter(filter).qos(MqttQos.AT_LEAST_ONCE).send();
    return client;
  }

  private static void leave(MqttStation at, Mqtt5BlockingClient client) {
    int before = at.broker.connections();
    client.disconnect();
    await().until(() -> at.broker.connections() < before);
  }

  private static Mqtt5BlockingClient listening(String filter, List<Integer> received) {
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    client
        .toAsync()
        .subscribeWith()
        .topicFilter(filter)
        .qos(MqttQos.AT_LEAST_ONCE)
        .callback(message -> received.add(result(message.getPayloadAsBytes())))
        .send()
        .join();
    return client;
  }

  @Test
  void clientsOfAGroupShareTheMessages() {
    long datastream = station.datastream("probe");
    String filter = filter("workers", datastream);
    List<Integer> first = new CopyOnWriteArrayList<>();
    List<Integer> second = new CopyOnWriteArrayList<>();
    List<Integer> whole = new CopyOnWriteArrayList<>();
    Mqtt5BlockingClient one = listening(filter, first);
    Mqtt5BlockingClient two = listening(filter, second);
    Mqtt5BlockingClient all = listening(BrokerTest.topic(datastream), whole);
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    publish(sender, datastream, 0, 40);
    await().until(() -> first.size() + second.size() >= 40 && whole.size() >= 40);
    assertThat(first).doesNotContainAnyElementsOf(second).isNotEmpty();
    assertThat(second).isNotEmpty();
    assertThat(first.size() + second.size()).isEqualTo(40);
    one.disconnect();
    publish(sender, datastream, 40, 41);
    await().until(() -> second.contains(40));
    List.of(two, all, sender).forEach(Mqtt5BlockingClient::disconnect);
  }

  @Test
  void whatAClientOfAGroupLeavesUnacknowledgedGoesToAnother() throws Exception {
    long datastream = station.datastream("probe");
    String filter = filter("careful", datastream);
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    List<Integer> received = new CopyOnWriteArrayList<>();
    try (RawClient lazy = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(lazy.connect("probe", 0)).isZero();
      lazy.subscribe(filter, 1);
      lazy.answer();
      publish(sender, datastream, 1, 2);
      assertThat(result(lazy.publication())).isEqualTo(1);
      listening(filter, received);
    }
    await().until(() -> received.contains(1));
    sender.disconnect();
  }

  @Test
  void theQualityOfASharedSubscriptionIsAtMostOne() {
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    var answer =
        client
            .subscribeWith()
            .topicFilter(filter("exact", datastream))
            .qos(MqttQos.EXACTLY_ONCE)
            .send();
    assertThat(answer.getReasonCodes()).containsExactly(Mqtt5SubAckReasonCode.GRANTED_QOS_1);
    client.disconnect();
  }

  @Test
  void aMemberThatComesBackGetsWhatWasPublishedWhileAllWereAway() throws Exception {
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    Mqtt5BlockingClient one = member(station, filter("absent", datastream));
    Mqtt5BlockingClient two = member(station, filter("absent", datastream));
    leave(station, one);
    leave(station, two);
    publish(sender, datastream, 0, 500);
    try (var received = one.publishes(MqttGlobalPublishFilter.ALL)) {
      connect(one, HOUR);
      assertThat(results(received, 500)).containsExactlyInAnyOrderElementsOf(numbers(0, 500));
      publish(sender, datastream, 500, 501);
      assertThat(results(received, 1)).containsExactly(500);
    }
    try (var received = two.publishes(MqttGlobalPublishFilter.ALL)) {
      connect(two, HOUR);
      one.disconnectWith().sessionExpiryInterval(0).send();
      publish(sender, datastream, 501, 502);
      assertThat(results(received, 1)).containsExactly(501); // and nothing before it
    }
    two.disconnectWith().sessionExpiryInterval(0).send();
    sender.disconnect();
  }

  @Test
  void whatTheLastClientLeavesUnacknowledgedWaitsForItsReturn() throws Exception {
    long datastream = station.datastream("probe");
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    int port = station.broker.port().orElseThrow();
    try (RawClient member = new RawClient(port)) {
      assertThat(member.resume("probe", id)).containsExactly(0, 0);
      member.subscribe(filter("lost", datastream), 1);
      assertThat(member.answer()[0]).isEqualTo(SUBACK);
      publish(sender, datastream, 1, 2);
      assertThat(result(member.publication())).isEqualTo(1);
    } // without PUBACK and DISCONNECT
    publish(sender, datastream, 2, 3);
    try (RawClient member = new RawClient(port)) {
      assertThat(member.resume("probe", id)).containsExactly(1, 0);
      assertThat(List.of(result(member.publication()), result(member.publication())))
          .containsExactlyInAnyOrder(1, 2);
    }
    sender.disconnect();
  }

  @Test
  void nothingIsKeptForAGroupWithoutSessions() throws Exception {
    try (MqttStation own = MqttStation.open(folder, MqttLimits.of(Settings.defaults()))) {
      own.account("probe");
      nothingIsKept(own);
    }
  }

  private static void nothingIsKept(MqttStation own) throws Exception {
    long datastream = own.datastream("probe");
    Mqtt5BlockingClient sender = BrokerTest.five(own, "probe");
    Mqtt5BlockingClient ended = member(own, filter("ended", datastream));
    int connected = own.broker.connections();
    ended.disconnectWith().sessionExpiryInterval(0).send();
    await().until(() -> own.broker.connections() < connected);
    Mqtt5BlockingClient fresh = member(own, filter("ended", datastream));
    leave(own, fresh);
    publish(sender, datastream, 0, 1);
    fresh.connect(); // ends the session
    try (var received = fresh.publishes(MqttGlobalPublishFilter.ALL)) {
      fresh
          .subscribeWith()
          .topicFilter(filter("ended", datastream))
          .qos(MqttQos.AT_LEAST_ONCE)
          .send();
      publish(sender, datastream, 1, 2);
      assertThat(results(received, 1)).containsExactly(1);
      assertThat(received.receive(200, TimeUnit.MILLISECONDS)).isEmpty();
    }
    assertThat(own.broker.dispatcher().budgets().kept().used()).isZero();
    fresh.disconnect();
    sender.disconnect();
  }

  @Test
  void theOldestAreRemovedBeyondTheLimitAndTheSessionThatExpiresEndsTheGroup() throws Exception {
    Settings few = Settings.defaults().with(SensorSettings.MQTT_QUEUE_MESSAGES, "40");
    try (MqttStation limited = MqttStation.open(folder, MqttLimits.of(few))) {
      limited.account("probe");
      long datastream = limited.datastream("probe");
      Mqtt5BlockingClient sender = BrokerTest.five(limited, "probe");
      Mqtt5BlockingClient member = member(limited, filter("few", datastream));
      leave(limited, member);
      for (int i = 0; i < 30; i++) {
        publish(sender, datastream, i, i + 1);
      }
      try (var received = member.publishes(MqttGlobalPublishFilter.ALL)) {
        connect(member, 1);
        assertThat(results(received, 20)).containsExactlyInAnyOrderElementsOf(numbers(10, 30));
      }
      leave(limited, member);
      publish(sender, datastream, 30, 31);
      assertThat(limited.broker.dispatcher().budgets().kept().used()).isPositive();
      await()
          .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(
              () -> {
                limited.broker.dispatcher().fanout().sweep();
                return limited.broker.dispatcher().budgets().kept().used() == 0;
              });
      sender.disconnect();
    }
  }
}
