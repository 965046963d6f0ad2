package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Misspelt members of bodies are refused; other unknown members are ignored. */
class StaMisspeltTest {
  private static final StaClient STA = new StaClient("misspelt-test");

  private static void refused(HttpResponse<String> answer, String pointer, String near) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    for (JsonNode error : Json.parseObject(answer.body()).path("violations")) {
      if (error.path("pointer").asText().equals(pointer)) {
        assertThat(error.path("detail").asText()).contains("did you mean " + near);
        return;
      }
    }
    throw new AssertionError(pointer + " is not in " + answer.body());
  }

  private static void refused(
      String method, String path, String body, String pointer, String near) {
    refused(STA.send(method, path, body), pointer, near);
  }

  @Test
  void aMisspeltMemberOfANewEntityIsRefusedInEverySet() {
    for (SensorEntityType type : SensorModel.types()) {
      String name = type.properties().getFirst().name();
      String wrong = name.substring(0, 2) + name.substring(3);
      refused("POST", "/" + type.set(), "{'" + wrong + "': 'x'}", "/" + wrong, name);
      String link = type.relations().getFirst().name();
      refused("POST", "/" + type.set(), "{'x" + link + "': []}", "/x" + link, link);
    }
    refused("POST", "/Things", "{'Name': 'x'}", "/Name", "name");
  }

  @Test
  void aMisspeltTimeOfAnObservationIsNotTheTimeOfArrival() {
    long stream = STA.datastream("misspelt time");
    String below = "/Datastreams(" + stream + ")/Observations";
    String wrong = "'phenomenonTme': '2020-01-01T00:00:00Z'";
    String whole = "{'result': 1, " + wrong + ", 'Datastream': {'@iot.id': " + stream + "}}";
    refused("POST", "/Observations", whole, "/phenomenonTme", "phenomenonTime");
    refused("POST", below, "{'result': 1, " + wrong + "}", "/phenomenonTme", "phenomenonTime");
    assertThat(STA.json(below).path("value")).isEmpty();
    long id = STA.id(below, "{'result': 1}");
    String one = "/Observations(" + id + ")";
    refused("PATCH", one, "{" + wrong + "}", "/phenomenonTme", "phenomenonTime");
    refused("PUT", one, "{'result': 2, " + wrong + "}", "/phenomenonTme", "phenomenonTime");
    assertThat(STA.json(one).path("result").asInt()).isEqualTo(1);
  }

  @Test
  void aMisspeltMemberOfAnUpdateOrANestedEntityIsRefused() {
    long thing = STA.id("/Things", "{'name': 'a'}");
    String one = "/Things(" + thing + ")";
    refused("PATCH", one, "{'descripton': 'x'}", "/descripton", "description");
    refused("PUT", one, "{'name': 'a', 'propertes': {}}", "/propertes", "properties");
    refused(
        "POST",
        "/Things",
        "{'name': 'a', 'Locations': [{'name': 'l', 'loction': {}}]}",
        "/Locations/0/loction",
        "location");
    refused(
        "POST",
        one + "/Datastreams",
        "{'name': 'd', 'unitOfMeasurement': {'name': 'percent', 'symbl': '%'}, 'Sensor': {'name':"
            + " 's'}, 'ObservedProperty': {'name': 'p', 'defintion': 'x'}, 'Observations':"
            + " [{'result': 1, 'resultTme': 'x'}]}",
        "/unitOfMeasurement/symbl",
        "symbol");
    refused(
        "POST",
        one + "/Datastreams",
        "{'name': 'd', 'Sensor': {'name': 's'}, 'ObservedProperty': {'name': 'p'}, 'Observations':"
            + " [{'result': 1, 'resultTme': 'x'}]}",
        "/Observations/0/resultTme",
        "resultTime");
  }

  @Test
  void aMisspeltMemberOfAJsonPatchOrABatchIsRefused() {
    long thing = STA.id("/Things", "{'name': 'a'}");
    HttpResponse<String> patched =
        TestPlatform.shared()
            .send(
                HttpRequest.newBuilder(TestPlatform.shared().uri("/sta/v1.1/Things(" + thing + ")"))
                    .header("Authorization", "Bearer " + STA.token())
                    .header("Content-Type", "application/json-patch+json")
                    .method(
                        "PATCH",
                        HttpRequest.BodyPublishers.ofString(
                            "[{\"op\":\"add\",\"path\":\"/descripton\",\"value\":\"x\"}]")));
    refused(patched, "/descripton", "description");
    HttpResponse<String> batch =
        STA.send(
            "POST",
            "/$batch",
            "{'requests': [{'id': '1', 'method': 'post', 'url': 'Things', 'body': {'nme': 'x'}}]}");
    assertThat(batch.body()).contains("did you mean name?").contains("400");
  }

  @Test
  void anUnknownComponentOfADataArrayIsRefused() {
    long stream = STA.datastream("components");
    String form =
        "[{'Datastream': {'@iot.id': %d}, 'components': ['%s', 'result'], 'dataArray': [[%s, 1]]}]";
    refused(
        "POST",
        "/CreateObservations",
        form.formatted(stream, "phenomenonTme", "'2020-01-01T00:00:00Z'"),
        "/0/components/0",
        "phenomenonTime");
    HttpResponse<String> foreign =
        STA.send("POST", "/CreateObservations", form.formatted(stream, "colour", "'red'"));
    assertThat(foreign.statusCode()).as(foreign.body()).isEqualTo(400);
    HttpResponse<String> known =
        STA.send("POST", "/CreateObservations", form.formatted(stream, "id", "1"));
    assertThat(known.statusCode()).as(known.body()).isEqualTo(201);
    assertThat(known.body()).doesNotContain("error");
  }

  @Test
  void aMisspeltMemberOfACompositeIsRefused() {
    String form =
        "{'thing': {'name': 'a'%s}, 'sensor': {'name': 's'}, 'observedProperty': {'name': 'p'},"
            + " 'datastream': {'unit': {'name': 'percent'%s}%s}%s}";
    refused(
        "POST",
        "/composite",
        form.formatted(", 'location': {}", "", "", ""),
        "/thing/location",
        "Locations");
    refused(
        "POST",
        "/composite",
        form.formatted("", ", 'symbl': '%'", "", ""),
        "/datastream/unit/symbl",
        "symbol");
    refused(
        "POST", "/composite", form.formatted("", "", ", 'unt': {}", ""), "/datastream/unt", "unit");
    refused("POST", "/composite", form.formatted("", "", "", ", 'sensr': {}"), "/sensr", "sensor");
    refused(
        "POST",
        "/composite",
        "{'template': 'soil-probe', 'thing': {'name': 'a'}, 'thng': {}}",
        "/thng",
        "thing");
  }

  @Test
  void foreignMembersAnnotationsAndIdsAreIgnored() {
    long thing =
        STA.id(
            "/Things",
            "{'@iot.id': 5, 'id': 5, '@iot.selfLink': 'x', 'name': 'a', 'colour': 'red',"
                + " 'Datastreams@iot.navigationLink': 'x', 'tags': []}");
    JsonNode read = STA.json("/Things(" + thing + ")");
    assertThat(read.has("colour")).isFalse();
    HttpResponse<String> back = STA.send("PUT", "/Things(" + thing + ")", read.toString());
    assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
    long stream = STA.datastream("foreign");
    STA.id(
        "/Datastreams(" + stream + ")/Observations",
        "{'result': 1, 'id': 7, 'quality': 3, 'clientKey': 'k', 'resultQuality': null}");
    JsonNode read2 = STA.json("/Datastreams(" + stream + ")");
    assertThat(STA.send("PATCH", "/Datastreams(" + stream + ")", read2.toString()).statusCode())
        .isEqualTo(200);
  }
}
