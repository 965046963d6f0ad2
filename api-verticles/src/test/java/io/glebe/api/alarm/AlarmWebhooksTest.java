package io.glebe.api.alarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.rights.FarmPerson;
import io.glebe.core.alarm.AlarmModule;
import io.glebe.core.alarm.webhook.WebhookSignature;
import io.glebe.core.json.Json;
import io.glebe.core.metrics.MeterNames;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages to webhooks: their signature, their attempts, and where they may go. */
@Timeout(180)
class AlarmWebhooksTest {
  private record Received(String id, String timestamp, String signature, String body) {}

  private final AlarmFarm farm = new AlarmFarm();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      received.add(
          new Received(
              exchange.getRequestHeaders().getFirst("webhook-id"),
              exchange.getRequestHeaders().getFirst("webhook-timestamp"),
              exchange.getRequestHeaders().getFirst("webhook-signature"),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
      exchange.sendResponseHeaders(refusals.getAndDecrement() > 0 ? 503 : 204, -1);
    }
  }

  private static Platform platform() {
    return TestPlatform.shared().platform();
  }

  private String path() {
    return "/v1/farms/" + farm.farm.farm + "/alarm-webhooks";
  }

  private HttpResponse<String> order(String url) {
    return farm.owner.send(
        "POST",
        path(),
        "{'name': 'Phone', 'url': '%s', 'minimumSeverity': 'WARNING'}".formatted(url));
  }

  private JsonNode webhook() {
    HttpResponse<String> answer =
        order("http://127.0.0.1:" + server.getAddress().getPort() + "/hook?farm=1");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return Json.parse(answer.body());
  }

  private String one(JsonNode webhook) {
    return path() + "/" + webhook.path("id").asText();
  }

  /** A new rule begins with the last value, so the second one comes after the first check. */
  private void startAndEnd() {
    farm.observe(40, Instant.now().minusSeconds(20));
    await().until(() -> !received.isEmpty());
    farm.observe(20, Instant.now().minusSeconds(10));
  }

  @Test
  void theStartAndTheEndOfAnEventAreSentWithASignature() {
    JsonNode webhook = webhook();
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30"));
    startAndEnd();
    await().until(() -> received.size() == 2);
    byte[] secret = WebhookSignature.secret(webhook.path("secret").asText());
    for (Received message : received) {
      Instant time = Instant.ofEpochSecond(Long.parseLong(message.timestamp()));
      assertThat(message.signature())
          .isEqualTo(
              WebhookSignature.of(secret, UUID.fromString(message.id()), time, message.body()));
      JsonNode data = Json.parse(message.body()).path("data");
      assertThat(data.path("alarmRuleId").asText()).isEqualTo(rule.toString());
      assertThat(data.path("id")).isEqualTo(farm.events(rule).getFirst().path("id"));
    }
    assertThat(received)
        .extracting(message -> Json.parse(message.body()).path("type").asText())
        .containsExactlyInAnyOrder("alarm.started", "alarm.ended");
  }

  @Test
  void aMessageThatIsRefusedIsSentAgainAndItsStateIsShown() {
    JsonNode webhook = webhook();
    refusals.set(2);
    assertThat(farm.owner.send("POST", one(webhook) + "/test", "").statusCode()).isEqualTo(202);
    await()
        .untilAsserted(
            () -> {
              JsonNode delivery = farm.owner.items(one(webhook) + "/deliveries").getFirst();
              assertThat(delivery.path("state").asText()).isEqualTo("DELIVERED");
              assertThat(delivery.path("attempts").asInt()).isEqualTo(3);
              assertThat(delivery.path("lastStatus").asInt()).isEqualTo(204);
            });
    assertThat(received).extracting(Received::id).hasSize(3).containsOnly(received.getFirst().id());
  }

  private static void query(String sql, Object... values) {
    platform().infrastructure().database().query(sql, values).await();
  }

  private static UUID id(JsonNode webhook) {
    return UUID.fromString(webhook.path("id").asText());
  }

