package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Route;
import io.glebe.api.http.body.Body;
import io.glebe.api.matrix.MatrixPlace;
import io.glebe.api.matrix.Target;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.vertx.core.http.HttpMethod;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The operations of the sensor service for the permission matrix, for a station on one farm. The
 * names of its entities contain the secret.
 */
public final class SensorTargets {
  private static final String ROOT = "/sta/v1.1/";

  private final UUID farm;
  private final String token;

  /** Entity ids by the name of the entity set. */
  private final Map<String, Long> ids = new HashMap<>();

  /**
   * @param farm farm of the station
   * @param token token of an owner of that farm
   * @param secret text that only callers with the read permission may receive
   */
  public SensorTargets(UUID farm, String token, String secret) {
    this.farm = farm;
    this.token = token;
    String station =
        """
        {'name': '$secret', 'properties': {'farmId': '$farm'},
         'Locations': [{'name': '$secret', 'location': {'type': 'Point', 'coordinates': [15.5, 46]}}],
         'Datastreams': [{'name': '$secret', 'unitOfMeasurement': {'name': 'C', 'symbol': 'C'},
           'ObservedProperty': {'name': '$secret'}, 'Sensor': {'name': '$secret'},
           'Observations': [{'result': 1, 'phenomenonTime': '2026-01-01T00:00:00Z'}]}]}
        """;
    HttpResponse<String> made =
        send(
            "POST",
            "Things",
            station
                .replace("$secret", secret)
                .replace("$farm", farm.toString())
                .replace('\'', '"'));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    long thing = Json.parse(made.body()).path("@iot.id").asLong();
    ids.put("Things", thing);
    find("Locations", "Things(" + thing + ")/Locations");
    find("HistoricalLocations", "Things(" + thing + ")/HistoricalLocations");
    find("Datastreams", "Things(" + thing + ")/Datastreams");
    String stream = "Datastreams(" + ids.get("Datastreams") + ")";
    find("Observations", stream + "/Observations");
    find("Sensors", "Datastreams?$filter=id%20eq%20" + ids.get("Datastreams") + "&$expand=Sensor");
    find("FeaturesOfInterest", stream + "/Observations?$expand=FeatureOfInterest");
  }

  private void find(String set, String path) {
    HttpResponse<String> answer = send("GET", path, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode first = Json.parse(answer.body()).at("/value/0");
    JsonNode inner = first.path("Sensor").isObject() ? first.path("Sensor") : first;
    inner = first.path("FeatureOfInterest").isObject() ? first.path("FeatureOfInterest") : inner;
    ids.put(set, inner.path("@iot.id").asLong());
  }

  private HttpResponse<String> send(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(ROOT + path))
            .header("Authorization", "Bearer " + token)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return TestPlatform.shared().send(request);
  }

  /** The datastream of the station. */
  public long datastream() {
    return Objects.requireNonNull(ids.get("Datastreams"));
  }

  /** The station's entity of this set. */
  public long entity(String set) {
    return Objects.requireNonNull(ids.get(set));
  }

  /** All operations that can be tested on the station. */
  public List<Target> all() {
    return TestPlatform.shared().platform().routes().routes().stream()
        .filter(route -> route.operation().guard() == Guard.SENSOR)
        .filter(route -> !route.operation().id().equals("datastreamLive")) // never ends
        .map(this::target)
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Target> target(Route route) {
    String rest = route.template().substring(ROOT.length() - 1).replaceFirst("^/", "");
    String set = rest.replaceFirst("\\W.*", "");
    Optional<Permission> permission = route.operation().permissions().anyOf().stream().findFirst();
    if (permission.isEmpty() || rest.contains("{id}") && !ids.containsKey(set)) {
      return Optional.empty();
    }
    if (route.method().equals(HttpMethod.DELETE) && !rest.contains("{id}")) {
      return Optional.empty(); // deletes what the caller sees, and nothing of others
    }
    boolean named = rest.contains("{id}");
    Optional<String> body = body(route, set);
    boolean needed = route.operation().body().kind() != Body.Kind.NONE;
    if (needed && body.isEmpty()) {
      return Optional.empty();
    }
    String path = ROOT + rest.replace("{id}", String.valueOf(ids.get(set)));
    boolean series = rest.contains("aggregate");
    return Optional.of(
        new Target(
            route,
            series ? path + "?datetime=2026-01-01T00:00:00Z/2026-02-01T00:00:00Z" : path,
            body.orElse(""),
            "application/json",
            List.of(permission.get()),
            named || needed ? MatrixPlace.FARM : MatrixPlace.PERSON,
            MatrixPlace.FARM));
  }

  /** A valid body for a caller with the permission; empty if no entity in it names the farm. */
  private Optional<String> body(Route route, String set) {
    String stream = "{\"@iot.id\": " + ids.get("Datastreams") + "}";
    String thing = "{\"@iot.id\": " + ids.get("Things") + "}";
    return switch (route.method().name()) {
      case "PATCH", "PUT" -> Optional.of("{\"description\": \"probe\"}");
      case "POST" ->
          switch (set) {
            case "Things" ->
                Optional.of("{\"name\": \"x\", \"properties\": {\"farmId\": \"" + farm + "\"}}");
            case "Observations" -> Optional.of("{\"result\": 1, \"Datastream\": " + stream + "}");
            case "Datastreams" ->
                Optional.of(
                    "{\"name\": \"x\", \"unitOfMeasurement\": {\"name\": \"C\", \"symbol\": \"C\"},"
                        + " \"Sensor\": {\"name\": \"s\"}, \"ObservedProperty\": {\"name\": \"o\"},"
                        + " \"Thing\": "
                        + thing
                        + "}");
            case "Locations" ->
                Optional.of(
                    "{\"name\": \"x\", \"location\": {\"type\": \"Point\", \"coordinates\": [15,"
                        + " 46]}, \"Things\": ["
                        + thing
                        + "]}");
            default -> Optional.empty();
          };
      default -> Optional.empty();
    };
  }
}
