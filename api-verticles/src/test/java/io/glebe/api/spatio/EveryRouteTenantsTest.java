package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Route;
import io.glebe.api.http.body.Body;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.json.Json;
import io.vertx.core.http.HttpMethod;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Requests every route for a collection of another tenant. No list and no cache may disclose data
 * of it, even when the cache was filled while the caller still had the right.
 */
final class EveryRouteTenantsTest {
  private static final String SECRET = "zrnje-secret";
  private static final SpatioClient CLIENT = new SpatioClient("");
  private static final Map<String, String> QUERY =
      Map.of("bbox", "15.4,46,15.6,46.1", "layers", "NDVI", "datetime", "2026-05-01T10:00:00Z");

  private static CollectionService collections() {
    return TestPlatform.shared().platform().cubes().collections();
  }

  /** A cube and a feature of the owner's farm that contain the secret in every possible member. */
  private static String knownId() {
    String id = CLIENT.cube();
    ObjectNode body = SpatioClient.named(id).put("title", SECRET).put("description", SECRET);
    expect(200, CLIENT.put("/collections/" + id, body));
    expect(201, CLIENT.post("/collections/" + id + "/layers", SpatioClient.layer(SECRET)));
    for (String layer : List.of("NDVI", SECRET)) {
      expect(200, CLIENT.fill(id, layer, "datetime=2026-05-01T10:00:00Z", new byte[2 * 200]));
    }
    ObjectNode feature = Json.object().put("type", "Feature").put("id", "p");
    feature.putObject("geometry").put("type", "Point").putArray("coordinates").add(15.493).add(46);
    feature.putObject("properties").put("crop", SECRET).put("datetime", "2026-05-01T10:00:00Z");
    String items = "/collections/" + id + "/items";
    expect(201, CLIENT.post(items, "application/geo+json", Json.write(feature)));
    return id;
  }

  private static void give(String id, String member, String value) {
    ObjectNode body = Json.object().put("title", SECRET).put("description", SECRET);
    collections()
        .replace(
            Caller.system(),
            id,
            CollectionBody.parse(body.put(member, value)),
            OptionalLong.empty())
        .await();
  }

  private static CubeCollection row(String id) {
    return collections().read(Caller.system(), id).await();
  }

  private static String path(Route route, String id) {
    String query = SpatioRoutes.query(route, QUERY);
    return SpatioRoutes.path(route, SpatioRoutes.values(id)) + (query.isEmpty() ? "" : "?" + query);
  }

  private static HttpResponse<byte[]> send(Route route, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .header("Authorization", "Bearer glebe-dev-token");
    boolean body = route.operation().body().kind() != Body.Kind.NONE;
    if (body) {
      List<String> types = route.operation().body().mediaTypes();
      request.header("Content-Type", types.isEmpty() ? "application/json" : types.getFirst());
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    request.method(
        route.method().name(),
        body
            ? HttpRequest.BodyPublishers.ofString("{\"type\":\"Feature\",\"geometry\":null}")
            : HttpRequest.BodyPublishers.noBody());
    return SpatioClient.exchange(request);
  }

  private static void tellsNothing(HttpResponse<byte[]> answer) {
    String where = answer.request().method() + " " + answer.uri() + " " + answer.statusCode();
    assertThat(answer.statusCode()).as(where).isBetween(400, 499);
    assertThat(new String(answer.body(), StandardCharsets.ISO_8859_1))
        .as(where)
        .doesNotContain(SECRET);
  }

  @Test
  void noRouteAndNoCacheDisclosesACollectionAfterTheRightIsRemoved() {
    String id = knownId();
    Map<String, String> validators = new HashMap<>();
    List<Route> reads = new ArrayList<>();
    for (Route route : SpatioRoutes.all()) {
      if (route.method().equals(HttpMethod.GET)
          && SpatioRoutes.parameters(route).contains("collectionId")) {
        reads.add(route);
        String path = path(route, id);
        send(route, path)
            .headers()
            .firstValue("ETag")
            .ifPresent(etag -> validators.put(path, etag));
      }
    }
    assertThat(reads).hasSizeGreaterThan(30);
    assertThat(validators).hasSizeGreaterThan(10);
    give(id, "farmId", SpatioClient.FOREIGN_FARM.toString());

    for (Route route : reads) {
      String path = path(route, id);
      tellsNothing(send(route, path));
      tellsNothing(send(route, path, "If-None-Match", "*"));
      if (validators.containsKey(path)) {
        HttpResponse<byte[]> again = send(route, path, "If-None-Match", validators.get(path));
        assertThat(again.statusCode()).as(path).isEqualTo(403);
      }
    }
  }

  @Test
  void noRouteChangesACollectionOfAnotherTenant() {
    for (String[] owner :
        new String[][] {
          {"farmId", SpatioClient.FOREIGN_FARM.toString()},
          {"organizationId", UUID.randomUUID().toString()},
          {"access", "signed-in"}
        }) {
      String id = knownId();
      give(id, owner[0], owner[1]);
      CubeCollection previous = row(id);
      for (Route route : SpatioRoutes.all()) {
        if (!route.method().equals(HttpMethod.GET)
            && SpatioRoutes.parameters(route).contains("collectionId")) {
          HttpResponse<byte[]> answer = send(route, path(route, id));
          boolean reading = answer.statusCode() == 200 && owner[0].equals("access");
          if (!reading) {
            assertThat(answer.statusCode())
                .as(route.method() + " " + answer.uri() + " of " + owner[0])
                .isBetween(400, 499);
          }
        }
      }
      assertThat(row(id)).as(owner[0]).isEqualTo(previous);
    }
  }

  @Test
  void listsAndSearchesOmitForbiddenCollections() {
    String id = knownId();
    String seen = knownId();
    give(id, "farmId", SpatioClient.FOREIGN_FARM.toString());
    String hidden = "\"" + id + "\"";
    for (String prefix : List.of("", "/api/v2")) {
      SpatioClient client = new SpatioClient(prefix);
      for (String path :
          List.of(
              "/collections?limit=1000",
              "/stac/collections?limit=1000",
              "/stac",
              "/stac/search?limit=1000&collections=" + id + "," + seen)) {
        String text = new String(expect(200, client.get(path)).body(), StandardCharsets.UTF_8);
        assertThat(text).as(path).doesNotContain(hidden).contains(seen);
      }
      ObjectNode body = Json.object();
      body.putArray("collections").add(id);
      assertThat(json(expect(200, client.post("/stac/search", body))).path("features")).isEmpty();
      assertThat(json(expect(200, client.get("/stac/search?next=" + id + "/0"))).toString())
          .doesNotContain(hidden);
    }
  }

  @Test
  void aCollectionSharedWithAllSignedInUsersIsReadableByAll() {
    String id = knownId();
    give(id, "access", "signed-in");
    for (String path : List.of("", "/items", "/layers", "/time", "/capabilities")) {
      expect(200, CLIENT.get("/collections/" + id + path));
    }
    assertThat(json(CLIENT.get("/stac/search?collections=" + id)).path("features")).hasSize(2);
    expect(403, CLIENT.delete("/collections/" + id));
    HttpResponse<byte[]> nobody =
        SpatioClient.exchange(
            HttpRequest.newBuilder(TestPlatform.shared().uri("/collections/" + id)));
    assertThat(nobody.statusCode()).isEqualTo(401);
  }
}