  @Test
  @Tag("GLEBE_ALARM_WEBHOOKS")
  void aFarmHasFewWebhooks() {
    JsonNode first = webhook();
    for (int i = 1; i < 10; i++) {
      webhook();
    }
    assertThat(order("http://127.0.0.1:1/").statusCode()).isEqualTo(409);
    assertThat(farm.owner.items(path())).hasSize(10);
    assertThat(farm.owner.send("DELETE", one(first), "").statusCode()).isEqualTo(204);
    webhook();
  }

  @Test
  @Tag("GLEBE_ALARM_WEBHOOK_QUEUE")
  void aFullQueueOfAWebhookTakesNoMessagesAndCountsThem() {
    JsonNode webhook = webhook();
    query(
        """
        insert into alarm.delivery (id, webhook_id, kind, body, due_at)
        select gen_random_uuid(), $1, 'alarm.test', '{}', now() + interval '1 day'
        from generate_series(1, 1000)
        """,
        id(webhook));
    assertThat(farm.owner.send("POST", one(webhook) + "/test", "").statusCode()).isEqualTo(409);
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30"));
    farm.observe(40);
    farm.event(rule, "ACTIVE");
    JsonNode full = farm.owner.items(path()).getFirst();
    assertThat(full.path("refused").asInt()).isEqualTo(1);
    assertThat(full.path("waiting").asInt()).isEqualTo(1000);
    assertThat(received).isEmpty();

    query("delete from alarm.delivery where webhook_id = $1", id(webhook));
    assertThat(farm.owner.send("POST", one(webhook) + "/test", "").statusCode()).isEqualTo(202);
    await().until(() -> received.size() == 1);
  }

  @Test
  @Tag("GLEBE_ALARM_WEBHOOK_TRIES")
  void aMessageThatIsRefusedTooOftenHasFailed() {
    JsonNode webhook = webhook();
    refusals.set(1);
    query(
        """
        insert into alarm.delivery (id, webhook_id, kind, body, attempts)
        values (gen_random_uuid(), $1, 'alarm.test', '{}', 7)
        """,
        id(webhook));
    await()
        .untilAsserted(
            () -> {
              JsonNode delivery = farm.owner.items(one(webhook) + "/deliveries").getFirst();
              assertThat(delivery.path("state").asText()).isEqualTo("FAILED");
              assertThat(delivery.path("attempts").asInt()).isEqualTo(8);
              assertThat(delivery.path("lastStatus").asInt()).isEqualTo(503);
            });
    assertThat(farm.owner.send("POST", one(webhook) + "/test", "").statusCode()).isEqualTo(202);
    await().until(() -> received.size() == 2);
  }

  private static byte[] stored(UUID webhook) {
    return platform()
        .infrastructure()
        .database()
        .query("select secret from alarm.webhook where id = $1", webhook)
        .await()
        .iterator()
        .next()
        .getBuffer("secret")
        .getBytes();
  }

  @Test
  void aSecretIsStoredEncryptedAndThatOfAnEarlierVersionAtTheNextStart() {
    JsonNode webhook = webhook();
    UUID id = UUID.fromString(webhook.path("id").asText());
    byte[] secret = WebhookSignature.secret(webhook.path("secret").asText());
    assertThat(stored(id)).hasSizeGreaterThan(secret.length);
    String plain = "update alarm.webhook set secret = $2 where id = $1";
    platform().infrastructure().database().query(plain, id, Buffer.buffer(secret)).await();
    try (AlarmModule _ =
        new AlarmModule(
            platform().infrastructure(),
            platform().records().records(),
            platform().records().signals(),
            Optional.empty(),
            platform().identity().grants(),
            caller -> Future.succeededFuture())) {
      await().until(() -> stored(id).length > secret.length);
    }
    farm.owner.send("POST", one(webhook) + "/test", "");
    await().until(() -> received.size() == 1);
    Received message = received.getFirst();
    Instant time = Instant.ofEpochSecond(Long.parseLong(message.timestamp()));
    assertThat(message.signature())
        .isEqualTo(
            WebhookSignature.of(secret, UUID.fromString(message.id()), time, message.body()));
  }

  private static double counted(String name, String... tags) {
    var registry = platform().infrastructure().meters().registry();
    return registry.get(name).tags(tags).counter().count();
  }

