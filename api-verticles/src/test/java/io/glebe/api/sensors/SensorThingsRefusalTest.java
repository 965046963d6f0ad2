package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that the sensor service refuses. */
class SensorThingsRefusalTest {
  private static final StaClient STA = new StaClient("refusal-test");

  private static void refused(HttpResponse<String> answer, int status) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    ObjectNode problem = Json.parseObject(answer.body());
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("code").asInt()).isEqualTo(status);
    assertThat(problem.path("message").asText()).isNotEmpty();
  }

  @Test
  void hostileBodiesAreRefused() {
    long datastream = STA.datastream("hostile");
    String stream = "/Datastreams(" + datastream + ")";
    refused(STA.send("POST", "/Things", "{'description': 'no name'}"), 400);
    refused(STA.send("POST", "/Things", "{'name': 5}"), 400);
    refused(STA.send("POST", "/Things", "{'name': 'a', 'Locations': 'somewhere'}"), 400);
    refused(STA.send("PATCH", stream, "{'Thing': 7}"), 400);
    refused(
        STA.send("POST", stream + "/Observations", "{'result': 1, 'FeatureOfInterest': 'x'}"), 400);
    refused(STA.get(stream + "/aggregate/time-series?aggregation="), 400);
    refused(STA.send("POST", "/Things", "{"), 400);
    refused(STA.send("POST", "/Things", "[]"), 400);
    refused(
        STA.send("POST", stream + "/Observations", "{'phenomenonTime': '2026-01-01T00:00:00Z'}"),
        400);
    refused(
        STA.send("POST", stream + "/Observations", "{'result': 1, 'phenomenonTime': 'now'}"), 400);
    refused(
        STA.send("POST", "/Observations", "{'result': 1, 'Datastream': {'@iot.id': 99999999}}"),
        400);
    refused(STA.send("POST", "/Things(1)", "{'name': 'x'}"), 405);
    refused(STA.send("DELETE", "/Things", ""), 400);
    long thing = STA.json(stream + "/Thing").path("@iot.id").asLong();
    refused(STA.send("PATCH", "/Things(" + thing + ")", "{'Locations': [5]}"), 400);
    refused(STA.send("POST", "/Things", "{'name': 'x', 'Locations': 'y'}"), 400);
    refused(STA.send("POST", "/CreateObservations", "[{'dataArray': []}]"), 400);
    refused(STA.send("POST", "/CreateObservations", "[7]"), 400);
    refused(STA.send("POST", "/$batch", "{'requests': 7}"), 400);
    refused(STA.send("POST", "/composite", "{'thing': {'name': 'x'}}"), 400);
  }

  @Test
  void malformedQueriesAreRefused() {
    STA.observe(STA.datastream("overflow"), "2026-01-01T00:00:00Z", 1.5);
    refused(STA.get("/Nothings"), 404);
    refused(STA.get("/Things(x)"), 404);
    refused(STA.get("/Things(1);drop table sensor.thing)"), 404);
    refused(STA.get("/Things(999999999)"), 404);
    refused(STA.get("/Things?$top=-1"), 400);
    refused(STA.get("/Things?$top=99999999999"), 400);
    refused(STA.get("/Things?$nonsense=1"), 400);
    refused(STA.get("/Things?$skiptoken=WzFd%27"), 400);
    refused(STA.get("/Things?$skiptoken=WyJhIl0"), 400);
    refused(STA.get("/Things?$expand=Nothing"), 400);
    refused(STA.get("/Things?$select=nothing"), 400);
    refused(STA.get("/Things?$orderby=Datastreams/name"), 400);
    for (String filter :
        List.of(
            "name eq",
            "name eq 'x",
            "((((",
            "nothing eq 1",
            "name gt 5",
            "foo(name)",
            "name",
            "result eq 1",
            "name eq 'a' or",
            "startswith(name)",
            "id eq 'x'",
            "1 add 1",
            "geo.intersects(name, geography'POINT(1 1)')",
            "Locations/location eq 1",
            "st_within(Locations/location, geography'NONSENSE')",
            "not",
            "name eq 'x' 'y'",
            "properties/a/b/",
            "name in ()")) {
      HttpResponse<String> answer = STA.get("/Things?$filter=" + StaClient.encoded(filter));
      refused(answer, 400);
      assertThat(answer.body()).as(filter).contains("position");
    }
    refused(STA.get("/Things?$filter=" + "(".repeat(500)), 400);
    refused(
        STA.get("/Observations?$filter=" + StaClient.encoded("result mul 1e308 mul 10 gt 1")), 400);
  }

  @Test
  void aTokenForTheSensorServiceIsRequired() {
    TestPlatform platform = TestPlatform.shared();
    assertThat(platform.send(HttpRequest.newBuilder(platform.uri("/sta/v1.1/Things"))).statusCode())
        .isEqualTo(401);
    assertThat(platform.get("/sta/v1.1/Things").statusCode()).isIn(200, 403);
  }
}
