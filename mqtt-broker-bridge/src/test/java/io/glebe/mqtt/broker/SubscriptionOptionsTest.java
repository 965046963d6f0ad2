package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5RetainHandling;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Options of subscriptions, shared subscriptions and wills. */
@Timeout(120)
class SubscriptionOptionsTest {
  private static final int PATIENCE_SECONDS = 20;

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

  private static byte[] value(int value) {
    Instant time = Instant.parse("2026-05-01T00:00:00Z").plusSeconds(value);
    return ("{\"result\":" + value + ",\"phenomenonTime\":\"" + time + "\"}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void publish(Mqtt5BlockingClient sender, long datastream, int value) {
    sender
        .publishWith()
        .topic(BrokerTest.topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(value(value))
        .send();
  }

  private static Integer result(Mqtt5Publish message) {
    return Json.parse(message.getPayloadAsBytes()).path("result").intValue();
  }

  @Test
  void clientsOfAGroupShareTheMessages() {
    long datastream = station.datastream("probe");
    String filter = "$share/workers/" + BrokerTest.topic(datastream);
    List<Integer> first = new CopyOnWriteArrayList<>();
    List<Integer> second = new CopyOnWriteArrayList<>();
    List<Integer> whole = new CopyOnWriteArrayList<>();
    Mqtt5BlockingClient one = listening(filter, first);
    Mqtt5BlockingClient two = listening(filter, second);
    Mqtt5BlockingClient all = listening(BrokerTest.topic(datastream), whole);
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    for (int i = 0; i < 40; i++) {
      publish(sender, datastream, i);
    }
    await().until(() -> first.size() + second.size() >= 40 && whole.size() >= 40);
    assertThat(first).doesNotContainAnyElementsOf(second).isNotEmpty();
    assertThat(second).isNotEmpty();
    assertThat(first.size() + second.size()).isEqualTo(40);
    one.disconnect();
    publish(sender, datastream, 40);
    await().until(() -> second.contains(40));
    List.of(two, all, sender).forEach(Mqtt5BlockingClient::disconnect);
  }

  private static Mqtt5BlockingClient listening(String filter, List<Integer> received) {
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    client
        .toAsync()
        .subscribeWith()
        .topicFilter(filter)
        .qos(MqttQos.AT_LEAST_ONCE)
        .callback(message -> received.add(result(message)))
        .send()
        .join();
    return client;
  }

  @Test
  void whatAClientOfAGroupLeavesUnacknowledgedGoesToAnother() throws Exception {
    long datastream = station.datastream("probe");
    String filter = "$share/careful/" + BrokerTest.topic(datastream);
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    List<Integer> received = new CopyOnWriteArrayList<>();
    try (RawClient lazy = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(lazy.connect("probe", 0)).isZero();
      lazy.subscribe(filter, 1);
      lazy.answer();
      publish(sender, datastream, 1);
      assertThat(lazy.publication().payload()).contains("\"result\":1");
      listening(filter, received);
    }
    await().until(() -> received.contains(1));
    sender.disconnect();
  }

  @Test
  void aClientChoosesWhenItGetsTheLatestValue() throws InterruptedException {
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    publish(client, datastream, 1);
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      subscribe(client, datastream, Mqtt5RetainHandling.DO_NOT_SEND);
      assertThat(received.receive(200, TimeUnit.MILLISECONDS)).isEmpty();
      subscribe(client, datastream, Mqtt5RetainHandling.SEND_IF_SUBSCRIPTION_DOES_NOT_EXIST);
      assertThat(received.receive(200, TimeUnit.MILLISECONDS)).isEmpty();
      subscribe(client, datastream, Mqtt5RetainHandling.SEND);
      Mqtt5Publish latest = received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow();
      assertThat(latest.isRetain()).isTrue();
    }
    client.disconnect();
  }

  private static void subscribe(
      Mqtt5BlockingClient client, long datastream, Mqtt5RetainHandling handling) {
    client
        .subscribeWith()
        .topicFilter(BrokerTest.topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .retainHandling(handling)
        .send();
  }

  @Test
  void aWillIsPublishedAfterItsDelayUnlessTheClientComesBack() throws Exception {
    long lost = station.datastream("probe");
    long back = station.datastream("probe");
    withWill("lost-" + lost, lost);
    String id = "back-" + back;
    withWill(id, back);
    Mqtt5BlockingClient again = client(id);
    again.connectWith().cleanStart(false).sessionExpiryInterval(60).send();
    await().until(() -> station.stored(lost) == 1);
    assertThat(station.stored(back)).isZero();
    again.disconnectWith().sessionExpiryInterval(0).send();
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

  /** Connects with a will that waits two seconds, and disconnects so that it applies. */
  private static void withWill(String id, long datastream) {
    Mqtt5BlockingClient client = client(id);
    client
        .connectWith()
        .cleanStart(false)
        .sessionExpiryInterval(60)
        .willPublish()
        .topic(BrokerTest.topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(value(9))
        .delayInterval(2)
        .applyWillPublish()
        .send();
    client
        .disconnectWith()
        .reasonCode(Mqtt5DisconnectReasonCode.DISCONNECT_WITH_WILL_MESSAGE)
        .send();
  }

  @Test
  void anAccountSeesItsRefusalsAndNoOthers() throws InterruptedException {
    long own = station.datastream("probe");
    long foreign = station.datastream("other");
    Mqtt5BlockingClient watcher = BrokerTest.five(station, "probe");
    Mqtt5BlockingClient stranger = BrokerTest.five(station, "other");
    String topic = "wrong-" + UUID.randomUUID();
    try (var received = watcher.publishes(MqttGlobalPublishFilter.ALL)) {
      watcher.subscribeWith().topicFilter("$SYS/glebe/refusals").send();
      stranger.publishWith().topic("strange").payload(value(1)).send();
      watcher.publishWith().topic(topic).payload(value(1)).send();
      Mqtt5Publish refusal = received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow();
      assertThat(Json.parse(refusal.getPayloadAsBytes()).path("topic").asText()).isEqualTo(topic);
      assertThat(Json.parse(refusal.getPayloadAsBytes()).path("reasonCode").intValue())
          .isEqualTo(0x90);
      watcher.publishWith().topic(BrokerTest.topic(foreign)).payload(value(1)).send();
      refusal = received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow();
      assertThat(Json.parse(refusal.getPayloadAsBytes()).path("reason").asText())
          .isEqualTo("not-allowed");
      watcher
          .publishWith()
          .topic(BrokerTest.topic(own))
          .payload(
              ("{\"result\":1,\"Datastream\":{\"@iot.id\":" + foreign + "}}")
                  .getBytes(StandardCharsets.UTF_8))
          .send();
      refusal = received.receive(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow();
      assertThat(Json.parse(refusal.getPayloadAsBytes()).path("detail").asText())
          .contains("another Datastream");
    }
    assertThat(station.stored(own)).isZero();
    watcher.disconnect();
    stranger.disconnect();
  }
}
