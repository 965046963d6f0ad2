package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who makes and ends accounts of devices, and what these may do. */
@Timeout(120)
class DeviceAccountTest {
  private final FarmPerson owner = new FarmPerson();
  private final FarmPerson neighbour = new FarmPerson();
  private TestFarm farm;
  private TestFarm other;

  @BeforeEach
  void twoFarms() {
    TestFarm.role("SERVICE");
    farm = new TestFarm("owner");
    other = new TestFarm("neighbour");
    owner.on(farm, "OWNER");
    neighbour.on(other, "OWNER");
  }

  private static String accounts(TestFarm of) {
    return "/v1/farms/" + of.farm + "/device-accounts";
  }

  private static ObjectNode done(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    return Json.parseObject(answer.body());
  }

  private static HttpResponse<String> template(FarmPerson by, TestFarm of) {
    return by.through("sensor-api", "sensor-read", "sensor-write")
        .send(
            "POST",
            "/sta/v1.1/composite",
            "{'template': 'soil-probe', 'thing': {'name': 'Probe Škofja Loka', 'properties':"
                + " {'farmId': '"
                + of.farm
                + "'}}}");
  }

  private static HttpResponse<String> order(FarmPerson by, TestFarm of, JsonNode device) {
    return by.send(
        "POST", accounts(of), "{'thingId': " + device.at("/thing/@iot.id").asLong() + "}");
  }

