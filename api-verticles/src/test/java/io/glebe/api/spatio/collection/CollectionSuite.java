package io.glebe.api.spatio.collection;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.HeldRequest;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collections: description, search and removal, for one surface. */
abstract class CollectionSuite {
  private final SpatioClient client;

  CollectionSuite(SpatioClient client) {
    this.client = client;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static ObjectNode point(String id, double lon, double lat, String datetime) {
    ObjectNode feature = Json.object().put("type", "Feature").put("id", id);
    feature.putObject("geometry").put("type", "Point").putArray("coordinates").add(lon).add(lat);
    feature.putObject("properties").put("datetime", datetime);
    return feature;
  }

  private void add(String collection, ObjectNode feature) {
    expect(
        201,
        client.post(
            "/collections/" + collection + "/items", "application/geo+json", Json.write(feature)));
  }

  /** All ids on all pages of a list. */
  private List<String> list(String query) {
    List<String> ids = new ArrayList<>();
    String next = "/collections?" + query;
    while (!next.isEmpty()) {
      JsonNode page = json(expect(200, client.get(next)));
      page.path("collections").forEach(each -> ids.add(each.path("id").asText()));
      next = "";
      for (JsonNode link : page.path("links")) {
        if (link.path("rel").asText().equals("next")) {
          URI address = URI.create(link.path("href").asText());
          next = address.getRawPath().substring(client.prefix().length());
          next += "?" + address.getRawQuery();
        }
      }
    }
    return ids;
  }

  @Test
  void theExtentCoversCubeAndFeaturesAfterAnyChange() {
    String id = client.cube();
    add(id, point("far", 100, 10, "2020-01-01T00:00:00Z"));
    client.fill(id, "NDVI", "datetime=2026-05-01T10:00:00Z", new byte[2 * 200]);

    JsonNode mixed = json(client.get("/collections/" + id)).path("extent");
    assertThat(mixed.at("/spatial/bbox/0/2").asDouble()).isEqualTo(100);
    assertThat(mixed.at("/spatial/bbox/0/3").asDouble()).isCloseTo(46.0, within(0.1));
    assertThat(mixed.at("/temporal/interval/0/0").asText()).isEqualTo("2020-01-01T00:00:00Z");
    assertThat(mixed.at("/temporal/interval/0/1").asText()).isEqualTo("2026-05-01T10:00:00Z");

    expect(204, client.delete("/collections/" + id + "/items/far"));
    JsonNode cube = json(client.get("/collections/" + id)).path("extent");
    assertThat(cube.at("/spatial/bbox/0/2").asDouble()).isCloseTo(15.5, within(0.1));
    assertThat(cube.at("/temporal/interval/0/0").asText()).isEqualTo("2026-05-01T10:00:00Z");
  }

  @Test
  void aCollectionWithCubeAndFeaturesServesBothKindsOfClient() {
    String id = client.cube();
    JsonNode cube = json(client.get("/collections/" + id));
    assertThat(cube.path("itemType").asText()).isEqualTo("raster");
    assertThat(rels(cube)).anyMatch(isTilesetOf("map")).noneMatch(isTilesetOf("vector"));

    add(id, point("one", 15.5, 46, "2020-01-01T00:00:00Z"));
    JsonNode mixed = json(client.get("/collections/" + id));
    assertThat(mixed.path("itemType").asText()).isEqualTo("feature");
    assertThat(mixed.path("dataType").asText()).isEqualTo("coverage");
    assertThat(rels(mixed))
        .contains("self", "alternate", "items")
        .anyMatch(isTilesetOf("map"))
        .anyMatch(isTilesetOf("vector"));
    assertThat(Instant.parse(mixed.path("updated").asText()))
        .isAfter(Instant.parse(cube.path("updated").asText()));

    String features = client.collection();
    assertThat(rels(json(client.get("/collections/" + features))))
        .anyMatch(isTilesetOf("vector"))
        .noneMatch(isTilesetOf("map"));
  }

  private static List<String> rels(JsonNode document) {
    return document.path("links").findValuesAsText("rel");
  }

  private static Predicate<String> isTilesetOf(String data) {
    return rel -> rel.equals("http://www.opengis.net/def/rel/ogc/1.0/tilesets-" + data);
  }

  @Test
  void everyLinkOfADocumentIsServedInItsMediaType() {
    String id = client.cube();
    add(id, point("one", 15.5, 46, "2020-01-01T00:00:00Z"));
    String one = "/collections/" + id;
    for (String path :
        List.of("/", "/conformance", "/collections?limit=1", one, one + "/items", one + "/tiles")) {
      for (JsonNode link : json(expect(200, client.get(path))).path("links")) {
        URI address = URI.create(link.path("href").asText());
        HttpResponse<byte[]> answer =
            SpatioClient.exchange(
                HttpRequest.newBuilder(address)
                    .header("Authorization", "Bearer glebe-dev-token")
                    .header("Accept", link.path("type").asText()));
        assertThat(answer.statusCode()).as(link.toString()).isIn(200, 302);
        if (answer.statusCode() == 200) {
          assertThat(answer.headers().firstValue("Content-Type").orElse("").replace(" ", ""))
              .as(link.toString())
              .startsWith(link.path("type").asText());
        }
      }
    }
  }

  @Test
  void collectionsAreFoundByIdPlaceTimeAndDescription() {
    String word = "crop-" + client.collection();
    String near = described(word, "alpha", 20);
    String far = described(word, "beta", 60);
    List<String> both = Stream.of(near, far).sorted().toList();
    String own = "filter=" + encoded("project = '" + word + "'");

    assertThat(list(own + "&limit=1")).isEqualTo(both);
    assertThat(list(own + "&bbox=19,9,21,11")).containsExactly(near);
    assertThat(list("limit=1&collections=" + near + "," + far + ",none")).isEqualTo(both);
    assertThat(list("bbox=19,9,21,11&collections=" + near + "," + far)).containsExactly(near);
    assertThat(list("collections=none")).isEmpty();
    assertThat(list(own + "&datetime=2026-05-20/..")).isEqualTo(both);
    assertThat(list(own + "&datetime=2027-01-01/..")).isEmpty();
    assertThat(list("filter=" + encoded("project = '" + word + "' AND title ILIKE 'BET%'")))
        .containsExactly(far);
    assertThat(
            list(
                "filter-lang=cql2-json&filter="
                    + encoded("{\"op\":\"=\",\"args\":[{\"property\":\"id\"},\"" + near + "\"]}")))
        .containsExactly(near);
    expect(400, client.get("/collections?bbox=1,2,3"));
    expect(400, client.get("/collections?filter=" + encoded("title =")));
    expect(400, client.get("/collections?datetime=soon"));
    expect(400, client.get("/collections?datetime=../.."));
  }

  @Test
  void aFilterByAMemberThatNoCollectionHasIsRefusedWithTheNearestOne() {
    String word = "crop-" + client.collection();
    String id = described(word, "alpha", 20);
    String wrong = "/collections?filter=" + encoded("tittle = 'alpha'");
    assertThat(json(expect(400, client.get(wrong))).path("detail").asText())
        .contains("did you mean title?");
    String own = "project = '" + word + "' AND ";
    for (String known : List.of("itemType = 'feature'", "S_INTERSECTS(geometry, POINT(20 10))")) {
      assertThat(list("filter=" + encoded(own + known))).containsExactly(id);
    }
    String access = json(client.get("/collections/" + id)).path("access").asText();
    assertThat(list("filter=" + encoded(own + "access = '" + access + "'"))).containsExactly(id);
  }

  private String described(String project, String title, double lon) {
    String id = client.collection();
    ObjectNode body = SpatioClient.named(id).put("title", title).put("project", project);
    expect(200, client.put("/collections/" + id, body));
    add(id, point("only", lon, 10, "2026-06-01T00:00:00Z"));
    return id;
  }

  @Test
  void aPutReplacesTheWholeDescription() {
    String id = client.collection();
    ObjectNode body = SpatioClient.named(id).put("title", "Trial").put("license", "CC-BY-4.0");
    body.put("description", "Where rye grew").putArray("keywords").add("rye");
    body.putArray("providers").addObject().put("name", "Station");
    expect(200, client.put("/collections/" + id, body));
    JsonNode read = json(client.get("/collections/" + id));
    body.properties().forEach(e -> assertThat(read.get(e.getKey())).isEqualTo(e.getValue()));

    expect(200, client.put("/collections/" + id, SpatioClient.named(id).put("title", "Bare")));
    assertThat(json(client.get("/collections/" + id)).has("license")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tileMatrixSets", "jobs", "bulk-operations", "stac", "-a", "a/b", ""})
  void reservedOrInvalidIdsAreRefused(String id) {
    expect(422, client.post("/collections", SpatioClient.named(id)));
  }

  @Test
  void capabilitiesDescribeTheData() {
    String id = client.cube();
    client.fill(id, "NDVI", "datetime=2026-05-01T10:00:00Z", new byte[2 * 200]);
    add(id, point("p", 15.5, 46, "2026-05-01T00:00:00Z"));

    JsonNode tells = json(expect(200, client.get("/collections/" + id + "/capabilities")));
    assertThat(tells.path("raster").asBoolean()).isTrue();
    assertThat(tells.path("features").asInt()).isEqualTo(1);
    assertThat(tells.at("/layers/0").asText()).isEqualTo("NDVI");
    assertThat(tells.at("/time/count").asInt()).isEqualTo(1);
    assertThat(tells.at("/tiles/tileMatrixSets").findValuesAsText("id"))
        .contains("WebMercatorQuad", "WebMercatorQuad-Vector");
    for (JsonNode link : tells.path("links")) {
      String path = URI.create(link.path("href").asText()).getRawPath();
      expect(200, client.get(path.substring(client.prefix().length())));
    }
  }

  @Test
  void theContentIsRemovedWithTheCollection() {
    String id = client.cube();
    client.fill(id, "NDVI", "datetime=2026-05-01T10:00:00Z", new byte[2 * 200]);
    add(id, point("p", 15.5, 46, "2026-05-01T00:00:00Z"));

    expect(204, client.delete("/collections/" + id));
    expect(404, client.get("/collections/" + id));
    expect(404, client.get("/collections/" + id + "/items"));
    expect(404, client.get("/collections/" + id + "/layers"));
    expect(201, client.post("/collections", SpatioClient.named(id)));
    assertThat(json(client.get("/collections/" + id + "/layers")).path("layers")).isEmpty();
    assertThat(json(client.get("/collections/" + id + "/items")).path("features")).isEmpty();
  }

  @Test
  void aCollectionIsNotRemovedDuringAnUpload() throws IOException {
    String id = client.cube();
    UUID upload = UUID.randomUUID();
    String cells = "/collections/" + id + "/layers/NDVI/data/binary?datetime=2026-05-01T10:00:00Z";
    try (HeldRequest held =
        HeldRequest.half(
            client,
            "PUT",
            cells + "&upload=" + upload,
            "application/octet-stream",
            new byte[2 * 200])) {
      String progress = "/collections/" + id + "/uploads/" + upload;
      await().until(() -> client.get(progress).statusCode() == 200);

      expect(409, client.delete("/collections/" + id));
      assertThat(held.finish()).isEqualTo(200);
    }
    expect(200, client.get("/collections/" + id));
    await().until(() -> client.delete("/collections/" + id).statusCode() == 204);
    expect(404, client.get("/collections/" + id));
  }

  @Test
  void aCollectionIsNotRemovedDuringALoadOfFeatures() throws IOException {
    String id = client.collection();
    byte[] lines =
        (Json.write(point("a", 15, 46, "2026-05-01T00:00:00Z"))
                + "\n"
                + Json.write(point("b", 15, 46, "2026-05-01T00:00:00Z")))
            .getBytes(StandardCharsets.UTF_8);
    String items = "/collections/" + id + "/items";
    try (HeldRequest held =
        HeldRequest.half(client, "POST", items, "application/x-ndjson", lines)) {
      // with an unknown version, so nothing is removed before the load starts
      await().until(() -> deleted(id, "If-Match", "\"999\"") == 409);

      expect(409, client.delete("/collections/" + id));
      assertThat(held.finish()).isEqualTo(200);
    }
    assertThat(json(expect(200, client.get(items))).path("features")).hasSize(2);
    assertThat(deleted(id)).isEqualTo(204);
  }

  private int deleted(String id, String... headers) {
    return client.delete("/collections/" + id, headers).statusCode();
  }
}
