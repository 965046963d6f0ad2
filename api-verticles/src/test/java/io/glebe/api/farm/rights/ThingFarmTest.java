package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The farm of a thing that a person makes, and the field to which its observations lead. */
class ThingFarmTest {
  private static final String STA = "/sta/v1.1";
  private static final String PLACE = "{'type': 'Point', 'coordinates': [3, -50]}";
  private final FarmPerson person = new FarmPerson();
  private final FarmPerson sensors = person.through("sensor-api", "sensor-read", "sensor-write");

  private static JsonNode done(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    return Json.parse(answer.body());
  }

  private UUID founded(String name) {
    UUID organization = UUID.randomUUID();
    done(
        person.send(
            "PUT",
            "/v1/organizations/" + organization,
            "{'id': '" + organization + "', 'originType': 'USER', 'name': 'Estate'}"));
    UUID farm = UUID.randomUUID();
    done(
        person.send(
            "PUT",
            "/v1/farms/" + farm,
            "{'id': '%s', 'originType': 'USER', 'name': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR', 'organizationId': '%s'}"
                .formatted(farm, name, organization)));
    return farm;
  }

  private String field(UUID farm, double west, double south) {
    return done(person.send(
            "POST",
            "/v1/farms/" + farm + "/fields",
            "{'name': 'Lower field', 'geometry': " + square(west, south) + "}"))
        .path("id")
        .asText();
  }

  private static String square(double west, double south) {
    return "{'type': 'Polygon', 'coordinates': [[[%1$s,%2$s],[%3$s,%2$s],[%3$s,%4$s],[%1$s,%4$s],[%1$s,%2$s]]]}"
        .formatted(west, south, west + 0.1, south + 0.1);
  }

  private JsonNode made(String set, String body) {
    return done(sensors.send("POST", STA + "/" + set, body));
  }

