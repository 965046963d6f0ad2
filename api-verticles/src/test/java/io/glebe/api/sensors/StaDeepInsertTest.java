package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requirement classes deep-insert and observation types; the composite of this service. */
class StaDeepInsertTest {
  private static final StaClient STA = new StaClient("deep-test");
  private static final String FEATURE =
      "{'name': 'f', 'encodingType': 'application/geo+json', 'feature': {'type': 'Point',"
          + " 'coordinates': [15, 46]}}";
  private static final String EVERYTHING =
      "?$expand=Locations,HistoricalLocations,Datastreams/Observations($orderby=phenomenonTime%20desc;$expand=FeatureOfInterest)";
  private static final String STREAM =
      "{'name': 'deep', 'Sensor': {'name': 's'}, 'ObservedProperty': {'name': 'p'}, 'Thing':"
          + " {'name': 'deep', 'Locations': [{'location': {'type': 'Point', 'coordinates': [15,"
          + " 46]}}]}%s}";

  private static List<String> pointers(HttpResponse<String> refused) {
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
    ObjectNode problem = Json.parseObject(refused.body());
    assertThat(problem.path("type").asText()).endsWith("/invalid-entity");
    List<String> pointers = new ArrayList<>();
    problem.path("violations").forEach(v -> pointers.add(v.path("pointer").asText()));
    return pointers;
  }

  @Test
  void anObservationIsCreatedWithAllThatItRefersTo() {
    long observation =
        STA.id(
            "/Observations",
            "{'result': 1, 'FeatureOfInterest': "
                + FEATURE
                + ", 'Datastream': "
                + STREAM.formatted("")
                + "}");
    String self = "/Observations(" + observation + ")";
    assertThat(STA.json(self + "/Datastream/Thing").path("name").asText()).isEqualTo("deep");
    assertThat(STA.json(self + "/FeatureOfInterest").path("name").asText()).isEqualTo("f");
  }

  @Test
  void observationsAreCreatedInsideOfDatastreamsAndOfFeatures() {
    String nested = ", 'Observations': [{'result': 1, 'FeatureOfInterest': " + FEATURE + "}]";
    long datastream = STA.id("/Datastreams", STREAM.formatted(nested));
    assertThat(
            STA.json("/Datastreams(" + datastream + ")/Observations?$expand=FeatureOfInterest")
                .at("/value/0/FeatureOfInterest/name")
                .asText())
        .isEqualTo("f");
    String inside =
        FEATURE.substring(0, FEATURE.length() - 1)
            + ", 'Observations': [{'result': 2, 'Datastream': {'@iot.id': "
            + datastream
            + "}}]}";
    long feature = STA.id("/FeaturesOfInterest", inside);
    JsonNode of = STA.json("/FeaturesOfInterest(" + feature + ")/Observations?$expand=Datastream");
    assertThat(of.at("/value/0/result").asInt()).isEqualTo(2);
    assertThat(of.at("/value/0/Datastream/@iot.id").asLong()).isEqualTo(datastream);
  }

  private static String observing(String name, int result) {
    return "{'name': '%s', 'Datastreams': [%s]}".formatted(name, stream("", result));
  }

  /** A datastream in which only the members of its parent are missing. */
  private static String stream(String related, int result) {
    return "{'name': 'd', %s'Sensor': {'name': 's'}, 'ObservedProperty': {'name': 'p'}, 'Observations': [{'result': %d}, {'result': %d, 'phenomenonTime': '2026-05-01T00:00:00Z'}]}"
        .formatted(related, result, result + 100);
  }

  private static List<Integer> results(JsonNode thing) {
    return thing
        .at("/Datastreams/0/Observations")
        .valueStream()
        .map(o -> o.path("result").asInt())
        .toList();
  }

