package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.exceptions.MqttClientStateException;
import com.hivemq.client.mqtt.exceptions.MqttSessionExpiredException;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5MessageException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** After the response that confirms a revocation, the right is revoked over MQTT, too. */
@Timeout(120)
class MqttRevocationTest {
  private static final String PASSWORD = "a long enough password";

  private final TestPlatform test = TestPlatform.shared();
  private final Platform platform = test.platform();
  private final Onboarding onboarding =
      new Onboarding(platform.infrastructure().database(), platform.records().records());
  private final UUID organization = UUID.randomUUID();
  private final UUID farm = UUID.randomUUID();
  private final UUID kept = UUID.randomUUID();
  private long datastream;
  private long keptDatastream;
  private String administrator;
  private String grower;
  private Gateway keeper;

  /** An account, the user for whom it acts, and the role and the assignment on the farm. */
  private record Gateway(String name, UUID user, UUID role, UUID assignment) {}

  enum Taken {
    ACCOUNT,
    USER_DISABLED,
    USER_DELETED,
    ASSIGNMENT_DELETED,
    ASSIGNMENT_ENDED,
    ROLE_CHANGED,
    ROLE_ENDED
  }

  @BeforeEach
  void createTwoFarmsWithSensors() {
    onboarding.roles().await();
    onboarding.organization(organization, "Business").await();
    administrator = administrator();
    String subject = "grower-" + farm;
    UUID growing = user(subject);
    for (UUID each : new UUID[] {farm, kept}) {
      ObjectNode doc = Json.object().put("name", "Farm");
      onboarding.farm(each, doc.put("organizationId", organization.toString())).await();
      onboarding.assign(growing, each, "OWNER").await();
    }
    grower = grower(subject);
    datastream = datastream(farm);
    keptDatastream = datastream(kept);
    keeper = gateway();
  }

  private String administrator() {
    HttpResponse<String> answer =
        test.send(
            HttpRequest.newBuilder(test.uri("/dev/identity/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    BodyPublishers.ofString(
                        "grant_type=urn%3Aglebe%3Aparams%3Aoauth%3Agrant-type%3Adevelopment"
                            + "&user=admin&scope=farm-read%20farm-write")));
    return Json.parseObject(answer.body()).path("access_token").asText();
  }

  private String grower(String subject) {
    ObjectNode order = Json.object().put("name", "at once").put("subject", subject);
    order.putArray("audiences").add("farm-api");
    order.putArray("scopes").add("farm-read").add("farm-write");
    String made = send(administrator, "POST", "/v1/admin/tokens", order);
    return Json.parseObject(made).path("token").asText();
  }

  private UUID user(String subject) {
    return onboarding
        .user(new Onboarding.NewUser(subject, Optional.empty(), "Somebody", Optional.empty()))
        .await();
  }

  private long datastream(UUID of) {
    return DatastreamRow.ofFarm(platform.infrastructure().database(), of);
  }

  /** An account that subscribes and publishes on both farms, on one of them by its own role. */
  private Gateway gateway() {
    String name = "at-once-" + UUID.randomUUID();
    Set<String> scopes = Set.of("sensor-read", "sensor-write");
    platform.identity().accounts().put(name, PASSWORD, scopes).await();
    UUID user = user(name);
    UUID role = role();
    onboarding.assign(user, kept, "OWNER").await();
    return new Gateway(name, user, role, assigned(user, farm, role));
  }

  private UUID role() {
    String code = "R" + UUID.randomUUID().toString().substring(0, 8).toUpperCase(Locale.ROOT);
    ObjectNode role = Json.object().put("code", code).put("name", code).put("type", "CUSTOM");
    role.put("organizationId", organization.toString());
    role.putArray("permissions").add("observation:read").add("observation:create");
    return put("/v1/roles/", role);
  }

  private UUID assigned(UUID user, UUID where, UUID role) {
    return put(
        "/v1/access-assignments/",
        Json.object()
            .put("userId", user.toString())
            .put("farmId", where.toString())
            .put("roleId", role.toString()));
  }

  private UUID put(String path, ObjectNode doc) {
    UUID id = UUID.randomUUID();
    doc.put("id", id.toString()).put("originType", "USER");
    send(grower, "PUT", path + id, doc);
    return id;
  }

