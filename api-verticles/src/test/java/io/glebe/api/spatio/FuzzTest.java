package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Route;
import io.glebe.api.http.body.Body;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.json.Json;
import io.vertx.core.http.HttpMethod;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Sends bad input for every parameter and every body of every route in the route table. Each
 * response ends, gives a reason and is never a 5xx. {@code -Dglebe.fuzz.seed=N} repeats a run.
 */
final class FuzzTest {
  private static final long SEED = Long.getLong("glebe.fuzz.seed", 20_260_501L);
  private static final int EACH = 4;
  private static final int BODIES = 12;
  private static final int MAX_ANSWER = 32 << 20;
  private static final SpatioClient CLIENT = new SpatioClient("");

  /** Parameters that any route might read. */
  private static final List<String> COMMON = List.of("limit", "f", "datetime", "colour");

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "0",
          "-1",
          "1e309",
          "NaN",
          "-Infinity",
          "9".repeat(400),
          "99999999999",
          "2147483648",
          "../../etc/passwd",
          "..",
          "'; DROP TABLE cube_item; --",
          "\"",
          "a".repeat(3_000),
          "\u202e\ud83c\udf3e",
          "null",
          "[]",
          "{}",
          "{\"op\":\"=\"}",
          "{\"op\":\"and\",\"args\":[{\"op\":\"not\",\"args\":[1]}]}",
          "1,2,3",
          "180,90,-180,-90",
          "-1e308,-1e308,1e308,1e308",
          "15,46,15,46",
          "9999-99-99",
          "2026-05-01T10:00:00Z/2020-01-01T00:00:00Z",
          "-999999999-01-01T00:00:00Z",
          "+999999999-12-31T23:59:59Z",
          "../..",
          "+",
          "-,+,-",
          "a,".repeat(1_000),
          "(".repeat(1_000),
          "NOT ".repeat(500) + "a",
          "a=1 AND ".repeat(300) + "a=1",
          "S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 0 0)))",
          "S_WITHIN(geometry, POINT(1e400 2))",
          "T_DURING(datetime, INTERVAL('..','..'))",
          "a LIKE '" + "%".repeat(500) + "'",
          "NDVI/(NDVI-NDVI)",
          "B04^B04^B04^B04",
          "NDVI",
          "POINT(15.5 46)",
          "EPSG:0",
          "http://www.opengis.net/def/crs/EPSG/0/27700");

  /** Request bodies of routes; the test makes one leaf or member of a body bad. */
  private static final List<String> BODIES_OF_ROUTES =
      List.of(
          "{\"id\":\"fuzzed\",\"title\":\"t\",\"farmId\":\"" + SpatioClient.FARM + "\"}",
          "{\"crs\":\"EPSG:32633\",\"width\":20,\"height\":10,\"bbox\":[538000,5096900,538200,5097000]}",
          "{\"name\":\"L\",\"dtype\":\"int16\",\"scale\":0.1,\"nodata\":-1,\"range\":[0,1]}",
          "{\"type\":\"Feature\",\"id\":\"f\",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
              + "[[[15,46],[16,46],[16,47],[15,46]]]},\"properties\":{\"datetime\":\"2026-05-01\"}}",
          "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"geometry\":null,"
              + "\"properties\":{\"a\":1}}]}",
          "{\"license\":\"MIT\",\"keywords\":[\"a\"],\"assets\":{\"a\":{\"href\":\"b\"}}}",
          "{\"collections\":[\"a\"],\"bbox\":[15,46,16,47],\"datetime\":\"2026-05-01\",\"limit\":5,"
              + "\"filter\":{\"op\":\"=\",\"args\":[{\"property\":\"id\"},\"x\"]}}",
          "{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[15,46],[15.1,46],[15.1,46.1],"
              + "[15,46]]]},\"layers\":[\"NDVI\"],\"datetime\":\"2026-05-01/2026-06-01\"}",
          "{\"version\":8,\"name\":\"s\",\"sources\":{},\"layers\":[]}");

  private static final List<String> RAW_BODIES =
      List.of(
          "",
          "{",
          "nothing",
          "null",
          "[]",
          "7",
          "{}",
          "{\"a\":1,\"a\":2}",
          "[".repeat(5_000),
          "{\"a\":".repeat(500) + "1" + "}".repeat(500),
          "{\"a\":\"\\u0000\"}",
          "{\"a\":1e999999}",
          "{\"type\":\"FeatureCollection\",\"features\":7}",
          "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[null,1e400]}}",
          "\u0093NUMPY\u0001\u0000\u00ff\u00ff");

  private final Random random = new Random(SEED);

  /** A cube with a slice and a feature, to which valid requests refer. */
  private static String target() {
    String id = CLIENT.cube();
    expect(200, CLIENT.fill(id, "NDVI", "datetime=2026-05-01T10:00:00Z", new byte[2 * 200]));
    String feature =
        "{\"type\":\"Feature\",\"id\":\"p\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[15.5,46]},"
            + "\"properties\":{\"a\":1,\"datetime\":\"2026-05-01T10:00:00Z\"}}";
    expect(201, CLIENT.post("/collections/" + id + "/items", "application/geo+json", feature));
    return id;
  }

  @Test
  void everyBadParameterAndBodyIsAnsweredWithAReason() {
    String id = target();
    Map<String, String> values = SpatioRoutes.values(id);
    Set<Integer> seen = new TreeSet<>();
    List<String> faults = new ArrayList<>();
    int sent = 0;
    for (Route route : SpatioRoutes.all()) {
      for (HttpRequest.Builder request : requests(route, values)) {
        HttpResponse<byte[]> answer = SpatioClient.exchange(request);
        seen.add(answer.statusCode());
        fault(answer).ifPresent(faults::add);
        sent++;
      }
    }

    assertThat(faults).as("seed " + SEED).isEmpty();
    assertThat(sent).isGreaterThan(1_000);
    assertThat(seen).contains(200, 400, 404, 422);
    expect(200, CLIENT.get("/collections/" + id + "/items"));
  }

  private List<HttpRequest.Builder> requests(Route route, Map<String, String> values) {
    List<HttpRequest.Builder> all = new ArrayList<>();
    boolean deletes = route.method().equals(HttpMethod.DELETE);
    for (String parameter : SpatioRoutes.parameters(route)) {
      for (int i = 0; i < EACH; i++) {
        Map<String, String> other = new HashMap<>(values);
        other.put(parameter, text());
        all.add(request(route, SpatioRoutes.path(route, other), "{}"));
      }
    }
    String path = SpatioRoutes.path(route, values);
    if (!deletes) {
      Set<String> names = new TreeSet<>(COMMON);
      route.operation().parameters().stream()
          .filter(each -> each.place().equals("query"))
          .map(Parameter::name)
          .forEach(names::add);
      for (String name : names) {
        for (int i = 0; i < EACH; i++) {
          String query = "?" + SpatioRoutes.encoded(name) + "=" + SpatioRoutes.encoded(text());
          all.add(request(route, path + query, "{}"));
        }
      }
      all.add(request(route, path + "?filter=%ff%fe&f=%00", "{}"));
      all.add(request(route, path, "{}").header("Accept", "a/b;q=x, ,;;"));
      all.add(request(route, path, "{}").header("If-Match", "\"x\", W/\"1\""));
      all.add(request(route, path, "{}").header("If-None-Match", "\"x, W/, \"\""));
    }
    if (route.operation().body().kind() != Body.Kind.NONE) {
      for (int i = 0; i < BODIES; i++) {
        all.add(request(route, path, body()));
      }
    }
    return all;
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private String body() {
    if (random.nextInt(3) == 0) {
      return RAW_BODIES.get(random.nextInt(RAW_BODIES.size()));
    }
    String text = BODIES_OF_ROUTES.get(random.nextInt(BODIES_OF_ROUTES.size()));
    ObjectNode tree = Json.parseObject(text);
    spoil(tree);
    return Json.write(tree);
  }

  /** Makes one value at a random place of the tree bad. */
  private void spoil(JsonNode tree) {
    List<JsonNode> holders = new ArrayList<>();
    collect(tree, holders);
    JsonNode holder = holders.get(random.nextInt(holders.size()));
    JsonNode bad = bad();
    if (holder instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      object.set(names.get(random.nextInt(names.size())), bad);
    } else if (holder instanceof ArrayNode array) {
      array.set(random.nextInt(array.size()), bad);
    }
  }

  private static void collect(JsonNode node, List<JsonNode> holders) {
    if (node.isContainerNode() && !node.isEmpty()) {
      holders.add(node);
      node.forEach(child -> collect(child, holders));
    }
  }

  private JsonNode bad() {
    return switch (random.nextInt(8)) {
      case 0 -> Json.object().nullNode();
      case 1 -> Json.object().numberNode(-1);
      case 2 -> Json.object().numberNode(Long.MAX_VALUE);
      case 3 -> Json.object().numberNode(1e300);
      case 4 -> Json.array();
      case 5 -> Json.object().put("x", 1);
      case 6 -> Json.object().booleanNode(true);
      default -> Json.object().textNode(text());
    };
  }

  private static HttpRequest.Builder request(Route route, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .header("Authorization", "Bearer glebe-dev-token");
    if (route.operation().body().kind() == Body.Kind.NONE) {
      return request.method(route.method().name(), HttpRequest.BodyPublishers.noBody());
    }
    List<String> types = route.operation().body().mediaTypes();
    return request
        .header("Content-Type", types.isEmpty() ? "application/json" : types.getFirst())
        .method(
            route.method().name(),
            HttpRequest.BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8)));
  }

  /** The fault in the response to bad input, if there is one. */
  private static Optional<String> fault(HttpResponse<byte[]> answer) {
    String text = new String(answer.body(), StandardCharsets.UTF_8);
    String where =
        answer.request().method()
            + " "
            + answer.uri()
            + " "
            + answer.statusCode()
            + " "
            + text.substring(0, Math.min(text.length(), 300));
    boolean refused = answer.statusCode() >= 400;
    String type = answer.headers().firstValue("Content-Type").orElse("");
    boolean good =
        answer.statusCode() < 500
            && answer.body().length < MAX_ANSWER
            && (!refused || type.startsWith("application/problem+json"))
            && (!refused || !Json.parseObject(text).path("detail").asText().isBlank());
    return good ? Optional.empty() : Optional.of(where);
  }

  @Test
  void aGeometryOfAMillionPositionsIsRefusedByEveryRoute() {
    String id = CLIENT.collection();
    StringBuilder ring = new StringBuilder("[[0,0]");
    for (int i = 0; i < 1_000_000; i++) {
      ring.append(",[1,").append(i % 90).append(']');
    }
    String shape = "{\"type\":\"Polygon\",\"coordinates\":[" + ring + ",[0,0]]]}";
    String feature = "{\"type\":\"Feature\",\"properties\":{},\"geometry\":" + shape + "}";
    String items = "/collections/" + id + "/items";
    assertThat(CLIENT.post(items, "application/geo+json", feature).statusCode()).isIn(413, 422);
    assertThat(CLIENT.post(items, "application/x-ndjson", feature).statusCode()).isIn(413, 422);
    String search = "{\"intersects\":" + shape + "}";
    assertThat(CLIENT.post("/stac/search", "application/json", search).statusCode())
        .isIn(400, 413, 422);
  }

  @Test
  void filtersAreAcceptedUpToTheNestingLimit() {
    String items = "/collections/" + CLIENT.collection() + "/items?filter=";
    int deep = Cql2Text.MAX_DEPTH;
    expect(200, CLIENT.get(items + nested(deep)));
    HttpResponse<byte[]> beyond = expect(400, CLIENT.get(items + nested(deep + 1)));
    assertThat(new String(beyond.body(), StandardCharsets.UTF_8)).contains("nested deeper");
  }

  private static String nested(int depth) {
    return SpatioRoutes.encoded("(".repeat(depth) + "a = 1" + ")".repeat(depth));
  }
}
