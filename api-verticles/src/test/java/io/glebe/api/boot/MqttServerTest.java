package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import io.glebe.core.record.write.WriteRequest;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** MQTT and SensorThings are two interfaces of one service. */
@Timeout(60)
class MqttServerTest {
  private static final String PASSWORD = "sensor-dev-password";
  private final TestPlatform platform = TestPlatform.shared();

  private Mqtt5BlockingClient sensor() {
    return sensor("sensor");
  }

  private Mqtt5BlockingClient sensor(String account) {
    Mqtt5BlockingClient client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(platform.platform().mqtt().port().orElseThrow())
            .simpleAuth()
            .username(account)
            .password(PASSWORD.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    return client;
  }

  /** The token that a gateway gets for its name and password. */
  private String token() {
    String basic =
        Base64.getEncoder().encodeToString(("sensor:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> answer =
        platform.send(
            HttpRequest.newBuilder(platform.uri("/dev/identity/token"))
                .header("Authorization", "Basic " + basic)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "grant_type=client_credentials&audience=sensor-api"
                            + "&scope=sensor-read%20sensor-write")));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.parseObject(answer.body()).path("access_token").asText();
  }

  private JsonNode send(String method, String path, String body, int status) {
    HttpResponse<String> answer =
        platform.send(
            HttpRequest.newBuilder(platform.uri("/sta/v1.1" + path))
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .method(
                    method,
                    body.isEmpty()
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return Json.parse(answer.body());
  }

  /** Creates a datastream of the account. */
  long datastream() {
    JsonNode made =
        send(
            "POST",
            "/Datastreams",
            """
            {"name": "soil moisture", "unitOfMeasurement": {"name": "percent", "symbol": "%"},
             "ObservedProperty": {"name": "moisture"},
             "Sensor": {"name": "probe", "encodingType": "text/plain", "metadata": "-"},
             "Thing": {"name": "station",
               "Locations": [{"location": {"type": "Point", "coordinates": [15, 46]}}]}}
            """,
            201);
    return made.path("@iot.id").longValue();
  }

  @Test
  void publishedObservationsAreReadableAndPostedOnesReachSubscribers() throws InterruptedException {
    long id = datastream();
    String topic = "v1.1/Datastreams(" + id + ")/Observations";
    Mqtt5BlockingClient client = sensor();
    client
        .publishWith()
        .topic(topic)
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(
            "{\"result\": 31.5, \"phenomenonTime\": \"2026-05-01T12:00:00Z\"}"
                .getBytes(StandardCharsets.UTF_8))
        .send();
    JsonNode read = send("GET", "/Datastreams(" + id + ")/Observations", "", 200);
    assertThat(read.at("/value/0/result").doubleValue()).isEqualTo(31.5);
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      client.subscribeWith().topicFilter(topic).qos(MqttQos.AT_LEAST_ONCE).send();
      Mqtt5Publish retained = received.receive(15, TimeUnit.SECONDS).orElseThrow();
      assertThat(Json.parse(retained.getPayloadAsBytes()).path("result").doubleValue())
          .isEqualTo(31.5);
      send(
          "POST",
          "/Datastreams(" + id + ")/Observations",
          "{\"result\": 32, \"phenomenonTime\": \"2026-05-01T13:00:00Z\"}",
          201);
      Mqtt5Publish live = received.receive(15, TimeUnit.SECONDS).orElseThrow();
      assertThat(Json.parse(live.getPayloadAsBytes()).path("result").intValue()).isEqualTo(32);
    }
    client.disconnect();
    await()
        .untilAsserted(
            () ->
                assertThat(platform.get("/metrics").body())
                    .contains("glebe_mqtt_received_total{qos=\"1\"}")
                    .contains("glebe_mqtt_messages_total{verdict=\"stored\"}"));
  }

  @Test
  void messagesPublishedAfterAnAssignmentIsRevokedAreRefused() {
    String account = "station-" + UUID.randomUUID();
    var database = platform.platform().infrastructure().database();
    Onboarding onboarding = new Onboarding(database, platform.platform().records().records());
    onboarding.roles().await();
    UUID organization = UUID.randomUUID();
    UUID farm = UUID.randomUUID();
    onboarding.organization(organization, "Business").await();
    onboarding
        .farm(farm, Json.object().put("name", "F").put("organizationId", organization.toString()))
        .await();
    onboarding.assign(user(onboarding, "keeper-" + farm), farm, "OWNER").await();
    UUID assignment = onboarding.assign(user(onboarding, account), farm, "OWNER").await();
    platform
        .platform()
        .identity()
        .accounts()
        .put(account, PASSWORD, Set.of("sensor-read", "sensor-write"))
        .await();
    String topic = "v1.1/Datastreams(" + datastreamOf(farm) + ")/Observations";
    Mqtt5BlockingClient client = sensor(account);
    observe(client, topic);

    platform
        .platform()
        .records()
        .records()
        .delete(
            WriteRequest.of(
                Caller.system(), Catalogue.standard().get("AccessAssignment"), assignment))
        .await();

    assertThatThrownBy(() -> observe(client, topic))
        .isInstanceOfSatisfying(
            Mqtt5PubAckException.class,
            refused ->
                assertThat(refused.getMqttMessage().getReasonCode())
                    .isEqualTo(Mqtt5PubAckReasonCode.NOT_AUTHORIZED));
    client.disconnect();
  }

  private static UUID user(Onboarding onboarding, String subject) {
    return onboarding
        .user(new Onboarding.NewUser(subject, Optional.empty(), "Somebody", Optional.empty()))
        .await();
  }

  private static void observe(Mqtt5BlockingClient client, String topic) {
    client
        .publishWith()
        .topic(topic)
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload("{\"result\": 1}".getBytes(StandardCharsets.UTF_8))
        .send();
  }

  private long datastreamOf(UUID farm) {
    return DatastreamRow.ofFarm(platform.platform().infrastructure().database(), farm);
  }
}