  private String send(String token, String method, String path, ObjectNode body) {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : Json.MEDIA_TYPE;
    HttpRequest.BodyPublisher bytes =
        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body));
    HttpResponse<String> answer =
        test.send(
            HttpRequest.newBuilder(test.uri(path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", type)
                .method(method, bytes));
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    return answer.body();
  }

  private void take(Taken what, Gateway from) {
    String user = "/v1/users/" + from.user();
    String role = "/v1/roles/" + from.role();
    String assignment = "/v1/access-assignments/" + from.assignment();
    ObjectNode nothing = Json.object();
    ObjectNode fewer = Json.object();
    fewer.putArray("permissions").add("farm:read");
    ObjectNode ended = Json.object().put("endsAt", Instant.now().toString());
    switch (what) {
      case ACCOUNT ->
          send(administrator, "DELETE", "/v1/admin/service-accounts/" + from.name(), nothing);
      case USER_DISABLED ->
          send(administrator, "PATCH", user, Json.object().put("status", "DISABLED"));
      case USER_DELETED -> send(administrator, "DELETE", user, nothing);
      case ASSIGNMENT_DELETED -> send(grower, "DELETE", assignment, nothing);
      case ASSIGNMENT_ENDED -> send(grower, "PATCH", assignment, ended);
      case ROLE_CHANGED -> send(grower, "PATCH", role, fewer);
      case ROLE_ENDED -> send(grower, "PATCH", role, ended);
    }
  }

  private Mqtt5BlockingClient connected(Gateway gateway) {
    Mqtt5BlockingClient client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(platform.mqtt().port().orElseThrow())
            .simpleAuth()
            .username(gateway.name())
            .password(PASSWORD.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connectWith().restrictions().receiveMaximum(1).applyRestrictions().send();
    return client;
  }

  private static String topic(long datastream) {
    return "v1.1/Datastreams(" + datastream + ")/Observations";
  }

  private static void bring(Mqtt5BlockingClient client, long datastream, int result) {
    client
        .publishWith()
        .topic(topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(("{\"result\": " + result + "}").getBytes(StandardCharsets.UTF_8))
        .send();
  }

  /** Whether the publication is accepted; false if it is refused or the connection has ended. */
  private static boolean brings(Mqtt5BlockingClient client, long datastream) {
    try {
      bring(client, datastream, 2);
      return true;
    } catch (Mqtt5MessageException | MqttClientStateException | MqttSessionExpiredException gone) {
      return false;
    }
  }

  private static String received(Mqtt5Publish message) {
    return message.getTopic().toString()
        + Json.parseObject(message.getPayloadAsBytes()).path("result");
  }

  private static Mqtt5Publish next(Mqtt5BlockingClient.Mqtt5Publishes messages)
      throws InterruptedException {
    return messages.receive(1, TimeUnit.MINUTES).orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(Taken.class)
  void noObservationIsAcceptedAfterTheResponse(Taken what) {
    Gateway gateway = gateway();
    Mqtt5BlockingClient client = connected(gateway);
    bring(client, datastream, 1);
    take(what, gateway);
    assertThat(brings(client, datastream)).isFalse();
    if (client.getState().isConnected()) {
      client.disconnect();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Taken.class,
      names = {"ASSIGNMENT_DELETED", "ASSIGNMENT_ENDED", "ROLE_CHANGED", "ROLE_ENDED"})
  void onlyPermittedMessagesAreDeliveredAfterTheResponse(Taken what) throws InterruptedException {
    Gateway gateway = gateway();
    Mqtt5BlockingClient bringing = connected(keeper);
    Mqtt5BlockingClient hearing = connected(gateway);
    try (var messages = hearing.publishes(MqttGlobalPublishFilter.ALL)) {
      hearing.subscribeWith().topicFilter(topic(datastream)).qos(MqttQos.AT_MOST_ONCE).send();
      hearing.subscribeWith().topicFilter(topic(keptDatastream)).qos(MqttQos.AT_MOST_ONCE).send();
      bring(bringing, datastream, 1);
      assertThat(received(next(messages))).isEqualTo(topic(datastream) + 1);
      take(what, gateway);
      bring(bringing, datastream, 2);
      bring(bringing, keptDatastream, 3);
      assertThat(received(next(messages))).isEqualTo(topic(keptDatastream) + 3);
    }
    hearing.disconnect();
    bringing.disconnect();
  }

  @ParameterizedTest
  @EnumSource(value = Taken.class, names = "ASSIGNMENT_DELETED")
  void queuedMessagesAreNotDeliveredAfterTheResponse(Taken what) throws InterruptedException {
    Gateway gateway = gateway();
    Mqtt5BlockingClient bringing = connected(keeper);
    Mqtt5BlockingClient hearing = connected(gateway);
    try (var messages = hearing.publishes(MqttGlobalPublishFilter.ALL, true)) {
      hearing.subscribeWith().topicFilter(topic(datastream)).qos(MqttQos.AT_LEAST_ONCE).send();
      hearing.subscribeWith().topicFilter(topic(keptDatastream)).qos(MqttQos.AT_LEAST_ONCE).send();
      bring(bringing, datastream, 1);
      Mqtt5Publish first = next(messages);
      bring(bringing, datastream, 2);
      bring(bringing, keptDatastream, 3);
      take(what, gateway);
      first.acknowledge();
      Mqtt5Publish second = next(messages);
      assertThat(received(second)).isEqualTo(topic(keptDatastream) + 3);
      second.acknowledge();
    }
    hearing.disconnect();
    bringing.disconnect();
  }
}
