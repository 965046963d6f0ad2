package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Features of interest of observations that name none, and the observed area of datastreams. */
class StaFeatureTest {
  private static final StaClient STA = new StaClient("feature-test");

  private static JsonNode feature(long observation) {
    return STA.json("/Observations(" + observation + ")/FeatureOfInterest");
  }

  private static long features(String name) {
    return STA.query("/FeaturesOfInterest", "$filter", "name eq '" + name + "'")
        .path("value")
        .size();
  }

  @Test
  void aFeatureIsMadeAtTheFirstObservationAndMadeAgainAfterItsDeletion() {
    StaStation station = StaStation.at(STA, "made late");
    assertThat(features("made late")).isZero();
    JsonNode first = feature(station.observe("{'result': 1}"));
    assertThat(first.at("/feature/coordinates/0").asDouble()).isEqualTo(15.5);
    JsonNode same = feature(station.observe("{'result': 2}"));
    assertThat(same.path("@iot.id")).isEqualTo(first.path("@iot.id"));
    String self = "/FeaturesOfInterest(" + first.path("@iot.id").asLong() + ")";
    assertThat(STA.send("DELETE", self, "").statusCode()).isEqualTo(200);
    assertThat(station.results("true eq true")).as("go with their feature").isEmpty();
    JsonNode again = feature(station.observe("{'result': 3}"));
    assertThat(again.path("@iot.id")).isNotEqualTo(first.path("@iot.id"));
    assertThat(features("made late")).isEqualTo(1);
  }

  @Test
  void aFeatureFollowsTheLocation() {
    StaStation station = StaStation.at(STA, "moving");
    JsonNode before = feature(station.observe("{'result': 1}"));
    String location = "/Locations(" + station.location() + ")";
    STA.send("PATCH", location, "{'location': " + StaStation.point(16, 47) + "}");
    JsonNode corrected = feature(station.observe("{'result': 2}"));
    assertThat(corrected.at("/feature/coordinates/0").asDouble()).isEqualTo(16);
    STA.id(
        "/Things(" + station.thing() + ")/Locations",
        "{'name': 'moving', 'location': " + StaStation.point(17, 48) + "}");
    JsonNode moved = feature(station.observe("{'result': 3}"));
    assertThat(moved.at("/feature/coordinates/0").asDouble()).isEqualTo(17);
    assertThat(
            STA.json("/FeaturesOfInterest(" + before.path("@iot.id").asLong() + ")")
                .at("/feature/coordinates/0")
                .asDouble())
        .as("of earlier observations")
        .isEqualTo(15.5);
  }

  @Test
  void withoutAnyPlaceAFeatureIsRequired() {
    long thing = STA.id("/Things", "{'name': 'nowhere'}");
    long datastream = StaStation.datastream(STA, thing, "nowhere", "any");
    String list = "/Datastreams(" + datastream + ")/Observations";
    HttpResponse<String> refused = STA.send("POST", list, "{'result': 1}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("/FeatureOfInterest", "neither a Location nor a field");
    long feature =
        STA.id(
            "/FeaturesOfInterest",
            "{'name': 'f', 'encodingType': 'application/geo+json', 'feature': "
                + StaStation.point(1, 2)
                + "}");
    STA.id(list, "{'result': 1, 'FeatureOfInterest': {'@iot.id': " + feature + "}}");
    STA.id("/Things(" + thing + ")/Locations", "{'location': " + StaStation.point(1, 2) + "}");
    STA.id(list, "{'result': 2}");
    STA.observe(STA.datastream("composite without place"), "2026-05-01T00:00:00Z", 1);
  }

  @Test
  void theObservedAreaIsTheExtentOfTheFeatures() {
    StaStation station = StaStation.at(STA, "area", 10, 40);
    String self = "/Datastreams(" + station.datastream() + ")";
    assertThat(STA.json(self).has("observedArea")).isFalse();
    station.observe("{'result': 1}");
    assertThat(STA.json(self).at("/observedArea/type").asText()).isEqualTo("Point");
    String far =
        "{'result': 2, 'FeatureOfInterest': {'name': 'far', 'encodingType': 'application/geo+json',"
            + " 'feature': "
            + StaStation.point(12, 43)
            + "}}";
    long observation = station.observe(far);
    JsonNode area = STA.json(self).path("observedArea");
    assertThat(area.path("type").asText()).isEqualTo("Polygon");
    assertThat(area.at("/coordinates/0/0").toString()).isEqualTo("[10,40]");
    assertThat(area.at("/coordinates/0/2").toString()).isEqualTo("[12,43]");
    String inside = "name eq 'area' and st_intersects(observedArea, geography'POINT(11 41)')";
    assertThat(STA.query("/Datastreams", "$filter", inside).path("value")).hasSize(1);
    long feature = feature(observation).path("@iot.id").asLong();
    STA.send(
        "PATCH",
        "/FeaturesOfInterest(" + feature + ")",
        "{'feature': " + StaStation.point(10, 42) + "}");
    assertThat(STA.json(self).at("/observedArea/type").asText()).isEqualTo("LineString");
    STA.send("DELETE", "/Observations(" + observation + ")", "");
    assertThat(STA.json(self).at("/observedArea/type").asText()).isEqualTo("Point");
    STA.send("DELETE", station.observations() + "?$filter=result%20ge%200", "");
    assertThat(STA.json(self).has("observedArea")).isFalse();
    assertThat(STA.json(self).has("phenomenonTime")).isFalse();
  }
}