  private JsonNode read(String path) {
    return done(sensors.get(STA + "/" + path.replace(" ", "%20")));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private int colleagueReads(UUID farm, long thing) {
    FarmPerson colleague = new FarmPerson();
    done(
        person.send(
            "POST",
            "/v1/farms/" + farm + "/users",
            "{'email': '" + colleague.email + "', 'role': 'OWNER'}"));
    return colleague
        .through("sensor-api", "sensor-read")
        .get(STA + "/Things(" + thing + ")")
        .statusCode();
  }

  @Test
  void aThingWithoutAFarmBelongsToTheOnlyFarmOfThePerson() {
    UUID farm = founded("Only farm");
    long thing = made("Things", "{'name': 't'}").path("@iot.id").asLong();
    assertThat(colleagueReads(farm, thing)).isEqualTo(200);
    long composite =
        made(
                "composite",
                "{'thing': {'name': 't'}, 'sensor': {'name': 's'}, 'observedProperty': {'name':"
                    + " 'p'}, 'datastream': {'unit': {'name': 'percent', 'symbol': '%'}}}")
            .at("/thing/@iot.id")
            .asLong();
    assertThat(colleagueReads(farm, composite)).isEqualTo(200);
    long none =
        made("Things", "{'name': 't', 'properties': {'farmId': null}}").path("@iot.id").asLong();
    assertThat(colleagueReads(farm, none)).as("of the account alone").isEqualTo(403);
  }

  @Test
  void aPersonWithSeveralFarmsIsToldAmongWhichToChoose() {
    UUID first = founded("First farm");
    UUID second = founded("Second farm");
    HttpResponse<String> refused = sensors.send("POST", STA + "/Things", "{'name': 't'}");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("farm-required", first + " (First farm)", second + " (Second farm)");
    assertThat(pointer(refused)).isEqualTo("/properties/farmId");
    String inside = "{'location': " + PLACE + ", 'Things': [{'name': 't'}]}";
    HttpResponse<String> nested = sensors.send("POST", STA + "/Locations", inside);
    assertThat(nested.statusCode()).isEqualTo(422);
    assertThat(pointer(nested)).isEqualTo("/Things/0/properties/farmId");
    String batch =
        "{'requests': [{'id': '1', 'method': 'post', 'url': 'Things', 'body': {'name': 't'}}]}";
    JsonNode parts = done(sensors.send("POST", STA + "/$batch", batch));
    assertThat(parts.at("/responses/0/status").asInt()).isEqualTo(422);
    long thing =
        made("Things", "{'name': 't', 'properties': {'farmId': '" + second + "'}}")
            .path("@iot.id")
            .asLong();
    assertThat(colleagueReads(second, thing)).isEqualTo(200);
  }

  private static String pointer(HttpResponse<String> refused) {
    return Json.parse(refused.body()).at("/violations/0/pointer").asText();
  }

  @Test
  void aThingInsideOfALocationBelongsToTheFarmOfTheFieldThere() {
    UUID first = founded("Farm of a place");
    field(first, -44.4, -34.2);
    UUID second = founded("Farm elsewhere");
    field(second, -45.4, -34.2);
    String thing =
        "{'name': 't', 'Datastreams': [{'name': 'd', 'Sensor': {'name': 's'}, 'ObservedProperty':"
            + " {'name': 'p'}, 'Observations': [{'result': 1}]}]}";
    String place = "{'type': 'Point', 'coordinates': [-44.35, -34.15]}";
    long location =
        made("Locations", "{'location': " + place + ", 'Things': [" + thing + "]}")
            .path("@iot.id")
            .asLong();
    made("Locations(" + location + ")/Things", thing);
    JsonNode things = read("Locations(" + location + ")/Things?$expand=Datastreams/Observations");
    assertThat(things.path("value")).hasSize(2);
    for (JsonNode one : things.path("value")) {
      assertThat(one.at("/Datastreams/0/Observations")).hasSize(1);
      assertThat(colleagueReads(first, one.path("@iot.id").asLong())).isEqualTo(200);
    }
  }

  @Test
  void observationsLeadToTheFieldInWhichTheirThingStands() {
    UUID farm = founded("Farm with a field");
    String field = field(farm, -40.4, -30.2);
    String place = "{'location': {'type': 'Point', 'coordinates': [-40.35, -30.15]}}";
    long thing =
        made(
                "Things",
                "{'name': 'in the field', 'properties': {'a': 1}, 'Locations': [" + place + "]}")
            .path("@iot.id")
            .asLong();
    long datastream =
        made(
                "Things(" + thing + ")/Datastreams",
                "{'name': 'd', 'Sensor': {'name': 's'}, 'ObservedProperty': {'name': 'p'}}")
            .path("@iot.id")
            .asLong();
    made("Datastreams(" + datastream + ")/Observations", "{'result': 1}");
    assertThat(read("Things(" + thing + ")").at("/properties/fieldId").asText()).isEqualTo(field);
    assertThat(read("Datastreams(" + datastream + ")/properties/fieldId").path("fieldId").asText())
        .isEqualTo(field);
    for (String set : new String[] {"Things", "Datastreams", "Observations"}) {
      String filter = "?$filter=" + encoded("fieldId eq '" + field + "'");
      assertThat(read(set + filter).path("value")).as(set).hasSize(1);
      String other = "?$filter=" + encoded("fieldId eq '" + UUID.randomUUID() + "'");
      assertThat(read(set + other).path("value")).as(set).isEmpty();
    }
    String path = "Datastream/Thing/properties/fieldId eq '" + field + "'";
    assertThat(read("Observations?$filter=" + encoded(path)).path("value")).hasSize(1);
  }

  @Test
  void aFieldIsTheFeatureOfAThingThatHasNoLocation() {
    UUID farm = founded("Farm of a probe");
    String field = field(farm, -41.4, -31.2);
    long thing =
        made("Things", "{'name': 'probe', 'properties': {'fieldId': '" + field + "'}}")
            .path("@iot.id")
            .asLong();
    long datastream =
        made(
                "Things(" + thing + ")/Datastreams",
                "{'name': 'd', 'Sensor': {'name': 's'}, 'ObservedProperty': {'name': 'p'}}")
            .path("@iot.id")
            .asLong();
    long observation =
        made("Datastreams(" + datastream + ")/Observations", "{'result': 1}")
            .path("@iot.id")
            .asLong();
    JsonNode feature = read("Observations(" + observation + ")/FeatureOfInterest");
    assertThat(feature.path("name").asText()).isEqualTo("Lower field");
    assertThat(feature.at("/properties/fieldId").asText()).isEqualTo(field);
    assertThat(feature.at("/feature/type").asText()).isEqualTo("Polygon");
  }

  @Test
  void aFieldThatFollowsFromThePlaceIsNotStoredWhenItIsSentBack() {
    UUID farm = founded("Farm of a mover");
    String field = field(farm, -42.4, -32.2);
    String self =
        "Things("
            + made(
                    "Things",
                    "{'name': 'mover', 'Locations': [{'location': {'type': 'Point', 'coordinates':"
                        + " [-42.35, -32.15]}}]}")
                .path("@iot.id")
                .asLong()
            + ")";
    String sentBack = "{'properties': {'fieldId': '" + field + "', 'a': 1}}";
    done(sensors.send("PATCH", STA + "/" + self, sentBack));
    String second = field(farm, -43.4, -33.2);
    made(self + "/Locations", "{'location': {'type': 'Point', 'coordinates': [-43.35, -33.15]}}");
    JsonNode properties = read(self).path("properties");
    assertThat(properties.path("fieldId").asText()).isEqualTo(second);
    assertThat(properties.path("a").asInt()).isEqualTo(1);
  }

  private long placed(UUID farm, double longitude, double latitude) {
    String place =
        "{'location': {'type': 'Point', 'coordinates': [" + longitude + ", " + latitude + "]}}";
    String body =
        "{'name': 't', 'properties': {'farmId': '"
            + farm
            + "'}, 'Locations': ["
            + place
            + "], 'Datastreams': [{'name': 'd', 'Sensor': {'name': 's'}, 'ObservedProperty':"
            + " {'name': 'p'}, 'Observations': [{'result': 1}]}]}";
    return made("Things", body).path("@iot.id").asLong();
  }

  /** The Things, Datastreams and Observations on a field each have this number. */
  private void count(String field, int number) {
    for (String set : new String[] {"Things", "Datastreams", "Observations"}) {
      String filter = "?$filter=" + encoded("fieldId eq '" + field + "'");
      assertThat(read(set + filter).path("value")).as(set).hasSize(number);
    }
  }

  @Test
  void aThingFollowsTheFieldsThatAreDrawnAroundIt() {
    UUID farm = founded("Farm that is drawn");
    long thing = placed(farm, -46.35, -36.15);
    String self = "Things(" + thing + ")";
    assertThat(read(self).path("properties").has("fieldId")).isFalse();

    String field = field(farm, -46.4, -36.2);
    assertThat(read(self).at("/properties/fieldId").asText()).as("drawn").isEqualTo(field);
    count(field, 1);

    String path = "/v1/fields/" + field;
    done(person.send("PATCH", path, "{'geometry': " + square(-46.8, -36.2) + "}"));
    assertThat(read(self).path("properties").has("fieldId")).as("redrawn elsewhere").isFalse();
    count(field, 0);

    done(person.send("PATCH", path, "{'geometry': " + square(-46.4, -36.2) + "}"));
    count(field, 1);
    assertThat(person.send("DELETE", path, "").statusCode()).isEqualTo(204);
    assertThat(read(self).path("properties").has("fieldId")).as("deleted").isFalse();
    count(field, 0);
  }

  @Test
  void aThingThatNamesItsFieldStaysThere() {
    UUID farm = founded("Farm of named fields");
    String named = field(farm, -47.4, -37.2);
    String place = "{'location': {'type': 'Point', 'coordinates': [-48.35, -38.15]}}";
    long thing =
        made(
                "Things",
                "{'name': 't', 'properties': {'fieldId': '"
                    + named
                    + "'}, 'Locations': ["
                    + place
                    + "]}")
            .path("@iot.id")
            .asLong();
    field(farm, -48.4, -38.2);
    String self = "Things(" + thing + ")";
    assertThat(read(self).at("/properties/fieldId").asText()).isEqualTo(named);
  }

  @Test
  void aThingWithoutItsLocationStandsOnNoField() {
    UUID farm = founded("Farm of a taken probe");
    String field = field(farm, -49.4, -39.2);
    String self = "Things(" + placed(farm, -49.35, -39.15) + ")";
    assertThat(read(self).at("/properties/fieldId").asText()).isEqualTo(field);
    long location = read(self + "/Locations").at("/value/0/@iot.id").asLong();
    String path = STA + "/Locations(" + location + ")";
    assertThat(sensors.send("DELETE", path, "").statusCode()).isEqualTo(200);
    assertThat(read(self).path("properties").has("fieldId")).isFalse();
  }
}
