package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** MQTT over WebSockets at the port of HTTP. */
@Timeout(60)
class MqttWebSocketTest {
  private static final int LARGE = 90_000;

  private final TestPlatform platform = TestPlatform.shared();

  private Mqtt5BlockingClient client(String password) {
    return Mqtt5Client.builder()
        .identifier(UUID.randomUUID().toString())
        .serverHost("127.0.0.1")
        .serverPort(platform.uri("/").getPort())
        .webSocketConfig()
        .serverPath("mqtt")
        .applyWebSocketConfig()
        .simpleAuth()
        .username("sensor")
        .password(password.getBytes(StandardCharsets.UTF_8))
        .applySimpleAuth()
        .buildBlocking();
  }

  @Test
  void aBrowserPublishesAndSubscribesAlsoMessagesOfManyFrames() throws InterruptedException {
    String topic = "v1.1/Datastreams(" + new MqttServerTest().datastream() + ")/Observations";
    Mqtt5BlockingClient client = client("sensor-dev-password");
    client.connect();
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      client.subscribeWith().topicFilter(topic).qos(MqttQos.EXACTLY_ONCE).send();
      for (int value : new int[] {1, 2}) {
        client
            .publishWith()
            .topic(topic)
            .qos(MqttQos.AT_LEAST_ONCE)
            .payload(
                Json.bytes(
                    Json.object()
                        .put("result", value)
                        .set(
                            "parameters",
                            Json.object().put("remark", "x".repeat(value == 1 ? 1 : LARGE)))))
            .send();
        Mqtt5Publish message = received.receive(20, TimeUnit.SECONDS).orElseThrow();
        assertThat(Json.parse(message.getPayloadAsBytes()).path("result").intValue())
            .isEqualTo(value);
      }
    }
    client.disconnect();
  }

  @Test
  void aWrongPasswordIsRefused() {
    assertThatThrownBy(() -> client("a wrong password").connect())
        .isInstanceOfSatisfying(
            Mqtt5ConnAckException.class,
            e -> assertThat(e.getMqttMessage().getReasonCode().getCode()).isEqualTo(0x86));
  }

  @Test
  void aRequestThatIsNoHandshakeGetsAProblemDocument() {
    HttpResponse<String> plain = platform.send(HttpRequest.newBuilder(platform.uri("/mqtt")).GET());
    assertThat(plain.statusCode()).isEqualTo(400);
    assertThat(Json.parse(plain.body()).path("detail").asText()).contains("WebSocket");
  }
}
