package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The requirement classes of create-update-delete that change and delete entities. */
class StaUpdateTest {
  private static final StaClient STA = new StaClient("update-test");

  private static HttpResponse<String> patch(String path, String operations) {
    return TestPlatform.shared()
        .send(
            HttpRequest.newBuilder(TestPlatform.shared().uri("/sta/v1.1" + path))
                .header("Authorization", "Bearer " + STA.token())
                .header("Content-Type", "application/json-patch+json")
                .method(
                    "PATCH", HttpRequest.BodyPublishers.ofString(operations.replace('\'', '"'))));
  }

  private static JsonNode done(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.parse(answer.body());
  }

  @Test
  void aJsonPatchChangesMembersOfProperties() {
    long thing = STA.id("/Things", "{'name': 'patched', 'properties': {'a': 1}}");
    String self = "/Things(" + thing + ")";
    JsonNode changed =
        done(
            patch(
                self,
                """
                [{'op': 'test', 'path': '/properties/a', 'value': 1},
                 {'op': 'copy', 'from': '/properties/a', 'path': '/properties/b'},
                 {'op': 'move', 'from': '/properties/a', 'path': '/properties/c'},
                 {'op': 'replace', 'path': '/description', 'value': 'by patch'}]
                """));
    assertThat(changed.path("properties").toString()).isEqualTo("{\"b\":1,\"c\":1}");
    assertThat(changed.path("description").asText()).isEqualTo("by patch");
    assertThat(changed.path("name").asText()).isEqualTo("patched");
    assertThat(done(patch(self, "[{'op': 'remove', 'path': '/properties'}]")).has("properties"))
        .isFalse();
  }

  @Test
  void theLastOfMembersWithOneNameIsTaken() {
    String twice = "{'name': 'first', 'properties': {'a': 1, 'a': 2}, 'name': '%s'}";
    String self = "/Things(" + STA.id("/Things", twice.formatted("made")) + ")";
    assertThat(STA.json(self).path("name").asText()).isEqualTo("made");
    assertThat(STA.json(self).at("/properties/a").asInt()).isEqualTo(2);
    for (String method : List.of("PUT", "PATCH")) {
      done(STA.send(method, self, twice.formatted("by " + method)));
      assertThat(STA.json(self).path("name").asText()).isEqualTo("by " + method);
    }
    String request = "{'id': '1', 'method': 'patch', 'url': '%s', 'body': %s}";
    String body = twice.formatted("by batch");
    done(STA.send("POST", "/$batch", "{'requests': [" + request.formatted(self, body) + "]}"));
    assertThat(STA.json(self).path("name").asText()).isEqualTo("by batch");
  }

  @Test
  void aJsonPatchThatDoesNotApplyChangesNothing() {
    String self = "/Things(" + STA.id("/Things", "{'name': 'unpatched'}") + ")";
    String ahead = "{'op': 'replace', 'path': '/name', 'value': 'x'}, ";
    assertThat(
            patch(self, "[" + ahead + "{'op': 'test', 'path': '/name', 'value': 'y'}]")
                .statusCode())
        .isEqualTo(409);
    assertThat(patch(self, "[" + ahead + "{'op': 'remove', 'path': '/nothing'}]").statusCode())
        .isEqualTo(409);
    assertThat(patch(self, "[" + ahead + "{'op': 'burn', 'path': '/name'}]").statusCode())
        .isEqualTo(400);
    assertThat(patch(self, "[{'op': 'remove', 'path': '/name'}]").statusCode()).isEqualTo(400);
    assertThat(patch(self, "{'name': 'x'}").statusCode()).isEqualTo(400);
    assertThat(STA.json(self).path("name").asText()).isEqualTo("unpatched");
    StaClient other = new StaClient("update-other");
    assertThat(other.send("PATCH", self, "{'name': 'mine'}").statusCode()).isEqualTo(403);
  }

  @Test
  void anObservationIsPatchedToo() {
    StaStation station = StaStation.at(STA, "patched result");
    String self = "/Observations(" + station.observe("{'result': 1}") + ")";
    assertThat(
            done(patch(self, "[{'op': 'replace', 'path': '/result', 'value': 2}]"))
                .path("result")
                .asInt())
        .isEqualTo(2);
  }

