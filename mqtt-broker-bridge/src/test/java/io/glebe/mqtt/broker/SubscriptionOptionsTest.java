package io.glebe.mqtt.broker;

import static io.glebe.mqtt.broker.NumberedMessages.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5RetainHandling;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Options of subscriptions; what an account is told of its refusals. */
@Timeout(120)
class SubscriptionOptionsTest {
  private static final int PATIENCE_SECONDS = 20;

  /** Statements of the database that wait for the lock of another one. */
  private static final String WAITING =
      "select count(*) from pg_stat_activity"
          + " where datname = current_database() and wait_event_type = 'Lock'";

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

  @Test
  void whatIsPublishedAfterTheAnswerIsNotTheLatestValueOfTheSubscription() throws Exception {
    long datastream = station.datastream("probe");
    station.observe("probe", datastream, 1);
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(client.connect("probe", 0)).isZero();
      try (var _ = station.lock("sensor.latest")) {
        client.subscribe(BrokerTest.topic(datastream), 1);
        await().until(() -> station.count(WAITING) == 1);
        assertThat(client.in.available()).isZero();
      }
      assertThat(client.answer()[0]).isEqualTo(0x90);
      station.observe("probe", datastream, 2);
      assertThat(result(client.publication())).isEqualTo(1);
      assertThat(result(client.publication())).isEqualTo(2);
    }
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
