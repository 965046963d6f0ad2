package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose messages an administrator has mapped, with the rights of its account. */
@Timeout(240)
class MappedGatewayTest {
  private static final String PASSWORD = "a long enough password";
  private static final String ZIGBEE =
      """
      {"templates": [{"topic": "zigbee2mqtt/{device}", "thing": "{device}", "farmId": "FARM",
        "create": true, "measures": [{"name": "temperature"}]}]}
      """;

  @TempDir Path folder;

  private final TestPlatform platform = TestPlatform.shared();
  private final TestFarm farm = new TestFarm("owner");
  private final String account = "gateway-" + UUID.randomUUID();
  private final String path = "/v1/admin/service-accounts/" + account + "/mqtt-mapping";

  @BeforeEach
  void account() {
    platform
        .platform()
        .identity()
        .accounts()
        .put(account, PASSWORD, Set.of("sensor-read", "sensor-write"))
        .await();
  }

  private static JsonNode admin(String method, String path, String body, int status) {
    HttpResponse<String> answer = TestFarm.send("admin", method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body().isEmpty() ? Json.object() : Json.parse(answer.body());
  }

  private String zigbee() {
    return ZIGBEE.replace("FARM", farm.farm.toString());
  }

  private Mqtt5BlockingClient client() {
    return client(platform.platform().mqtt().port().orElseThrow(), account, PASSWORD);
  }

  private static Mqtt5BlockingClient client(int port, String account, String password) {
    Mqtt5BlockingClient client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(port)
            .simpleAuth()
            .username(account)
            .password(password.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    return client;
  }

  private static void publish(Mqtt5BlockingClient client, String topic, String payload) {
    client
        .publishWith()
        .topic(topic)
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(payload.getBytes(StandardCharsets.UTF_8))
        .send();
  }

  private void assertNotAllowed(String reason) {
    Mqtt5BlockingClient client = client();
    assertThatThrownBy(() -> publish(client, "zigbee2mqtt/kitchen", "{\"temperature\": 1}"))
        .isInstanceOfSatisfying(
            Mqtt5PubAckException.class,
            refused -> {
              assertThat(refused.getMqttMessage().getReasonCode())
                  .isEqualTo(Mqtt5PubAckReasonCode.NOT_AUTHORIZED);
              assertThat(refused.getMqttMessage().getReasonString().orElseThrow())
                  .hasToString(reason);
            });
    client.disconnect();
    assertThat(count("thing")).isZero();
  }

  private long count(String table) {
    return platform
        .platform()
        .infrastructure()
        .database()
        .query("select count(*) from sensor." + table + " where farm_id = $1", farm.farm)
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void anAccountThatMaySetUpDevicesMakesThemOnItsFarm() {
    farm.assign(account, "OWNER");
    admin("PUT", path, zigbee(), 200);
    Mqtt5BlockingClient client = client();
    publish(client, "zigbee2mqtt/kitchen", "{\"temperature\": 21.5}");
    client.disconnect();
    assertThat(count("thing")).isEqualTo(1);
    assertThat(count("datastream")).isEqualTo(1);
    assertThat(admin("GET", path, "", 200)).isEqualTo(Json.parse(zigbee()));
  }

  @Test
  void anAccountThatMayOnlyObserveMakesNothing() {
    farm.assign(account, "WORKER");
    admin("PUT", path, zigbee(), 200);
    assertNotAllowed("no role on the farm of this sensor grants device:create");
  }

  @Test
  void anAccountOfAnotherFarmMakesAndStoresNothing() {
    new TestFarm(account);
    admin("PUT", path, zigbee(), 200);
    assertNotAllowed("no role on the farm of this sensor grants observation:create");
  }

  @Test
  void aTrialTellsWhatWouldBeStoredAndWhyNot() {
    farm.assign(account, "OWNER");
    admin("PUT", path, zigbee(), 200);
    String message = "{\"topic\": \"zigbee2mqtt/%s\", \"payload\": {\"temperature\": 4}%s}";
    JsonNode first = admin("POST", path + "/trial", message.formatted("barn", ""), 200);
    assertThat(first.path("stored").asBoolean()).isTrue();
    assertThat(first.at("/values/0/outcome").asText()).isEqualTo("CREATED");
    assertThat(count("thing")).as("a trial makes nothing").isZero();
    Mqtt5BlockingClient client = client();
    publish(client, "zigbee2mqtt/barn", "{\"temperature\": 4}");
    client.disconnect();
    JsonNode known = admin("POST", path + "/trial", message.formatted("barn", ""), 200);
    assertThat(known.at("/values/0/outcome").asText()).isEqualTo("STORED");
    assertThat(known.at("/values/0/datastreamId").isIntegralNumber()).isTrue();
    String other = ", \"mapping\": " + zigbee().replace("true", "false");
    JsonNode refused = admin("POST", path + "/trial", message.formatted("attic", other), 200);
    assertThat(refused.path("stored").asBoolean()).isFalse();
    assertThat(refused.path("refusal").asText()).contains("no Datastream temperature");
    JsonNode unknown = admin("POST", path + "/trial", "{\"topic\": \"a/b\", \"payload\": 1}", 200);
    assertThat(unknown.path("refusal").asText()).contains("no template for this topic");
    assertThat(admin("POST", path + "/trial", "{}", 422).path("violations")).hasSize(2);
    String misspelt = message.formatted("attic", other).replace("mapping", "maping");
    assertThat(admin("POST", path + "/trial", misspelt, 422).at("/violations/0/detail").asText())
        .isEqualTo("maping is no member of a trial; did you mean mapping?");
  }

  @Test
  void onlyAdministratorsSetMappingsAndOnlyOfWhatExists() {
    for (String method : new String[] {"GET", "PUT", "DELETE"}) {
      String body = method.equals("PUT") ? zigbee() : "";
      assertThat(TestFarm.send("owner", method, path, body).statusCode()).isEqualTo(403);
    }
    assertThat(TestFarm.send("owner", "POST", path + "/trial", "{}").statusCode()).isEqualTo(403);
    admin("GET", path, "", 404);
    admin("DELETE", path, "", 404);
    admin("PUT", path.replace(account, "nobody"), zigbee(), 404);
    String unknown = zigbee().replace(farm.farm.toString(), UUID.randomUUID().toString());
    assertThat(admin("PUT", path, unknown, 422).at("/violations/0/pointer").asText())
        .isEqualTo("/templates/0/farmId");
    assertThat(admin("PUT", path, "{\"templates\": []}", 422).at("/violations/0/pointer").asText())
        .isEqualTo("/templates");
    admin("PUT", path, zigbee(), 200);
    admin("DELETE", path, "", 204);
    admin("GET", path, "", 404);
  }

  private static JsonNode send(HttpRequest.Builder request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
      return Json.parse(answer.body());
    }
  }

  /** A token of the administrator, or of the gateway for what belongs to it. */
  private static String token(String base, String audience) throws Exception {
    String basic =
        Base64.getEncoder()
            .encodeToString("sensor:sensor-dev-password".getBytes(StandardCharsets.UTF_8));
    boolean gateway = audience.equals("sensor-api");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + "/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded");
    if (gateway) {
      request.header("Authorization", "Basic " + basic);
    }
    String form =
        gateway
            ? "grant_type=client_credentials&scope=sensor-read"
            : "grant_type=urn:glebe:params:oauth:grant-type:development&user=admin"
                + "&scope=farm-read+farm-write";
    return send(request.POST(HttpRequest.BodyPublishers.ofString(form + "&audience=" + audience)))
        .path("access_token")
        .asText();
  }

  private static JsonNode call(
      String base, String audience, String method, String path, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Authorization", "Bearer " + token(base, audience))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  private static int port(JsonNode running) {
    return URI.create(running.path("mqtt").asText()).getPort();
  }

  @Test
  void whatWasAcknowledgedAndTheNamesOutliveAKill() throws Exception {
    Path data = folder.resolve("data");
    try (PlatformProcess first = PlatformProcess.shortLived(data, Map.of())) {
      JsonNode running = first.running();
      call(
          running.path("http").asText(),
          "farm-api",
          "PUT",
          "/v1/admin/service-accounts/sensor/mqtt-mapping",
          "{\"templates\": [{\"topic\": \"site/{device}/{measure}\", \"thing\": \"{device}\","
              + " \"create\": true, \"others\": true}]}");
      Mqtt5BlockingClient client = client(port(running), "sensor", "sensor-dev-password");
      publish(client, "site/pump/flow", "1");
      first.kill();
    }
    try (PlatformProcess second = PlatformProcess.shortLived(data, Map.of())) {
      JsonNode running = second.running();
      Mqtt5BlockingClient client = client(port(running), "sensor", "sensor-dev-password");
      publish(client, "site/pump/flow", "2");
      client.disconnect();
      JsonNode stored =
          call(
              running.path("http").asText(),
              "sensor-api",
              "GET",
              "/sta/v1.1/Datastreams?$expand=Observations($orderby=result),Thing",
              "");
      assertThat(stored.path("value")).as(stored.toString()).hasSize(1);
      assertThat(stored.at("/value/0/Thing/name").asText()).isEqualTo("pump");
      assertThat(stored.at("/value/0/Observations").findValuesAsText("result"))
          .containsExactly("1", "2");
      second.stop("TERM");
    }
  }
}