  private static Mqtt5BlockingClient client(JsonNode account) {
    Mqtt5BlockingClient client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(TestPlatform.shared().platform().mqtt().port().orElseThrow())
            .simpleAuth()
            .username(account.path("name").asText())
            .password(account.path("password").asText().getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    return client;
  }

  private static void publish(Mqtt5BlockingClient client, long datastream, String message) {
    client
        .publishWith()
        .topic("v1.1/Datastreams(" + datastream + ")/Observations")
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(message.getBytes(StandardCharsets.UTF_8))
        .send();
  }

  private static long stream(JsonNode device) {
    return device.at("/datastreams/0/@iot.id").asLong();
  }

  @Test
  void theAccountOfADevicePublishesToItsDatastreams() {
    JsonNode device = done(template(owner, farm));
    JsonNode account = done(order(owner, farm, device));
    assertThat(account.path("name").asText()).matches("device-probe-skofja-loka-[a-z2-9]{8}");
    Mqtt5BlockingClient client = client(account);
    publish(client, stream(device), "{\"result\": 31.5}");
    client.disconnect();
    JsonNode read =
        owner
            .through("sensor-api", "sensor-read")
            .read("/sta/v1.1/Datastreams(" + stream(device) + ")/Observations");
    assertThat(read.at("/value/0/result").asDouble()).isEqualTo(31.5);
    assertThat(owner.items(accounts(farm)))
        .singleElement()
        .satisfies(
            listed -> {
              assertThat(listed.path("name")).isEqualTo(account.path("name"));
              assertThat(listed.path("thingId")).isEqualTo(account.path("thingId"));
              assertThat(listed.has("password")).isFalse();
            });
    assertThat(order(owner, farm, device).statusCode()).as("a second account").isEqualTo(409);
  }

  @Test
  void refusedMessagesAreCountedByReasonForThePeopleOfTheFarm() {
    JsonNode device = done(template(owner, farm));
    long foreign = stream(done(template(neighbour, other)));
    Mqtt5BlockingClient client = client(done(order(owner, farm, device)));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> publish(client, foreign, "{\"result\": 1}"))
          .isInstanceOf(Mqtt5PubAckException.class);
    }
    assertThatThrownBy(() -> publish(client, stream(device), "{\"result\": }"))
        .isInstanceOf(Mqtt5PubAckException.class);
    client.disconnect();
    FarmPerson viewer = new FarmPerson().on(farm, "VIEWER");
    await()
        .untilAsserted(
            () -> {
              List<JsonNode> listed = viewer.items(accounts(farm));
              assertThat(listed).hasSize(1);
              JsonNode refusals = listed.getFirst().path("refusals");
              assertThat(refusals.findValuesAsText("reason"))
                  .containsExactlyInAnyOrder("not-allowed", "bad-payload");
              assertThat(refusals.valueStream().mapToInt(r -> r.path("count").asInt()).sum())
                  .isEqualTo(4);
              assertThat(refusals.findValuesAsText("topic"))
                  .contains("v1.1/Datastreams(" + foreign + ")/Observations");
            });
  }

  @Test
  void anAccountThatHasEndedSignsInNoMoreAndItsUserHasNoAccess() {
    JsonNode device = done(template(owner, farm));
    JsonNode account = done(order(owner, farm, device));
    Mqtt5BlockingClient open = client(account);
    String path = accounts(farm) + "/" + account.path("name").asText();
    assertThat(owner.send("DELETE", path, "").statusCode()).isEqualTo(204);
    await().until(() -> !open.getState().isConnected());
    assertThatThrownBy(() -> client(account)).isInstanceOf(Mqtt5ConnAckException.class);
    assertThat(owner.items("/v1/access-assignments?farmId=" + farm.farm))
        .extracting(assignment -> assignment.path("userId").asText())
        .doesNotContain(user(account));
    assertThat(owner.send("DELETE", path, "").statusCode()).isEqualTo(404);
    JsonNode next = done(order(owner, farm, device));
    assertThat(next.path("name")).isNotEqualTo(account.path("name"));
    Mqtt5BlockingClient again = client(next);
    publish(again, stream(device), "{\"result\": 30}");
    again.disconnect();
  }

  private static String user(JsonNode account) {
    return TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(
            "select id::text from record.users where doc ->> 'subject' = $1",
            account.path("name").asText())
        .await()
        .iterator()
        .next()
        .getString(0);
  }

  @Test
  void nobodyOfAnotherFarmMakesReadsOrEndsAccountsHere() {
    JsonNode device = done(template(owner, farm));
    JsonNode account = done(order(owner, farm, device));
    String path = accounts(farm) + "/" + account.path("name").asText();
    for (FarmPerson stranger : List.of(neighbour, new FarmPerson())) {
      assertThat(template(stranger, farm).statusCode()).isEqualTo(403);
      assertThat(order(stranger, farm, device).statusCode()).isEqualTo(403);
      assertThat(stranger.get(accounts(farm)).statusCode()).isEqualTo(403);
      assertThat(stranger.send("DELETE", path, "").statusCode()).isEqualTo(403);
    }
    HttpResponse<String> foreign = order(neighbour, other, device);
    HttpResponse<String> unknown =
        neighbour.send("POST", accounts(other), "{'thingId': 999999999}");
    assertThat(foreign.statusCode()).isEqualTo(422);
    assertThat(detail(foreign)).as("no answer tells of Things").isEqualTo(detail(unknown));
    String elsewhere = accounts(other) + "/" + account.path("name").asText();
    assertThat(neighbour.send("DELETE", elsewhere, "").statusCode()).isEqualTo(404);
    client(account).disconnect();
  }

  private static String detail(HttpResponse<String> refused) {
    return Json.parseObject(refused.body()).path("detail").asText();
  }

  @Test
  void aMisspeltMemberOfAnOrderIsRefused() {
    HttpResponse<String> refused = owner.send("POST", accounts(farm), "{'thingID': 1}");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(Json.parseObject(refused.body()).path("violations").findValuesAsText("detail"))
        .containsExactly(
            "thingID is no member of a device account; did you mean thingId?",
            "the id of a Thing is needed");
  }

  @Test
  void aRoleOfTheFarmThatMayNotInvitePeopleMakesNoAccounts() {
    JsonNode device = done(template(owner, farm));
    for (String role : List.of("VIEWER", "WORKER", "ADVISER", "AUDITOR", "SERVICE")) {
      FarmPerson person = new FarmPerson().on(farm, role);
      assertThat(order(person, farm, device).statusCode()).as(role).isEqualTo(403);
    }
    assertThat(template(new FarmPerson().on(farm, "VIEWER"), farm).statusCode()).isEqualTo(403);
    done(order(new FarmPerson().on(farm, "MANAGER"), farm, device));
  }

  @Test
  void nobodyGivesADeviceMoreThanHeMayDoHimself() {
    String code = "R" + UUID.randomUUID().toString().substring(0, 8).toUpperCase(Locale.ROOT);
    UUID role = UUID.randomUUID();
    TestFarm.system(
        "Role",
        role,
        "{'name': '%s', 'code': '%s', 'organizationId': '%s', 'permissions': ['farm:read', 'accessAssignment:create', 'user:create', 'device:read', 'device:update']}"
            .formatted(code, code, farm.organization));
    FarmPerson limited = new FarmPerson();
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}".formatted(limited.id, farm.farm, role));
    JsonNode device = done(template(owner, farm));
    HttpResponse<String> refused = order(limited, farm, device);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
    assertThat(owner.items(accounts(farm))).isEmpty();
    done(order(owner, farm, device));
  }

  @Test
  void theAccountOfADeviceMakesNoDevicesElsewhereAndNoAccounts() {
    JsonNode account = done(order(owner, farm, done(template(owner, farm))));
    JsonNode foreign = done(template(neighbour, other));
    Mqtt5BlockingClient client = client(account);
    assertThatThrownBy(() -> publish(client, stream(foreign), "{\"result\": 1}"))
        .isInstanceOf(Mqtt5PubAckException.class);
    client.disconnect();
    String bearer =
        token(
            "grant_type=client_credentials&client_id="
                + account.path("name").asText()
                + "&client_secret="
                + account.path("password").asText()
                + "&audience=sensor-api&scope=sensor-read+sensor-write");
    String thing =
        "{'template': 'soil-probe', 'thing': {'name': 'x', 'properties': {'farmId': '%s'}}}";
    assertThat(send(bearer, "/sta/v1.1/composite", thing.formatted(other.farm)).statusCode())
        .isEqualTo(403);
    assertThat(send(bearer, accounts(farm), "{'thingId': 1}").statusCode())
        .as("its token is for the sensor API only")
        .isEqualTo(401);
  }

  @Test
  void anAppMakesNoAccountForThePersonWhoUsesIt() {
    JsonNode device = done(template(owner, farm));
    String app =
        token(
            "grant_type=urn:glebe:params:oauth:grant-type:development&user=owner"
                + "&scope=farm-read+farm-write&client=ext-"
                + UUID.randomUUID());
    String order = "{'thingId': " + device.at("/thing/@iot.id").asLong() + "}";
    HttpResponse<String> refused = send(app, accounts(farm), order);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
    assertThat(refused.body()).contains("a registered app may not do this");
  }

  private static String token(String form) {
    TestPlatform platform = TestPlatform.shared();
    HttpResponse<String> answer =
        platform.send(
            HttpRequest.newBuilder(platform.uri("/dev/identity/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    return done(answer).path("access_token").asText();
  }

  private static HttpResponse<String> send(String bearer, String path, String body) {
    TestPlatform platform = TestPlatform.shared();
    return platform.send(
        HttpRequest.newBuilder(platform.uri(path))
            .header("Authorization", "Bearer " + bearer)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"'))));
  }
}
