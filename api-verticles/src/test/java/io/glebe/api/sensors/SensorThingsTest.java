package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SensorThingsTest {
  private static final StaClient STA = new StaClient("things-test");

  private static List<Long> ids(JsonNode page) {
    List<Long> ids = new ArrayList<>();
    page.path("value").forEach(entity -> ids.add(entity.path("@iot.id").asLong()));
    return ids;
  }

  private static void refused(HttpResponse<String> answer, int status) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    ObjectNode problem = Json.parseObject(answer.body());
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("code").asInt()).isEqualTo(status);
    assertThat(problem.path("message").asText()).isNotEmpty();
  }

  @Test
  void theRootListsTheCollectionsAndTheConformanceClasses() {
    JsonNode root = STA.json("");
    assertThat(root.path("value")).hasSize(8);
    assertThat(root.at("/value/0/url").asText()).endsWith("/sta/v1.1/Things");
    assertThat(root.at("/serverSettings/conformance").toString()).contains("data-array");
    JsonNode mqtt =
        root.path("serverSettings")
            .path(
                "http://www.opengis.net/spec/iot_sensing/1.1/req/receive-updates-via-mqtt/receive-updates")
            .path("endpoints");
    assertThat(mqtt.toString())
        .contains(":" + TestPlatform.shared().platform().mqtt().tlsPort().orElseThrow() + '"');
    assertThat(STA.json("/").path("value")).hasSize(8);
  }

  @Test
  void shortRequestBodiesAreAccepted() {
    long thing =
        STA.id(
            "/Things",
            "{'name': 'Station', 'Locations': [{'location': {'type': 'Point', 'coordinates': [15.5,"
                + " 46.01]}}]}");
    long datastream =
        STA.id(
            "/Datastreams",
            "{'name': 'Soil', 'unitOfMeasurement': {'name': 'percent', 'symbol': '%'},"
                + " 'ObservedProperty': {'name': 'Moisture'}, 'Sensor': {'name': 'TDR',"
                + " 'encodingType': 'text/plain', 'metadata': 'none'}, 'Thing': {'@iot.id': "
                + thing
                + "}}");
    ObjectNode observation =
        STA.post(
            "/Observations",
            "{'result': 21.5, 'phenomenonTime': '2026-05-01T12:00:00Z', 'Datastream': {'@iot.id': "
                + datastream
                + "}}");
    assertThat(observation.path("result").decimalValue()).isEqualByComparingTo("21.5");
    assertThat(observation.path("phenomenonTime").asText()).isEqualTo("2026-05-01T12:00:00Z");
    String self = "/Observations(" + observation.path("@iot.id").asLong() + ")";
    assertThat(STA.json(self + "/Datastream/Thing").path("@iot.id").asLong()).isEqualTo(thing);
    assertThat(STA.json(self + "/FeatureOfInterest").at("/feature/type").asText())
        .isEqualTo("Point");
    assertThat(STA.json("/Things(" + thing + ")/HistoricalLocations").path("value")).hasSize(1);
    JsonNode page =
        STA.json(
            "/Datastreams(" + datastream + ")/Observations?$top=1&$orderby=phenomenonTime desc");
    assertThat(page.at("/value/0/result").asDouble()).isEqualTo(21.5);
    assertThat(page.has("@iot.nextLink")).isFalse();
    JsonNode stream = STA.json("/Datastreams('" + datastream + "')");
    assertThat(stream.path("phenomenonTime").asText())
        .isEqualTo("2026-05-01T12:00:00Z/2026-05-01T12:00:00Z");
    assertThat(stream.path("Observations@iot.navigationLink").asText())
        .endsWith("/sta/v1.1/Datastreams(" + datastream + ")/Observations");
  }

  @Test
  void aThingIsCreatedWithAllItsRelatedEntities() {
    long thing =
        STA.id(
            "/Things",
            "{'name': 'Mast', 'description': 'd', 'properties': {'height': 10}, 'Locations':"
                + " [{'name': 'l', 'description': 'l', 'encodingType': 'application/geo+json',"
                + " 'location': {'type': 'Point', 'coordinates': [15.1, 46.1]}}], 'Datastreams':"
                + " [{'name': 'air', 'description': 'a', 'observationType': 'x',"
                + " 'unitOfMeasurement': {'name': 'C', 'symbol': 'C', 'definition': 'd'},"
                + " 'ObservedProperty': {'name': 'T', 'definition': 'd', 'description': 'd'},"
                + " 'Sensor': {'name': 's', 'description': 's', 'encodingType': 'x', 'metadata':"
                + " 'm'}, 'Observations': [{'result': 1, 'phenomenonTime': '2026-01-01T00:00:00Z'},"
                + " {'result': 2, 'phenomenonTime': '2026-01-02T00:00:00Z'}]}]}");
    JsonNode whole =
        STA.json(
            "/Things("
                + thing
                + ")?$expand=Datastreams($expand=Observations($orderby=phenomenonTime"
                + " desc;$top=1;$count=true),Sensor,ObservedProperty),Locations");
    assertThat(whole.at("/Datastreams/0/Observations/0/result").asInt()).isEqualTo(2);
    assertThat(whole.at("/Datastreams/0/Observations@iot.count").asInt()).isEqualTo(2);
    assertThat(whole.at("/Datastreams/0/Sensor/name").asText()).isEqualTo("s");
    assertThat(whole.at("/Locations/0/location/coordinates/0").asDouble()).isEqualTo(15.1);
    String next = whole.at("/Datastreams/0/Observations@iot.nextLink").asText();
    JsonNode rest = STA.json(next.substring(next.indexOf("/sta/v1.1") + "/sta/v1.1".length()));
    assertThat(rest.at("/value/0/result").asInt()).isEqualTo(1);
    assertThat(STA.get("/Things(" + thing + ")/properties/height/$value").body()).isEqualTo("10");
    assertThat(STA.json("/Things(" + thing + ")/name").path("name").asText()).isEqualTo("Mast");
    assertThat(STA.json("/Things(" + thing + ")/Datastreams/$ref").at("/value/0").size())
        .isEqualTo(1);
  }

  @Test
  void theMembersOfAUnitAreTextsOrNull() {
    long datastream = STA.datastream("unit");
    String path = "/Datastreams(" + datastream + ")";
    String wrong = "{\"unitOfMeasurement\": {\"name\": \"metre\", \"symbol\": 1}}";
    HttpResponse<String> refused = STA.send("PATCH", path, wrong);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
    assertThat(refused.body()).contains("symbol must be null or text");
    String none = "{\"unitOfMeasurement\": {\"name\": \"none\", \"symbol\": null}}";
    assertThat(STA.send("PATCH", path, none).statusCode()).isEqualTo(200);
    assertThat(STA.json(path).at("/unitOfMeasurement/symbol").isNull()).isTrue();
  }

  @Test
  void pagesContainEveryEntityExactlyOnce() {
    long datastream = STA.datastream("paged");
    for (int i = 0; i < 25; i++) {
      STA.observe(datastream, "2026-0" + (1 + i % 5) + "-01T00:00:" + (10 + i) + "Z", i % 4);
    }
    for (String order :
        List.of("", "&$orderby=result desc,phenomenonTime", "&$orderby=phenomenonTime desc")) {
      String path = "/Datastreams(" + datastream + ")/Observations?$top=7&$count=true" + order;
      List<Long> seen = new ArrayList<>();
      while (!path.isEmpty()) {
        JsonNode page = STA.json(path);
        assertThat(page.path("@iot.count").asInt()).isEqualTo(25);
        seen.addAll(ids(page));
        String next = page.path("@iot.nextLink").asText();
        path = next.isEmpty() ? "" : next.substring(next.indexOf("/sta/v1.1") + 9);
      }
      assertThat(seen).as(order).hasSize(25).doesNotHaveDuplicates();
    }
  }

  @Test
  void changesAndDeletionsCascade() {
    long datastream = STA.datastream("doomed");
    STA.observe(datastream, "2026-02-01T00:00:00Z", 5);
    STA.observe(datastream, "2026-02-02T00:00:00Z", 6);
    long thing = STA.json("/Datastreams(" + datastream + ")/Thing").path("@iot.id").asLong();
    HttpResponse<String> patched =
        STA.send(
            "PATCH", "/Things(" + thing + ")", "{'description': 'new', 'properties': {'a': 1}}");
    assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
    assertThat(STA.json("/Things(" + thing + ")").path("name").asText()).isEqualTo("doomed");
    HttpResponse<String> put = STA.send("PUT", "/Things(" + thing + ")", "{'name': 'only this'}");
    assertThat(Json.parseObject(put.body()).has("properties")).isFalse();
    JsonNode observations =
        STA.json("/Datastreams(" + datastream + ")/Observations?$orderby=phenomenonTime");
    long first = observations.at("/value/0/@iot.id").asLong();
    long second = observations.at("/value/1/@iot.id").asLong();
    assertThat(STA.send("PATCH", "/Observations(" + first + ")", "{'result': 7}").statusCode())
        .isEqualTo(200);
    assertThat(STA.json("/Observations(" + first + ")").path("result").asInt()).isEqualTo(7);
    assertThat(STA.send("DELETE", "/Observations(" + second + ")", "").statusCode()).isEqualTo(200);
    String latest =
        "/Datastreams("
            + datastream
            + ")?$expand=Observations($top=1;$orderby=phenomenonTime desc)";
    assertThat(STA.json(latest).at("/Observations/0/@iot.id").asLong()).isEqualTo(first);
    assertThat(STA.send("DELETE", "/Things(" + thing + ")", "").statusCode()).isEqualTo(200);
    refused(STA.get("/Datastreams(" + datastream + ")"), 404);
    refused(STA.get("/Observations(" + first + ")"), 404);
    refused(STA.get("/Datastreams(" + datastream + ")/Observations"), 404);
  }

  @Test
  void entitiesOfOtherUsersAreInaccessible() {
    long datastream = STA.datastream("private");
    STA.observe(datastream, "2026-02-01T00:00:00Z", 5);
    StaClient other = new StaClient("things-other");
    refused(other.get("/Datastreams(" + datastream + ")"), 403);
    refused(other.get("/Datastreams(" + datastream + ")/Observations"), 403);
    refused(
        other.send("POST", "/Datastreams(" + datastream + ")/Observations", "{'result': 1}"), 403);
    refused(other.send("DELETE", "/Datastreams(" + datastream + ")", ""), 403);
    refused(other.send("PATCH", "/Datastreams(" + datastream + ")", "{'name': 'mine'}"), 403);
    assertThat(ids(other.query("/Datastreams", "$filter", "name eq 'private'"))).isEmpty();
    assertThat(ids(other.query("/Observations", "$filter", "Datastream/name eq 'private'")))
        .isEmpty();
    assertThat(
            other
                .query("/ObservedProperties", "$filter", "Datastreams/name eq 'private'")
                .path("value"))
        .isEmpty();
    assertThat(ids(STA.query("/Datastreams", "$filter", "name eq 'private'"))).contains(datastream);
  }

  @Test
  void dataArraysAreWrittenAndRead() {
    long datastream = STA.datastream("arrays");
    HttpResponse<String> stored =
        STA.send(
            "POST",
            "/CreateObservations",
            "[{'Datastream': {'@iot.id': "
                + datastream
                + "}, 'components': ['phenomenonTime', 'result'], 'dataArray@iot.count': 3,"
                + " 'dataArray': [['2026-03-01T00:00:00Z', 1], ['2026-03-02T00:00:00Z', 2],"
                + " ['yesterday', 3]]}]");
    assertThat(stored.statusCode()).as(stored.body()).isEqualTo(201);
    JsonNode links = Json.parse(stored.body());
    assertThat(links.get(0).asText()).contains("/Observations(");
    assertThat(links.get(2).asText()).startsWith("error: phenomenonTime");
    JsonNode page =
        STA.json(
            "/Datastreams("
                + datastream
                + ")/Observations?$resultFormat=dataArray&$select=phenomenonTime,result");
    assertThat(page.at("/value/0/dataArray").toString())
        .isEqualTo("[[\"2026-03-01T00:00:00Z\",1],[\"2026-03-02T00:00:00Z\",2]]");
    assertThat(page.at("/value/0/components").toString())
        .isEqualTo("[\"phenomenonTime\",\"result\"]");
  }

  @Test
  void aBatchCanUseEntitiesItHasCreated() {
    HttpResponse<String> answer =
        STA.send(
            "POST",
            "/$batch",
            "{'requests': [{'id': 't', 'method': 'post', 'url': 'Things', 'body': {'name':"
                + " 'batched'}},{'id': 'p', 'method': 'patch', 'url': '$t', 'body': {'description':"
                + " 'changed'}},{'id': 'g', 'method': 'get', 'url':"
                + " '$t?$select=description'},{'id': 'x', 'method': 'get', 'url': 'Nothing'}]}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode responses = Json.parseObject(answer.body()).path("responses");
    assertThat(responses.findValuesAsText("status")).containsExactly("201", "200", "200", "404");
    assertThat(responses.at("/2/body/description").asText()).isEqualTo("changed");
  }

  @Test
  void aPatchChangesTheLinksBetweenEntities() {
    long from = STA.datastream("linked from");
    long to = STA.datastream("linked to");
    STA.observe(from, "2026-02-01T00:00:00Z", 5);
    STA.observe(from, "2026-02-02T00:00:00Z", 6);
    long thing = STA.json("/Datastreams(" + to + ")/Thing").path("@iot.id").asLong();
    String adopt = "{'Datastreams': [{'@iot.id': " + from + "}]}";
    assertThat(STA.send("PATCH", "/Things(" + thing + ")", adopt).statusCode()).isEqualTo(200);
    assertThat(ids(STA.json("/Things(" + thing + ")/Datastreams"))).contains(from, to);
    refused(STA.send("PATCH", "/Things(" + thing + ")", "{'Datastreams': 5}"), 400);
    long moved =
        ids(STA.json("/Datastreams(" + from + ")/Observations?$filter=result eq 6")).get(0);
    String move = "{'Datastream': {'@iot.id': " + to + "}}";
    assertThat(STA.send("PATCH", "/Observations(" + moved + ")", move).statusCode()).isEqualTo(200);
    assertThat(ids(STA.json("/Datastreams(" + to + ")/Observations"))).containsExactly(moved);
    String latest = ")?$expand=Observations($top=1;$orderby=phenomenonTime desc)";
    assertThat(STA.json("/Datastreams(" + from + latest).at("/Observations/0/result").asInt())
        .isEqualTo(5);
    assertThat(STA.json("/Datastreams(" + to + latest).at("/Observations/0/result").asInt())
        .isEqualTo(6);
    long foreign = new StaClient("things-linked").datastream("foreign");
    refused(
        STA.send(
            "PATCH",
            "/Observations(" + moved + ")",
            "{'Datastream': {'@iot.id': " + foreign + "}}"),
        403);
  }

  @Test
  void anObservationCanReferOnlyToFeaturesThatTheSenderMayRead() {
    long datastream = STA.datastream("features");
    String place =
        "{'name': 'f', 'encodingType': 'application/geo+json', 'feature': {'type': 'Point',"
            + " 'coordinates': [15, 46]}}";
    long own = STA.id("/FeaturesOfInterest", place);
    long foreign = new StaClient("things-features").id("/FeaturesOfInterest", place);
    String time = "2026-03-0%dT00:00:00Z";
    HttpResponse<String> stored =
        STA.send(
            "POST",
            "/CreateObservations",
            "[{'Datastream': {'@iot.id': "
                + datastream
                + "}, 'components': ['phenomenonTime', 'result', 'FeatureOfInterest/id'],"
                + " 'dataArray': [['"
                + time.formatted(1)
                + "', 1, "
                + own
                + "], ['"
                + time.formatted(2)
                + "', 1, "
                + foreign
                + "], ['"
                + time.formatted(3)
                + "', 1, 99999999]]}]");
    JsonNode links = Json.parse(stored.body());
    assertThat(links.get(0).asText()).contains("/Observations(");
    assertThat(links.get(1).asText()).startsWith("error: no role");
    assertThat(links.get(2).asText()).isEqualTo("error: the FeatureOfInterest does not exist");
    String unknown = "{'result': 1, 'FeatureOfInterest': {'@iot.id': 99999999}}";
    refused(STA.send("POST", "/Datastreams(" + datastream + ")/Observations", unknown), 400);
    assertThat(ids(STA.json("/Datastreams(" + datastream + ")/Observations"))).hasSize(1);
  }

  @Test
  void bucketsAreTheSameAsInTheSeriesOfCubes() {
    long datastream = STA.datastream("series");
    STA.observe(datastream, "2026-03-30T23:30:00Z", 1);
    STA.observe(datastream, "2026-03-31T01:00:00Z", 3);
    STA.observe(datastream, "2026-04-01T01:00:00Z", 5);
    String path = "/Datastreams(" + datastream + ")/aggregate/time-series";
    JsonNode days = STA.json(path + "?resolution=P1D&aggregation=mean,count").path("buckets");
    assertThat(days).hasSize(3);
    JsonNode local = STA.json(path + "?resolution=P1D&timezone=Europe/Ljubljana").path("buckets");
    assertThat(local).hasSize(2);
    assertThat(local.at("/0/mean").asDouble()).isEqualTo(2);
    JsonNode months = STA.json(path + "?resolution=P1M").path("buckets");
    assertThat(months.at("/0/start").asText()).isEqualTo("2026-03-01T00:00:00Z");
    assertThat(months.at("/0/sum").asDouble()).isEqualTo(4);
    assertThat(STA.json(path + "?resolution=P1W").at("/buckets/0/start").asText())
        .isEqualTo("2026-03-30T00:00:00Z");
    refused(STA.get(path + "?resolution=P1Y"), 400);
  }

  @Test
  void hoursAreBucketsAndLinesToo() {
    long datastream = STA.datastream("hours");
    STA.observe(datastream, "2026-03-30T23:10:00Z", 1);
    STA.observe(datastream, "2026-03-30T23:50:00Z", 4);
    STA.observe(datastream, "2026-03-31T00:00:00Z", 7);
    String path = "/Datastreams(" + datastream + ")/aggregate/time-series?resolution=PT1H";
    JsonNode hours = STA.json(path).path("buckets");
    assertThat(hours).hasSize(2);
    assertThat(hours.at("/0/start").asText()).isEqualTo("2026-03-30T23:00:00Z");
    assertThat(hours.at("/0/firstResult").asDouble()).isEqualTo(1);
    assertThat(hours.at("/0/lastResult").asDouble()).isEqualTo(4);
    assertThat(STA.json(path + "&datetime=2026-03-30T23:30:00Z/..").at("/buckets/0/count").asInt())
        .as("the hour that the interval begins in")
        .isEqualTo(1);
    refused(STA.get(path + "&datetime=../.."), 400);
    HttpResponse<String> lines = STA.get(path + "&f=csv&aggregation=mean,count");
    assertThat(lines.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/csv");
    assertThat(lines.body())
        .isEqualTo(
            """
            start,first,last,mean,count
            2026-03-30T23:00:00Z,2026-03-30T23:10:00Z,2026-03-30T23:50:00Z,2.5,2
            2026-03-31T00:00:00Z,2026-03-31T00:00:00Z,2026-03-31T00:00:00Z,7.0,1
            """);
    refused(STA.get(path + "&f=xml"), 400);
    refused(STA.get(path + "&aggregation=median"), 400);
    refused(STA.get(path + "&interval=PT1H"), 400);
  }

  @Test
  void newObservationsAreSentAsServerSentEvents() throws Exception {
    long datastream = STA.datastream("live");
    HttpRequest request =
        HttpRequest.newBuilder(
                TestPlatform.shared().uri("/sta/v1.1/Datastreams(" + datastream + ")/live"))
            .header("Authorization", "Bearer " + STA.token())
            .build();
    try (java.net.http.HttpClient client = java.net.http.HttpClient.newHttpClient();
        java.util.stream.Stream<String> lines =
            client.send(request, HttpResponse.BodyHandlers.ofLines()).body()) {
      java.util.Iterator<String> iterator = lines.iterator();
      assertThat(iterator.next()).startsWith("retry:");
      STA.observe(datastream, "2026-07-01T00:00:00Z", 42.5);
      String line = iterator.next();
      while (!line.startsWith("data:")) {
        line = iterator.next();
      }
      assertThat(Json.parseObject(line.substring(5)).path("result").asDouble()).isEqualTo(42.5);
      client.shutdownNow();
    }
  }
}