  @Test
  void anUpdateLinksEntitiesAndCreatesNone() {
    StaStation station = StaStation.at(STA, "links");
    String thing = "/Things(" + station.thing() + ")";
    String stream = "/Datastreams(" + station.datastream() + ")";
    String observation = "/Observations(" + station.observe("{'result': 1}") + ")";
    for (String method : List.of("PATCH", "PUT")) {
      String inline =
          "{'name': 'links', 'Locations': [{'name': 'new', 'location': "
              + StaStation.point(1, 1)
              + "}]}";
      HttpResponse<String> refused = STA.send(method, thing, inline);
      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
      assertThat(refused.body()).contains("/Locations/0");
      assertThat(
              STA.send(method, stream, "{'name': 'links', 'Sensor': {'name': 's'}}").statusCode())
          .isEqualTo(400);
      String feature = "'FeatureOfInterest': {'name': 'f', 'feature': " + StaStation.point(1, 1);
      HttpResponse<String> observed =
          STA.send(method, observation, "{'result': 2, " + feature + "}}");
      assertThat(observed.statusCode()).as(observed.body()).isEqualTo(400);
      assertThat(observed.body()).contains("/FeatureOfInterest");
    }
    assertThat(STA.json(observation).path("result").asInt()).isEqualTo(1);
    assertThat(STA.json(thing + "/Locations").path("value")).hasSize(1);
    long place = STA.id("/Locations", "{'location': " + StaStation.point(2, 2) + "}");
    done(STA.send("PATCH", thing, "{'Locations': [{'@iot.id': " + place + "}]}"));
    assertThat(STA.json(thing + "/Locations").at("/value/0/@iot.id").asLong()).isEqualTo(place);
    assertThat(STA.json(thing + "/HistoricalLocations").path("value")).hasSize(2);
  }

  @Test
  void aReplacedEntityLosesTheMembersThatAreNotSent() {
    StaStation station = StaStation.at(STA, "replaced");
    String stream = "/Datastreams(" + station.datastream() + ")";
    station.observe("{'result': 1}");
    done(STA.send("PATCH", stream, "{'properties': {'a': 1}}"));
    JsonNode whole = done(STA.send("PUT", stream, "{'name': 'all new'}"));
    assertThat(whole.path("name").asText()).isEqualTo("all new");
    assertThat(whole.has("properties")).isFalse();
    assertThat(whole.at("/unitOfMeasurement/symbol").asText()).isEmpty();
    assertThat(whole.at("/observedArea/type").asText())
        .as("follows from observations")
        .isEqualTo("Point");
    assertThat(STA.send("PUT", stream, "{'description': 'no name'}").statusCode()).isEqualTo(400);
  }

  @Test
  void aReplacedObservationHasOnlyWhatWasSent() {
    StaStation station = StaStation.at(STA, "replaced result");
    long id =
        station.observe(
            "{'result': 1, 'phenomenonTime': '2026-05-01T00:00:00Z', 'resultQuality': 'good',"
                + " 'parameters': {'a': 1}}");
    String self = "/Observations(" + id + ")";
    JsonNode put =
        done(STA.send("PUT", self, "{'result': 2, 'phenomenonTime': '2026-05-02T00:00:00Z'}"));
    assertThat(put.path("@iot.id").asLong()).isEqualTo(id);
    for (JsonNode whole : List.of(put, STA.json(self))) {
      assertThat(whole.path("result").asInt()).isEqualTo(2);
      assertThat(whole.path("phenomenonTime").asText()).isEqualTo("2026-05-02T00:00:00Z");
      assertThat(whole.path("resultQuality").isTextual()).isFalse();
      assertThat(whole.path("parameters").has("a")).isFalse();
    }
    assertThat(STA.json(station.observations()).path("value")).hasSize(1);
  }

  @Test
  void aReplacedLocationHasOnlyWhatWasSent() {
    StaStation station = StaStation.at(STA, "replaced place");
    String self = "/Locations(" + station.location() + ")";
    done(STA.send("PATCH", self, "{'properties': {'a': 1}, 'description': 'before'}"));
    String body = "{'name': 'elsewhere', 'location': " + StaStation.point(3, 4) + "}";
    done(STA.send("PUT", self, body));
    JsonNode whole = STA.json(self);
    assertThat(whole.path("name").asText()).isEqualTo("elsewhere");
    assertThat(whole.at("/location/coordinates").toString()).isEqualTo("[3.0,4.0]");
    assertThat(whole.has("properties")).isFalse();
    assertThat(whole.path("description").asText()).isNotEqualTo("before");
    assertThat(STA.json(self + "/Things").at("/value/0/@iot.id").asLong())
        .as("keeps its links")
        .isEqualTo(station.thing());
    String around = "st_within(location, geography'POLYGON((2 3,4 3,4 5,2 5,2 3))')";
    assertThat(
            STA.query("/Locations", "$filter", "name eq 'elsewhere' and " + around).path("value"))
        .hasSize(1);
    assertThat(STA.send("PUT", self, "{'name': 'no place'}").statusCode()).isEqualTo(400);
  }

