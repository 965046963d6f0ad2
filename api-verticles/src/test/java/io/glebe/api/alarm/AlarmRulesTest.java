package io.glebe.api.alarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.rights.ChangeEvents;
import io.glebe.api.farm.rights.FarmPerson;
import io.glebe.core.alarm.AlarmModule;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What alarm rules find in observations and tasks, and who may do what with them. */
@Timeout(180)
class AlarmRulesTest {
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final AlarmFarm farm = new AlarmFarm();

  private Instant ago(int seconds) {
    return now.minusSeconds(seconds);
  }

  private static Platform platform() {
    return TestPlatform.shared().platform();
  }

  @Test
  void aValueAboveTheThresholdStartsAnEventThatEndsWhenItIsBackBehindTheHysteresis() {
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30, 'hysteresis': 2"));
    farm.observe(29, ago(50));
    farm.observe(31.5, ago(40));
    JsonNode event = farm.event(rule, "ACTIVE");
    assertThat(event.path("value").asDouble()).isEqualTo(31.5);
    assertThat(event.path("startedAt").asText()).isEqualTo(ago(40).toString());
    assertThat(event.path("name").asText()).isEqualTo("Too wet");
    assertThat(event.path("datastreamId").asLong()).isEqualTo(farm.datastream);
    for (int i = 0; i < 10; i++) {
      farm.observe(i % 2 == 0 ? 29.5 : 30.5, ago(30 - i));
    }
    farm.observe(27.9, ago(10));
    assertThat(farm.event(rule, "ENDED").path("endedAt").asText()).isEqualTo(ago(10).toString());
  }

  @Test
  void aRuleThatIsMadeWhileTheValueIsBeyondItStartsAnEventAtOnce() {
    farm.observe(40, ago(60));
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30"));
    assertThat(farm.event(rule, "ACTIVE").path("startedAt").asText()).isEqualTo(ago(60).toString());
  }

  @Test
  void aFallAgainstTheValueOfSomeTimeBeforeStartsAnEvent() {
    UUID rule = farm.stored(farm.rule("FALL", "'threshold': 5, 'durationSeconds': 60"));
    farm.observe(40, ago(120));
    farm.observe(36, ago(90));
    farm.observe(34, ago(60));
    JsonNode event = farm.event(rule, "ACTIVE");
    assertThat(event.path("value").asDouble()).isEqualTo(6);
    assertThat(event.path("startedAt").asText()).isEqualTo(ago(60).toString());
  }

  @Test
  void aSilentDatastreamStartsAnEventThatTheNextObservationEnds() {
    farm.observe(20);
    UUID rule = farm.stored(farm.rule("SILENCE", "'durationSeconds': 2"));
    farm.event(rule, "ACTIVE");
    farm.observe(21);
    farm.event(rule, "ENDED");
  }

  @Test
  void aDueTaskHasOneEventUntilItIsDone() {
    ObjectNode rule =
        AlarmFarm.of(
            "{'farmId': '%s', 'name': 'Due soon', 'kind': 'TASK_DUE', 'durationSeconds': 3600}"
                .formatted(farm.farm.farm));
    UUID id = farm.stored(rule);
    ObjectNode task =
        AlarmFarm.of(
            "{'farmId': '%s', 'name': 'Mow', 'status': 'PLANNED', 'dueAt': '%s'}"
                .formatted(farm.farm.farm, Instant.now().plusSeconds(600)));
    String path = "/v1/tasks/" + task.path("id").asText();
    assertThat(farm.owner.send("PUT", path, Json.write(task)).statusCode()).isEqualTo(201);
    assertThat(farm.event(id, "ACTIVE").path("taskId")).isEqualTo(task.path("id"));
    assertThat(farm.owner.send("PATCH", path, "{'status': 'CANCELLED'}").statusCode())
        .isEqualTo(200);
    farm.event(id, "ENDED");
  }

