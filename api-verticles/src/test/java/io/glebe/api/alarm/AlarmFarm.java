package io.glebe.api.alarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.TestFarm;
import io.glebe.api.farm.rights.FarmPerson;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A farm with an owner and a soil probe, for tests of alarms. */
final class AlarmFarm {
  final TestFarm farm = new TestFarm("owner");
  final FarmPerson owner = new FarmPerson().on(farm, "OWNER");
  final JsonNode probe;
  final long datastream;
  private final FarmPerson sensors = owner.through("sensor-api", "sensor-read", "sensor-write");

  AlarmFarm() {
    TestFarm.role("SERVICE");
    HttpResponse<String> made =
        sensors.send(
            "POST",
            "/sta/v1.1/composite",
            "{'template': 'soil-probe', 'thing': {'name': 'Probe', 'properties': {'farmId': '%s'}}}"
                .formatted(farm.farm));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    probe = Json.parse(made.body());
    datastream = probe.at("/datastreams/0/@iot.id").asLong();
  }

  /** The body of a rule of the probe. */
  ObjectNode rule(String kind, String members) {
    return of(
        "{'farmId': '%s', 'name': 'Too wet', 'kind': '%s', 'datastreamId': %d%s}"
            .formatted(farm.farm, kind, datastream, members.isEmpty() ? "" : ", " + members));
  }

  static ObjectNode of(String body) {
    ObjectNode record = TestFarm.json(body);
    return record.put("id", UUID.randomUUID().toString()).put("originType", "USER");
  }

  HttpResponse<String> put(FarmPerson by, ObjectNode rule) {
    return by.send("PUT", "/v1/alarm-rules/" + rule.path("id").asText(), Json.write(rule));
  }

  /** Stores a rule; returns its id. */
  UUID stored(ObjectNode rule) {
    HttpResponse<String> answer = put(owner, rule);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return UUID.fromString(rule.path("id").asText());
  }

  void observe(double result) {
    observe(result, Instant.now());
  }

  void observe(double result, Instant time) {
    HttpResponse<String> answer =
        sensors.send(
            "POST",
            "/sta/v1.1/Datastreams(" + datastream + ")/Observations",
            "{'result': %s, 'phenomenonTime': '%s'}".formatted(result, time));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  /** The events of a rule. */
  List<JsonNode> events(UUID rule) {
    return owner.items("/v1/alarm-events?alarmRuleId=" + rule);
  }

  /** The only event of a rule, as soon as it is in this state. */
  JsonNode event(UUID rule, String status) {
    await()
        .untilAsserted(
            () ->
                assertThat(events(rule))
                    .singleElement()
                    .satisfies(
                        event -> assertThat(event.path("status").asText()).isEqualTo(status)));
    return events(rule).getFirst();
  }
}