  /** Requires the things at a path, each with its result, at this longitude. */
  private static void assertStand(String path, double longitude, Map<String, Integer> expected) {
    Map<String, Integer> found = new TreeMap<>();
    for (String id : StaStation.texts(STA.json(path), "@iot.id")) {
      JsonNode thing = STA.json("/Things(" + id + ")" + EVERYTHING); // a page would be short
      assertThat(results(thing)).hasSize(2);
      found.put(thing.path("name").asText(), results(thing).getFirst());
      assertThat(thing.at("/Locations/0/location/coordinates/0").asDouble()).isEqualTo(longitude);
      for (JsonNode observation : thing.at("/Datastreams/0/Observations")) {
        assertThat(observation.at("/FeatureOfInterest/feature/coordinates/0").asDouble())
            .isEqualTo(longitude);
      }
      assertThat(thing.path("HistoricalLocations")).hasSize(1);
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void thingsWithObservationsAreCreatedInsideOfTheirLocation() {
    String place = StaStation.point(15.25, 46.25);
    String things = "[" + observing("one", 4) + ", " + observing("two", 5) + "]";
    long location =
        STA.id("/Locations", "{'name': 'l', 'location': " + place + ", 'Things': " + things + "}");
    String below = "/Locations(" + location + ")/Things";
    STA.id(below, observing("three", 6));
    assertStand(below, 15.25, Map.of("one", 4, "two", 5, "three", 6));
  }

  @Test
  void aThingIsCreatedInsideOfTheHistoryOfItsLocation() {
    String place = "{'location': " + StaStation.point(15.5, 46.25) + "}";
    String time = "{'time': '2026-05-01T00:00:00Z', ";
    long history =
        STA.id(
            "/HistoricalLocations",
            time + "'Thing': " + observing("a", 1) + ", 'Locations': [" + place + "]}");
    String ofHistory = "HistoricalLocations/id eq " + history;
    assertStand("/Things?$filter=" + StaClient.encoded(ofHistory), 15.5, Map.of("a", 1));
    String inside =
        place.substring(0, place.length() - 1)
            + ", 'HistoricalLocations': ["
            + time
            + "'Thing': "
            + observing("b", 2)
            + "}, "
            + time
            + "'Thing': "
            + observing("c", 3)
            + "}]}";
    long location = STA.id("/Locations", inside);
    String below = "/Locations(" + location + ")/HistoricalLocations";
    STA.id(below, time + "'Thing': " + observing("d", 4) + "}");
    assertStand("/Locations(" + location + ")/Things", 15.5, Map.of("b", 2, "c", 3, "d", 4));
  }

  @Test
  void datastreamsAreCreatedInsideOfSensorsAndObservedProperties() {
    String thing =
        "'Thing': {'name': 't', 'Locations': [{'location': "
            + StaStation.point(15.75, 46.25)
            + "}]}, ";
    for (String set : List.of("Sensors", "ObservedProperties")) {
      String first = stream(thing, 1);
      String second = stream(thing, 2);
      long parent =
          STA.id("/" + set, "{'name': 'x', 'Datastreams': [" + first + ", " + second + "]}");
      String below = "/" + set + "(" + parent + ")/Datastreams";
      STA.id(below, stream(thing, 3));
      List<String> streams = StaStation.texts(STA.json(below + "?$orderby=id"), "@iot.id");
      assertThat(streams).hasSize(3);
      for (int i = 0; i < 3; i++) {
        String expand = "?$expand=Observations($orderby=phenomenonTime%20desc),Thing/Locations";
        JsonNode one = STA.json("/Datastreams(" + streams.get(i) + ")" + expand);
        assertThat(one.at("/Observations/0/result").asInt()).isEqualTo(i + 1);
        assertThat(one.at("/Observations")).hasSize(2);
        assertThat(one.at("/Thing/Locations")).hasSize(1);
      }
    }
  }

  @Test
  void aDatastreamIsCreatedInsideOfTheObservationsOfAFeature() {
    String observation = "{'result': 7, 'Datastream': " + STREAM.formatted("") + "}";
    String inside =
        FEATURE.substring(0, FEATURE.length() - 1)
            + ", 'Observations': ["
            + observation
            + ", "
            + observation
            + "]}";
    long feature = STA.id("/FeaturesOfInterest", inside);
    String below = "/FeaturesOfInterest(" + feature + ")/Observations";
    STA.id(below, observation);
    JsonNode found = STA.json(below);
    assertThat(StaStation.texts(found, "result")).containsExactly("7", "7", "7");
    for (String id : StaStation.texts(found, "@iot.id")) {
      String locations = "/Observations(" + id + ")/Datastream/Thing/Locations";
      assertThat(STA.json(locations).path("value")).hasSize(1);
    }
  }

  @Test
  void observationsInsideOfAThingWithoutAPlaceAreRefusedWithTheirPointer() {
    HttpResponse<String> refused = STA.send("POST", "/Things", observing("placeless", 1));
    assertThat(pointers(refused))
        .containsExactly("/Datastreams/0/Observations/0/FeatureOfInterest");
    assertThat(STA.query("/Things", "$filter", "name eq 'placeless'").path("value")).isEmpty();
  }

  @Test
  void allFaultsOfABodyAreNamedAtOnceAndNothingIsCreated() {
    String body =
        """
        {'name': 'faulty', 'Locations': [{'location': {'type': 'Nowhere'}}], 'Datastreams': [
          {'Sensor': {'name': 5}, 'Observations': [{'phenomenonTime': 'now'},
            {'result': 1, 'FeatureOfInterest': {'name': 'f', 'feature': {'type': 'Point', 'coordinates': [1, 1]}}}]}]}
        """;
    assertThat(pointers(STA.send("POST", "/Things", body)))
        .contains(
            "/Locations/0/location",
            "/Datastreams/0/name",
            "/Datastreams/0/Sensor/name",
            "/Datastreams/0/ObservedProperty",
            "/Datastreams/0/Observations/0/phenomenonTime",
            "/Datastreams/0/Observations/0/result",
            "/Datastreams/0/Observations/1/FeatureOfInterest/encodingType");
    assertThat(STA.query("/Things", "$filter", "name eq 'faulty'").path("value")).isEmpty();
  }

  @Test
  void allFaultsOfACompositeHavePointersIntoTheBodyThatWasSent() {
    assertThat(pointers(STA.send("POST", "/composite", "{}")))
        .containsExactly("/thing", "/sensor", "/observedProperty", "/datastream");
    String body =
        """
        {'thing': {'name': 5, 'Locations': [{'location': 7}]}, 'sensor': {},
         'observedProperty': {'name': ''}, 'datastream': {'unit': {'symbol': 1}}}
        """;
    assertThat(pointers(STA.send("POST", "/composite", body)))
        .containsExactlyInAnyOrder(
            "/thing/name",
            "/thing/Locations/0/location",
            "/sensor/name",
            "/observedProperty/name",
            "/datastream/unit");
    assertThat(
            pointers(
                STA.send(
                    "POST",
                    "/composite",
                    "{'thing': {'name': 't'}, 'sensor': {'name': 's'}, 'observedProperty': {'name':"
                        + " 'p'}, 'datastream': {'unitOfMeasurement': 3}}")))
        .containsExactly("/datastream/unitOfMeasurement");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          OM_Measurement         | 1.5, 2, null          | 'warm', true, [1], {}
          OM_CountObservation    | 3, 4.0, null          | 1.5, 'three', false
          OM_TruthObservation    | true, false, null     | 1, 'true'
          OM_CategoryObservation | 'http://x/y', null    | 1, true
          something              | 1, 'a', true, null, [1], {}, [[1]] |
          """)
  void theObservationTypeDecidesAboutResults(String type, String good, String bad) {
    StaStation station = StaStation.at(STA, "types");
    String list =
        "/Datastreams("
            + station.another(type, "http://www.opengis.net/def/observationType/OGC-OM/2.0/" + type)
            + ")/Observations";
    for (String result : good.split(", ", -1)) {
      ObjectNode made = STA.post(list, "{'result': " + result + "}");
      String self = "/Observations(" + made.path("@iot.id").asLong() + ")";
      assertThat(STA.json(self).has("result")).as(result).isTrue();
      assertThat(text(STA.json(self).path("result")))
          .isEqualTo(text(Json.parse(result.replace('\'', '"'))));
    }
    for (String result : bad == null ? new String[0] : bad.split(", ")) {
      assertThat(pointers(STA.send("POST", list, "{'result': " + result + "}")))
          .as(result)
          .containsExactly("/result");
    }
    assertThat(pointers(STA.send("POST", list, "{}"))).containsExactly("/result");
  }

  private static String text(JsonNode result) {
    return result.isNumber()
        ? result.decimalValue().stripTrailingZeros().toPlainString()
        : result.asText();
  }

  @Test
  void aResultOfAnotherTypeIsRefusedInEveryWay() {
    StaStation station = StaStation.at(STA, "types everywhere");
    String self = "/Observations(" + station.observe("{'result': 1}") + ")";
    assertThat(pointers(STA.send("PATCH", self, "{'result': 'a'}"))).containsExactly("/result");
    HttpResponse<String> rows =
        STA.send(
            "POST",
            "/CreateObservations",
            "[{'Datastream': {'@iot.id': "
                + station.datastream()
                + "}, 'components': ['result'],"
                + " 'dataArray': [['a'], [2]]}]");
    assertThat(Json.parse(rows.body()).get(0).asText())
        .startsWith("error: result must be a number");
    assertThat(Json.parse(rows.body()).get(1).asText()).contains("/Observations(");
  }
}
