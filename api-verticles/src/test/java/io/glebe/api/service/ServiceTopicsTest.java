package io.glebe.api.service;

import static io.glebe.api.service.ServicesClient.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queue of a service as a topic of MQTT. */
@Timeout(120)
class ServiceTopicsTest {
  private static final int PATIENCE_SECONDS = 20;

  private final CommissionedFarm farm = new CommissionedFarm();
  private final String service = farm.path.substring("/services/".length());
  private final String topic = "services/" + service + "/messages";

  private static Mqtt5BlockingClient client(String name, String password) {
    return Mqtt5Client.builder()
        .identifier(UUID.randomUUID().toString())
        .serverHost("127.0.0.1")
        .serverPort(TestPlatform.shared().platform().mqtt().port().orElseThrow())
        .simpleAuth()
        .username(name)
        .password(password.getBytes(StandardCharsets.UTF_8))
        .applySimpleAuth()
        .buildBlocking();
  }

  private Mqtt5BlockingClient client() {
    return client("svc-" + service, farm.token);
  }

  private static JsonNode next(Mqtt5BlockingClient.Mqtt5Publishes received)
      throws InterruptedException {
    Mqtt5Publish message =
        received
            .receive(PATIENCE_SECONDS, TimeUnit.SECONDS)
            .orElseThrow(() -> new AssertionError("no message"));
    return Json.parse(message.getPayloadAsBytes());
  }

  private static String commission(JsonNode message) {
    return message.path("commission").path("id").asText();
  }

  @Test
  void commissionsOfTheTimeWithoutAConnectionArriveUntilTheyAreAcknowledged() throws Exception {
    Mqtt5BlockingClient client = client();
    assertThat(
            client
                .connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(600)
                .send()
                .isSessionPresent())
        .isFalse();
    client.subscribeWith().topicFilter(topic).qos(MqttQos.AT_LEAST_ONCE).send();
    client.disconnect();
    String first = farm.ordered("field:read");
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      assertThat(
              client
                  .connectWith()
                  .cleanStart(false)
                  .sessionExpiryInterval(600)
                  .send()
                  .isSessionPresent())
          .isTrue();
      JsonNode message = next(received);
      assertThat(commission(message)).isEqualTo(first);
      String second = farm.ordered("field:read");
      assertThat(commission(next(received))).isEqualTo(second);
      client.disconnect();

      // PUBACK is no acknowledgement of the commission
      client.connectWith().cleanStart(false).sessionExpiryInterval(600).send();
      assertThat(List.of(commission(next(received)), commission(next(received))))
          .containsExactly(first, second);
      ok(farm.acknowledge(message.path("id").asText()), 200);
      client.disconnect();
      client.connectWith().cleanStart(false).sessionExpiryInterval(600).send();
      assertThat(commission(next(received))).isEqualTo(second);
    }
    client.disconnectWith().sessionExpiryInterval(0).send();
  }

  @Test
  void aServiceReceivesItsOwnMessagesAndDoesNothingElse() {
    Mqtt5BlockingClient client = client();
    client.connect();
    for (String other :
        List.of(
            "services/" + UUID.randomUUID() + "/messages",
            "v1.1/Observations",
            "v1.1/#",
            "$share/all/" + topic)) {
      assertThatThrownBy(() -> client.subscribeWith().topicFilter(other).send())
          .as(other)
          .isInstanceOf(Mqtt5SubAckException.class);
    }
    for (String closed : List.of(topic, "v1.1/Datastreams(1)/Observations")) {
      assertThatThrownBy(
              () ->
                  client
                      .publishWith()
                      .topic(closed)
                      .qos(MqttQos.AT_LEAST_ONCE)
                      .payload("{\"result\":1}".getBytes(StandardCharsets.UTF_8))
                      .send())
          .as(closed)
          .isInstanceOf(Mqtt5PubAckException.class);
    }
    client.disconnect();
  }

  @Test
  void onlyATokenOfTheServiceSignsIn() {
    for (String[] wrong :
        List.of(
            new String[] {"svc-" + service, "svc_wrong"},
            new String[] {"svc-" + UUID.randomUUID(), farm.token},
            new String[] {"sensor", farm.token})) {
      assertThatThrownBy(() -> client(wrong[0], wrong[1]).connect())
          .isInstanceOfSatisfying(
              Mqtt5ConnAckException.class,
              e -> assertThat(e.getMqttMessage().getReasonCode().getCode()).isEqualTo(0x86));
    }
  }

  @Test
  void anAccountCannotSubscribeToTheQueueOfAService() {
    Mqtt5BlockingClient device = client("sensor", "sensor-dev-password");
    device.connect();
    assertThatThrownBy(() -> device.subscribeWith().topicFilter(topic).send())
        .isInstanceOf(Mqtt5SubAckException.class);
    device.disconnect();
  }

  @Test
  void theConnectionOfADisabledServiceEnds() {
    Mqtt5BlockingClient client = client();
    client.connect();
    ok(
        farm.client.post(
            "maintainer", farm.path + "/disable", Json.object().put("reason", "an end")),
        200);
    await().until(() -> !client.getState().isConnected());
  }
}