  @Test
  void observationsOverMqttAreChecked() {
    UUID rule = farm.stored(farm.rule("BELOW", "'threshold': 10, 'severity': 'CRITICAL'"));
    HttpResponse<String> made =
        farm.owner.send(
            "POST",
            "/v1/farms/" + farm.farm.farm + "/device-accounts",
            "{'thingId': " + farm.probe.at("/thing/@iot.id").asLong() + "}");
    JsonNode account = Json.parse(made.body());
    Mqtt5BlockingClient client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(platform().mqtt().port().orElseThrow())
            .simpleAuth()
            .username(account.path("name").asText())
            .password(account.path("password").asText().getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    client.connect();
    client
        .publishWith()
        .topic("v1.1/Datastreams(" + farm.datastream + ")/Observations")
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload("{\"result\": 4.5}".getBytes(StandardCharsets.UTF_8))
        .send();
    client.disconnect();
    JsonNode event = farm.event(rule, "ACTIVE");
    assertThat(event.path("value").asDouble()).isEqualTo(4.5);
    assertThat(event.path("severity").asText()).isEqualTo("CRITICAL");
  }

  @Test
  void severalProcessesMakeEachEventOnce() {
    List<AlarmModule> others = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      others.add(
          new AlarmModule(
              platform().infrastructure(),
              platform().records().records(),
              platform().records().signals(),
              Optional.empty(),
              platform().identity().grants(),
              caller -> Future.succeededFuture()));
    }
    try {
      List<UUID> rules = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        rules.add(farm.stored(farm.rule("ABOVE", "'threshold': 30, 'pauseSeconds': 0")));
      }
      Instant start = Instant.now();
      for (int i = 0; i < 20; i++) {
        farm.observe(i % 2 == 0 ? 40 : 20, start.plusMillis(i));
      }
      await()
          .untilAsserted(
              () ->
                  assertThat(rules)
                      .allSatisfy(
                          rule ->
                              assertThat(farm.events(rule))
                                  .hasSize(10)
                                  .allSatisfy(
                                      event ->
                                          assertThat(event.path("status").asText())
                                              .isEqualTo("ENDED"))));
    } finally {
      others.forEach(AlarmModule::close);
    }
  }

  @Test
  void anObservationThatAnotherProcessStoredIsCheckedAfterTheInterval() {
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30"));
    farm.observe(20, ago(40));
    var database = platform().infrastructure().database();
    database
        .query(
            """
            insert into sensor.observation (id, datastream_id, phenomenon_time, result, digest)
            values (nextval('sensor.observation_id'), $1, $2, 55, 1)
            """,
            farm.datastream,
            ago(20).atOffset(java.time.ZoneOffset.UTC))
        .await();
    database
        .query(
            "update sensor.latest set phenomenon_time = $2, result = 55 where datastream_id = $1",
            farm.datastream,
            ago(20).atOffset(java.time.ZoneOffset.UTC))
        .await();
    assertThat(farm.event(rule, "ACTIVE").path("value").asDouble()).isEqualTo(55);
  }

  @Test
  void aDeletedRuleEndsItsEventWhichStays() {
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30"));
    farm.observe(40);
    farm.event(rule, "ACTIVE");
    assertThat(farm.owner.send("DELETE", "/v1/alarm-rules/" + rule, "").statusCode())
        .isEqualTo(204);
    farm.event(rule, "ENDED");
  }

  @Test
  void anEventIsInTheStreamOfChanges() throws Exception {
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30"));
    try (var events = new ChangeEvents(farm.owner.bearer(), "collections=alarm-events")) {
      farm.observe(40);
      assertThat(events.first(line -> line.contains(rule.toString()))).contains("\"ACTIVE\"");
    }
  }

  @Test
  void aWorkerAcknowledgesAnEventAndAViewerOnlySeesIt() {
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30"));
    farm.observe(40);
    String path = "/v1/alarm-events/" + farm.event(rule, "ACTIVE").path("id").asText();
    String patch = "{'acknowledgement': 'ACKNOWLEDGED', 'note': 'the pump is off'}";
    FarmPerson viewer = new FarmPerson().on(farm.farm, "VIEWER");
    assertThat(viewer.get(path).statusCode()).isEqualTo(200);
    assertThat(viewer.send("PATCH", path, patch).statusCode()).isEqualTo(403);
    FarmPerson worker = new FarmPerson().on(farm.farm, "WORKER");
    HttpResponse<String> seen = worker.get(path);
    String etag = seen.headers().firstValue("ETag").orElseThrow();
    HttpResponse<String> done = worker.send("PATCH", path, patch, "If-Match", etag);
    assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
    JsonNode event = Json.parse(done.body());
    assertThat(event.path("acknowledgedByUserId").asText()).isEqualTo(worker.id.toString());
    assertThat(event.path("acknowledgedAt").asText()).isNotEmpty();
    assertThat(event.path("status").asText()).isEqualTo("ACTIVE");
    assertThat(farm.owner.send("PATCH", path, patch, "If-Match", etag).statusCode()).isEqualTo(412);
    assertThat(worker.send("PATCH", path, "{'acknowledgement': 'OPEN'}").statusCode())
        .isEqualTo(409);
    assertThat(worker.items("/v1/alarm-events?acknowledgement=OPEN&alarmRuleId=" + rule)).isEmpty();
  }

  @Test
  void nobodyMakesOrDeletesEvents() {
    String path = "/v1/alarm-events/" + UUID.randomUUID();
    for (String method : List.of("PUT", "DELETE")) {
      HttpResponse<String> answer = farm.owner.send(method, path, method.equals("PUT") ? "{}" : "");
      assertThat(answer.statusCode()).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow").orElseThrow()).contains("PATCH");
    }
  }

  @Test
  void aRuleOfADatastreamOfAnotherFarmIsRefusedAndNeverChecked() {
    AlarmFarm other = new AlarmFarm();
    ObjectNode rule = farm.rule("ABOVE", "'threshold': 30");
    HttpResponse<String> answer = farm.put(farm.owner, rule.put("datastreamId", other.datastream));
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body()).contains("V32", "/datastreamId");
  }

  @Test
  void aWorkerMakesNoRules() {
    FarmPerson worker = new FarmPerson().on(farm.farm, "WORKER");
    assertThat(farm.put(worker, farm.rule("ABOVE", "'threshold': 30")).statusCode()).isEqualTo(403);
  }

  @Test
  void aRuleThatLacksWhatItsKindNeedsIsRefusedByTheNameOfEachMember() {
    HttpResponse<String> answer = farm.put(farm.owner, farm.rule("RISE", "'hysteresis': -1"));
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body()).contains("/threshold", "/durationSeconds", "/hysteresis");
  }

  @Test
  void aRuleThatIsSwitchedOffStartsNothing() {
    UUID rule = farm.stored(farm.rule("ABOVE", "'threshold': 30, 'enabled': false"));
    UUID other = farm.stored(farm.rule("ABOVE", "'threshold': 30"));
    farm.observe(40);
    farm.event(other, "ACTIVE");
    assertThat(farm.events(rule)).isEmpty();
  }
}