  @Test
  void theTimesOfADatastreamFollowAChangedObservation() {
    StaStation station = StaStation.at(STA, "moved times");
    String day = "2026-05-0%dT00:00:00Z";
    String body = "{'result': 1, 'phenomenonTime': '%1$s', 'resultTime': '%1$s'}";
    long first = station.observe(body.formatted(day.formatted(1)));
    station.observe(body.formatted(day.formatted(2)));
    long last = station.observe(body.formatted(day.formatted(3)));
    assertTimes(station, day.formatted(1), day.formatted(3));
    done(STA.send("PATCH", "/Observations(" + last + ")", times(day.formatted(9))));
    assertTimes(station, day.formatted(1), day.formatted(9));
    done(STA.send("PATCH", "/Observations(" + first + ")", times(day.formatted(4))));
    assertTimes(station, day.formatted(2), day.formatted(9));
    done(STA.send("PATCH", "/Observations(" + last + ")", times("2026-04-01T00:00:00Z")));
    assertTimes(station, "2026-04-01T00:00:00Z", day.formatted(4));
  }

  private static String times(String time) {
    return "{'phenomenonTime': '%1$s', 'resultTime': '%1$s'}".formatted(time);
  }

  private static void assertTimes(StaStation station, String from, String until) {
    JsonNode stream = STA.json("/Datastreams(" + station.datastream() + ")");
    assertThat(stream.path("phenomenonTime").asText()).isEqualTo(from + "/" + until);
    assertThat(stream.path("resultTime").asText()).isEqualTo(from + "/" + until);
  }

  @Test
  void aFilterDeletesTheEntitiesThatItSelects() {
    StaStation station = StaStation.at(STA, "thinned");
    long other = station.another("thinned too", StaStation.MEASUREMENT);
    for (int i = 1; i <= 6; i++) {
      String body = "{'result': %d, 'phenomenonTime': '2026-05-0%dT00:00:00Z'}".formatted(i, i);
      station.observe(body);
      STA.id("/Datastreams(" + other + ")/Observations", body);
    }
    String list = station.observations();
    deleted(STA.send("DELETE", list + "?$filter=" + StaClient.encoded("result gt 4"), ""));
    assertThat(station.results("true eq true")).containsExactly("1", "2", "3", "4");
    assertThat(
            STA.json("/Datastreams(" + station.datastream() + ")").path("phenomenonTime").asText())
        .endsWith("/2026-05-04T00:00:00Z");
    assertThat(STA.json("/Datastreams(" + other + ")/Observations").path("value")).hasSize(6);
    for (String wrong : List.of("", "?$filter=", "?$filter=nothing%20eq%201", "?$top=1")) {
      assertThat(STA.send("DELETE", list + wrong, "").statusCode()).as(wrong).isIn(400, 405);
    }
    String byPlace =
        "/Locations?$filter="
            + StaClient.encoded(
                "name eq 'thinned' and st_within(location, geography'POLYGON((15 46, 16 46, 16 47,"
                    + " 15 47, 15 46))')");
    deleted(STA.send("DELETE", byPlace, ""));
    assertThat(STA.query("/Locations", "$filter", "name eq 'thinned'").path("value")).isEmpty();
  }

  private static void deleted(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @Test
  void aFilterDeletesNothingOfOthers() {
    StaStation station = StaStation.at(STA, "kept");
    station.observe("{'result': 1}");
    StaClient other = new StaClient("update-thief");
    for (String set : List.of("Things", "Datastreams", "Observations", "Locations")) {
      assertThat(other.send("DELETE", "/" + set + "?$filter=id%20gt%200", "").statusCode())
          .as(set)
          .isEqualTo(200);
    }
    assertThat(station.results("true eq true")).containsExactly("1");
  }

  @Test
  void theDatastreamOfThePathMustBeThatOfTheBody() {
    StaStation station = StaStation.at(STA, "conflict");
    long other = station.another("conflict too", StaStation.MEASUREMENT);
    String list = station.observations();
    assertThat(
            STA.send("POST", list, "{'result': 1, 'Datastream': {'@iot.id': " + other + "}}")
                .statusCode())
        .isEqualTo(400);
    STA.id(list, "{'result': 1, 'Datastream': {'@iot.id': " + station.datastream() + "}}");
    assertThat(
            STA.send("POST", "/Observations", "{'result': 1, 'Datastream': {'@iot.id': 999999999}}")
                .statusCode())
        .isEqualTo(400);
  }
}