  @Test
  void checksEventsAndAttemptsAreCounted() {
    webhook();
    double checks = counted(MeterNames.ALARM_RULES_CHECKED);
    double started = counted(MeterNames.ALARM_EVENTS, "change", "started");
    double ended = counted(MeterNames.ALARM_EVENTS, "change", "ended");
    double repeated = counted(MeterNames.ALARM_DELIVERIES, "outcome", "repeated");
    double delivered = counted(MeterNames.ALARM_DELIVERIES, "outcome", "delivered");
    refusals.set(1);
    farm.stored(farm.rule("ABOVE", "'threshold': 30"));
    startAndEnd();
    await().until(() -> received.size() >= 3);
    await()
        .untilAsserted(
            () -> {
              assertThat(counted(MeterNames.ALARM_RULES_CHECKED)).isGreaterThan(checks);
              assertThat(counted(MeterNames.ALARM_EVENTS, "change", "started"))
                  .isGreaterThan(started);
              assertThat(counted(MeterNames.ALARM_EVENTS, "change", "ended")).isGreaterThan(ended);
              assertThat(counted(MeterNames.ALARM_DELIVERIES, "outcome", "repeated"))
                  .isGreaterThan(repeated);
              assertThat(counted(MeterNames.ALARM_DELIVERIES, "outcome", "delivered"))
                  .isGreaterThanOrEqualTo(delivered + 2);
            });
  }

  @Test
  void aMessageWithoutAReceiverWaitsForItsNextAttempt() {
    JsonNode webhook = webhook();
    server.stop(0);
    farm.owner.send("POST", one(webhook) + "/test", "");
    await()
        .untilAsserted(
            () -> {
              JsonNode delivery = farm.owner.items(one(webhook) + "/deliveries").getFirst();
              assertThat(delivery.path("attempts").asInt()).isPositive();
              assertThat(delivery.path("lastFailure").asText()).isEqualTo("no connection");
              assertThat(delivery.path("state").asText()).isEqualTo("WAITING");
            });
  }

  @Test
  void aRuleOfALowerSeverityIsNotSent() {
    webhook();
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30, 'severity': 'INFO'"));
    farm.observe(40);
    farm.event(rule, "ACTIVE");
    assertThat(received).isEmpty();
  }

  @Test
  void addressesOfPrivateNetworksAndOtherSchemesAreRefused() {
    for (String url :
        List.of(
            "http://hooks.example.org/",
            "https://10.0.0.1/",
            "https://[::1]/",
            "https://169.254.169.254/latest/meta-data",
            "ftp://127.0.0.1/",
            "https://user:secret@hooks.example.org/",
            "http://127.0.0.2/")) {
      HttpResponse<String> answer = order(url);
      assertThat(answer.statusCode()).as(url).isEqualTo(422);
      assertThat(answer.body()).contains("/url");
    }
  }

  @Test
  void theSecretIsShownOnceAndOnlyWhoChangesRulesSeesWebhooks() {
    JsonNode webhook = webhook();
    assertThat(webhook.path("secret").asText()).startsWith("whsec_");
    assertThat(farm.owner.items(path()))
        .singleElement()
        .satisfies(one -> assertThat(one.has("secret")).isFalse());
    FarmPerson worker = new FarmPerson().on(farm.farm, "WORKER");
    assertThat(worker.get(path()).statusCode()).isEqualTo(403);
    assertThat(worker.send("DELETE", one(webhook), "").statusCode()).isEqualTo(403);
    FarmPerson neighbour = new AlarmFarm().owner;
    assertThat(neighbour.get(one(webhook)).statusCode()).isEqualTo(403);
    assertThat(farm.owner.send("DELETE", one(webhook), "").statusCode()).isEqualTo(204);
    assertThat(farm.owner.get(one(webhook)).statusCode()).isEqualTo(404);
    assertThat(farm.owner.items("/v1/audit-logs?entityId=" + webhook.path("id").asText()))
        .extracting(entry -> entry.path("action").asText())
        .containsExactly("CREATE", "DELETE");
  }
}
