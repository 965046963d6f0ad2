package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** A user who is added to another farm without consent continues to work on his own farm. */
class FarmWithoutConsentTest {
  private final FarmPerson stranger = new FarmPerson();
  private final FarmPerson person = new FarmPerson();
  private final UUID trap = founded(stranger);
  private final double west = ThreadLocalRandom.current().nextDouble(-60, -30);
  private final double south = ThreadLocalRandom.current().nextDouble(-60, -30);

  private static JsonNode done(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    return Json.parse(answer.body().isEmpty() ? "{}" : answer.body());
  }

  private static FarmPerson sensors(FarmPerson person) {
    return person.through("sensor-api", "sensor-read", "sensor-write");
  }

  /** Creates a farm as the person. */
  private static UUID founded(FarmPerson person) {
    UUID farm = UUID.randomUUID();
    done(
        person.send(
            "PUT",
            "/v1/farms/" + farm,
            "{'id': '%s', 'originType': 'USER', 'name': 'x', 'timezone': 'UTC', 'defaultCurrency': 'EUR', 'organizationId': '%s'}"
                .formatted(farm, organization(person))));
    return farm;
  }

  private static UUID organization(FarmPerson person) {
    UUID id = UUID.randomUUID();
    String body = "{'id': '" + id + "', 'originType': 'USER', 'name': 'Estate'}";
    done(person.send("PUT", "/v1/organizations/" + id, body));
    return id;
  }

  private void addUnasked() {
    String user = "{'email': '" + person.email + "', 'role': 'OWNER'}";
    done(stranger.send("POST", "/v1/farms/" + trap + "/users", user));
  }

  private void field(FarmPerson by, UUID farm, double size) {
    String ring =
        "[[%1$s,%2$s],[%3$s,%2$s],[%3$s,%4$s],[%1$s,%4$s],[%1$s,%2$s]]"
            .formatted(west - size, south - size, west + size, south + size);
    done(
        by.send(
            "POST",
            "/v1/farms/" + farm + "/fields",
            "{'name': 'x', 'geometry': {'type': 'Polygon', 'coordinates': [" + ring + "]}}"));
  }

  private String place() {
    return "{'location': {'type': 'Point', 'coordinates': [" + west + ", " + south + "]}}";
  }

  private long thing(String members) {
    String body = "{'name': 't', 'Locations': [" + place() + "]" + members + "}";
    return done(sensors(person).send("POST", "/sta/v1.1/Things", body)).path("@iot.id").asLong();
  }

  private int status(FarmPerson reader, long thing) {
    return sensors(reader).get("/sta/v1.1/Things(" + thing + ")").statusCode();
  }

  @Test
  void activitiesWithoutAFarmAreAssignedToTheFarmWhereTheUserWorks() {
    UUID own = founded(person);
    addUnasked();
    JsonNode made = done(person.send("POST", "/v1/activities", "{'name': 'x'}"));
    assertThat(made.path("farmId").asText()).isEqualTo(own.toString());
    done(person.send("POST", "/v1/activities", "{'name': 'x', 'farmId': '" + trap + "'}"));
    assertThat(person.send("POST", "/v1/activities", "{'name': 'x'}").statusCode())
        .as("works on both now")
        .isEqualTo(422);
  }

  @Test
  void theFarmOfAUserWithOnlyOneFarmIsTheDefault() {
    addUnasked();
    JsonNode made = done(person.send("POST", "/v1/activities", "{'name': 'x'}"));
    assertThat(made.path("farmId").asText()).isEqualTo(trap.toString());
  }

  @Test
  void aUserWithSeveralFarmsAndNoWorkMustNameTheFarm() {
    addUnasked();
    UUID second = founded(stranger);
    String user = "{'email': '" + person.email + "', 'role': 'OWNER'}";
    done(stranger.send("POST", "/v1/farms/" + second + "/users", user));
    assertThat(person.send("POST", "/v1/activities", "{'name': 'x'}").statusCode()).isEqualTo(422);
  }

  @Test
  void collectionsWithoutAFarmAreAssignedToTheFarmWhereTheUserWorks() {
    addUnasked();
    FarmPerson collections = person.through("spatio-api", "spatio-read", "spatio-write");
    String body = "{'id': 'c-%s', 'kind': 'vector', 'title': 'x'}";
    UUID own = founded(person);
    JsonNode made =
        done(collections.send("POST", "/api/v2/collections", body.formatted(UUID.randomUUID())));
    assertThat(made.toString()).contains(own.toString());
    String path = "/api/v2/collections/" + made.path("id").asText();
    assertThat(collections.send("DELETE", path, "").statusCode()).isEqualTo(204);
  }

  @Test
  void aFieldOfAnotherUserOverAnOwnFieldDoesNotGetNewThings() {
    UUID own = founded(person);
    field(person, own, 0.01);
    field(stranger, trap, 0.1);
    addUnasked();
    long inOwnField = thing("");
    assertThat(status(stranger, inOwnField)).isEqualTo(403);
    assertThat(status(person, inOwnField)).isEqualTo(200);
    FarmPerson colleague = new FarmPerson();
    done(
        person.send(
            "POST",
            "/v1/farms/" + own + "/users",
            "{'email': '" + colleague.email + "', 'role': 'OWNER'}"));
    assertThat(status(colleague, inOwnField)).as("belongs to the own farm").isEqualTo(200);
  }

  @Test
  void aFieldOfAnotherUserOutsideOwnFieldsDoesNotGetNewThings() {
    field(stranger, trap, 0.1);
    addUnasked();
    String unnamed = "{'name': 't', 'Locations': [" + place() + "]}";
    HttpResponse<String> refused = sensors(person).send("POST", "/sta/v1.1/Things", unnamed);
    assertThat(refused.statusCode()).as("has to say whose it is").isEqualTo(422);
    assertThat(refused.body()).contains(trap.toString());
    long thing = thing(", 'properties': {'farmId': null}");
    assertThat(status(stranger, thing)).isEqualTo(403);
    assertThat(status(person, thing)).isEqualTo(200);
    long named = thing(", 'properties': {'farmId': '" + trap + "'}");
    assertThat(status(stranger, named)).as("named by the person").isEqualTo(200);
    assertThat(status(stranger, thing(""))).as("works there now").isEqualTo(200);
  }

  @Test
  void aMovedThingStaysWithItsFarm() {
    UUID own = founded(person);
    long thing = thing(", 'properties': {'farmId': '" + own + "'}");
    done(sensors(person).send("PATCH", "/sta/v1.1/Things(" + thing + ")", "{'properties': {}}"));
    field(stranger, trap, 0.1);
    addUnasked();
    done(sensors(person).send("POST", "/sta/v1.1/Things(" + thing + ")/Locations", place()));
    assertThat(status(stranger, thing)).isEqualTo(403);
    done(person.send("POST", "/v1/activities", "{'name': 'x', 'farmId': '" + trap + "'}"));
    done(sensors(person).send("POST", "/sta/v1.1/Things(" + thing + ")/Locations", place()));
    assertThat(status(stranger, thing)).as("although he works there").isEqualTo(403);
    assertThat(status(person, thing)).isEqualTo(200);
  }
}
