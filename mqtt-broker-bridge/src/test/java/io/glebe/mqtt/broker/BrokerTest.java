package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3Client;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BrokerTest {
  private static final int PATIENCE_SECONDS = 15;

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

  static String topic(long datastream) {
    return "v1.1/Datastreams(" + datastream + ")/Observations";
  }

  private static byte[] value(int value) {
    return ("{\"result\":" + value + ",\"phenomenonTime\":\"2026-05-01T12:00:00Z\"}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] value(int value, int second) {
    return "{\"result\":%d,\"phenomenonTime\":\"%s\"}"
        .formatted(value, java.time.Instant.parse("2026-05-01T00:00:00Z").plusSeconds(second))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Mqtt5BlockingClient five(String account) {
    return five(station, account);
  }

  static Mqtt5BlockingClient five(MqttStation station, String account) {
    Mqtt5BlockingClient client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(station.broker.port().orElseThrow())
            .simpleAuth()
            .username(account)
            .password(MqttStation.PASSWORD.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    return client;
  }

  private static Mqtt3BlockingClient three(String account) {
    Mqtt3BlockingClient client =
        Mqtt3Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(station.broker.port().orElseThrow())
            .simpleAuth()
            .username(account)
            .password(MqttStation.PASSWORD.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    return client;
  }

  private static Mqtt5Publish message(long datastream, MqttQos qos, byte[] payload) {
    return Mqtt5Publish.builder().topic(topic(datastream)).qos(qos).payload(payload).build();
  }

  @Test
  void anAcknowledgedObservationIsCommittedForBothVersionsAndAllQualities() {
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient five = five("probe");
    Mqtt3BlockingClient three = three("probe");
    five.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(1)));
    assertThat(station.stored(datastream)).isEqualTo(1);
    five.publish(message(datastream, MqttQos.EXACTLY_ONCE, value(2)));
    assertThat(station.stored(datastream)).isEqualTo(2);
    three
        .publishWith()
        .topic(topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(value(3))
        .send();
    assertThat(station.stored(datastream)).isEqualTo(3);
    three.publishWith().topic(topic(datastream)).qos(MqttQos.EXACTLY_ONCE).payload(value(4)).send();
    assertThat(station.stored(datastream)).isEqualTo(4);
    three.publishWith().topic(topic(datastream)).qos(MqttQos.AT_MOST_ONCE).payload(value(5)).send();
    await().untilAsserted(() -> assertThat(station.stored(datastream)).isEqualTo(5));
    five.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(1)));
    assertThat(station.stored(datastream)).isEqualTo(5);
    five.disconnect();
    three.disconnect();
  }

  @Test
  void aRefusedMessageGetsAReasonCodeAndIsCountedAndTheConnectionStaysOpen() {
    long own = station.datastream("probe");
    long foreign = station.datastream("other");
    var before = station.ingestion.counters().counts();
    Mqtt5BlockingClient five = five("probe");
    byte[] broken = "{\"result\":".getBytes(StandardCharsets.UTF_8);
    assertReason(five, message(own, MqttQos.AT_LEAST_ONCE, broken), 0x99);
    assertReason(five, message(foreign, MqttQos.AT_LEAST_ONCE, value(1)), 0x87);
    assertReason(five, message(999_999_999, MqttQos.AT_LEAST_ONCE, value(1)), 0x90);
    assertReason(
        five,
        Mqtt5Publish.builder()
            .topic("weather")
            .qos(MqttQos.AT_LEAST_ONCE)
            .payload(value(1))
            .build(),
        0x90);
    five.publish(message(own, MqttQos.AT_LEAST_ONCE, value(1)));
    five.disconnect();

    Mqtt3BlockingClient three = three("probe");
    three.publishWith().topic("weather").qos(MqttQos.AT_LEAST_ONCE).payload(value(1)).send();
    three.publishWith().topic(topic(foreign)).qos(MqttQos.EXACTLY_ONCE).payload(value(1)).send();
    three.publishWith().topic(topic(own)).qos(MqttQos.AT_LEAST_ONCE).payload(value(2)).send();
    three.disconnect();
    assertThat(station.stored(own)).isEqualTo(2);
    assertThat(station.stored(foreign)).isZero();
    await()
        .untilAsserted(
            () -> {
              var after = station.ingestion.counters().counts();
              assertThat(after.refused() - before.refused()).isGreaterThanOrEqualTo(6);
            });
  }

  private static void assertReason(Mqtt5BlockingClient client, Mqtt5Publish message, int reason) {
    assertThatThrownBy(() -> client.publish(message))
        .isInstanceOfSatisfying(
            Mqtt5PubAckException.class,
            e -> assertThat(e.getMqttMessage().getReasonCode().getCode()).isEqualTo(reason));
  }

  @Test
  void wrongPasswordsUnknownAccountsAndClientsWithoutNameAreRefused() {
    for (String[] pair :
        List.of(
            new String[] {"probe", "wrong password"},
            new String[] {"nobody", MqttStation.PASSWORD})) {
      assertThatThrownBy(
              () ->
                  Mqtt5Client.builder()
                      .serverHost("127.0.0.1")
                      .serverPort(station.broker.port().orElseThrow())
                      .simpleAuth()
                      .username(pair[0])
                      .password(pair[1].getBytes(StandardCharsets.UTF_8))
                      .applySimpleAuth()
                      .buildBlocking()
                      .connect())
          .isInstanceOfSatisfying(
              Mqtt5ConnAckException.class,
              e -> assertThat(e.getMqttMessage().getReasonCode().getCode()).isEqualTo(0x86));
    }
    assertThatThrownBy(
            () ->
                Mqtt3Client.builder()
                    .serverHost("127.0.0.1")
                    .serverPort(station.broker.port().orElseThrow())
                    .buildBlocking()
                    .connect())
        .isInstanceOfSatisfying(
            Mqtt3ConnAckException.class,
            e -> assertThat(e.getMqttMessage().getReturnCode().getCode()).isEqualTo(4));
  }

  @Test
  void subscribersReceiveTheLatestValueAtOnceAndThenNewValues() throws InterruptedException {
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient sender = five("probe");
    sender.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(7, 7)));
    sender.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(6, 6)));
    Mqtt5BlockingClient listener = five("probe");
    try (var received = listener.publishes(MqttGlobalPublishFilter.ALL)) {
      listener.subscribeWith().topicFilter(topic(datastream)).qos(MqttQos.AT_LEAST_ONCE).send();
      Mqtt5Publish retained = next(received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS));
      assertThat(retained.isRetain()).isTrue();
      assertThat(result(retained)).isEqualTo(7);
      sender.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(8, 8)));
      Mqtt5Publish live = next(received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS));
      assertThat(live.isRetain()).isFalse();
      assertThat(live.getTopic().toString()).isEqualTo(topic(datastream));
      assertThat(result(live)).isEqualTo(8);
      listener.unsubscribeWith().topicFilter(topic(datastream)).send();
      sender.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(9, 9)));
      assertThat(received.receive(300, TimeUnit.MILLISECONDS)).isEmpty();
    }
    sender.disconnect();
    listener.disconnect();
  }

  private static Mqtt5Publish next(Optional<Mqtt5Publish> message) {
    return message.orElseThrow(() -> new AssertionError("nothing was heard"));
  }

  private static JsonNode json(Mqtt5Publish message) {
    return Json.parse(message.getPayloadAsBytes());
  }

  private static int result(Mqtt5Publish message) {
    return json(message).path("result").intValue();
  }

  @Test
  void subscribersReceiveOnlyAccessibleObservations() throws InterruptedException {
    long own = station.datastream("probe");
    long other = station.datastream("other");
    Mqtt5BlockingClient listener = five("probe");
    assertThatThrownBy(
            () ->
                listener.subscribeWith().topicFilter(topic(other)).qos(MqttQos.AT_MOST_ONCE).send())
        .isInstanceOfSatisfying(
            Mqtt5SubAckException.class,
            e ->
                assertThat(e.getMqttMessage().getReasonCodes().getFirst().getCode())
                    .isEqualTo(0x87));
    Mqtt5BlockingClient sender = five("other");
    Mqtt5BlockingClient ownClient = five("probe");
    sender.publish(message(other, MqttQos.AT_LEAST_ONCE, value(1)));
    try (var received = listener.publishes(MqttGlobalPublishFilter.ALL)) {
      listener.subscribeWith().topicFilter("v1.1/Observations").qos(MqttQos.AT_LEAST_ONCE).send();
      sender.publish(message(other, MqttQos.AT_LEAST_ONCE, value(2)));
      ownClient.publish(message(own, MqttQos.AT_LEAST_ONCE, value(3)));
      List<Integer> results = new ArrayList<>();
      Optional<Mqtt5Publish> message = received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS);
      while (message.isPresent()) {
        results.add(result(message.get()));
        message = received.receive(300, TimeUnit.MILLISECONDS);
      }
      assertThat(results).contains(3).doesNotContain(2);
    }
    sender.disconnect();
    ownClient.disconnect();
    listener.disconnect();
  }

  @Test
  void theCountersShowThatNoMessageIsLost() throws InterruptedException {
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient client = five("probe");
    client.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(1)));
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      client
          .subscribeWith()
          .topicFilter("$SYS/glebe/observations")
          .qos(MqttQos.AT_MOST_ONCE)
          .send();
      JsonNode counts = json(next(received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS)));
      assertThat(counts.path("received").longValue())
          .isEqualTo(
              counts.path("stored").longValue()
                  + counts.path("duplicate").longValue()
                  + counts.path("refused").longValue()
                  + counts.path("waiting").longValue())
          .isPositive();
    }
    client.disconnect();
  }

  @Test
  void thousandsOfUnacknowledgedMessagesOfOneClientAreAllStored() {
    int count = 5_000;
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient client = five("probe");
    Mqtt5AsyncClient async = client.toAsync();
    List<CompletableFuture<Mqtt5PublishResult>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(async.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(i, i))));
    }
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
    assertThat(station.stored(datastream)).isEqualTo(count);
    client.disconnect();
  }

  @Test
  void aReconnectReplacesTheOldConnectionButNotThatOfAnotherAccount() {
    long datastream = station.datastream("probe");
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient first = named(id, "probe");
    Mqtt5BlockingClient stranger = named(id, "other");
    first.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(1)));
    Mqtt5BlockingClient second = named(id, "probe");
    await().until(() -> !first.getState().isConnected());
    second.publish(message(datastream, MqttQos.AT_LEAST_ONCE, value(2)));
    assertThat(stranger.getState().isConnected()).isTrue();
    second.disconnect();
    stranger.disconnect();
  }

  private static Mqtt5BlockingClient named(String id, String account) {
    Mqtt5BlockingClient client =
        Mqtt5Client.builder()
            .identifier(id)
            .serverHost("127.0.0.1")
            .serverPort(station.broker.port().orElseThrow())
            .simpleAuth()
            .username(account)
            .password(MqttStation.PASSWORD.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    return client;
  }
}
