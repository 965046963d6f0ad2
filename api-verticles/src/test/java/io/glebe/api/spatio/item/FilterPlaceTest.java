package io.glebe.api.spatio.item;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.RecordEndpointsClient;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The geometries of filters on items, in searches of STAC and on farm records. */
class FilterPlaceTest {
  private static final String GEOJSON = "application/geo+json";

  /** The geometry of the abstract tests of basic spatial functions with more geometries. */
  private static final String COLLECTION =
      "GEOMETRYCOLLECTION(POINT(7.02 49.92), POLYGON((0 0, 3 0, 3 3, 0 3, 0 0)))";

  private static final String COLLECTION_JSON =
      """
      {"op":"s_intersects","args":[{"property":"geometry"},{"type":"GeometryCollection",
       "geometries":[{"type":"Point","coordinates":[7.02,49.92]},{"type":"Polygon",
       "coordinates":[[[0,0],[3,0],[3,3],[0,3],[0,0]]]}]}]}""";

  static List<SpatioClient> surfaces() {
    return List.of(new SpatioClient("/api/v2"), new SpatioClient(""));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** A collection with points on the diagonal from 1 to 4. */
  private static String points(SpatioClient client) {
    String id = client.collection();
    for (int i = 1; i < 5; i++) {
      ObjectNode feature = Json.object().put("type", "Feature").put("id", "p" + i);
      feature.putObject("geometry").put("type", "Point").putArray("coordinates").add(i).add(i);
      feature.putObject("properties").put("crop", "wheat");
      expect(201, client.post("/collections/" + id + "/items", GEOJSON, Json.write(feature)));
    }
    return id;
  }

  private static List<String> ids(HttpResponse<byte[]> answer) {
    return json(expect(200, answer)).path("features").findValuesAsText("id");
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  void aCollectionOfGeometriesFindsWhatTouchesOneOfThem(SpatioClient client) {
    String id = points(client);
    String items = "/collections/" + id + "/items?filter=";
    String search = "/stac/search?collections=" + id + "&filter=";
    String text = "S_INTERSECTS(geometry, " + COLLECTION + ")";
    String inJson = encoded(COLLECTION_JSON) + "&filter-lang=cql2-json";
    ObjectNode body = Json.object().put("filter", text);
    body.putArray("collections").add(id);

    assertThat(ids(client.get(items + encoded(text)))).containsExactly("p1", "p2", "p3");
    assertThat(ids(client.get(items + inJson))).containsExactly("p1", "p2", "p3");
    assertThat(ids(client.get(search + encoded(text)))).containsExactly("features");
    assertThat(ids(client.get(search + inJson))).containsExactly("features");
    assertThat(ids(client.post("/stac/search", body))).containsExactly("features");
    body.set("filter", Json.parse(COLLECTION_JSON));
    assertThat(ids(client.post("/stac/search", body))).containsExactly("features");
    String far = text.replace("0 0, 3 0, 3 3, 0 3, 0 0", "8 8, 9 8, 9 9, 8 8");
    assertThat(ids(client.get(items + encoded(far)))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "S_INTERSECTS(geometry, POINT(90 180))",
        "S_INTERSECTS(geometry, POINT(181 0))",
        "S_INTERSECTS(geometry, MULTIPOINT(7.02 49.92, 90 180))",
        "S_INTERSECTS(geometry, GEOMETRYCOLLECTION(POINT(7.02 49.92), POINT(90 180)))",
        "S_DISJOINT(geometry, POINT(90 180))",
        "S_INTERSECTS(geometry, BBOX(0, 0, 181, 1))",
        "S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 0 0)))",
        "S_INTERSECTS(geometry, POLYGON((0 0, 1 0, 1 1)))",
        "S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 1 0, 0 1, 0 0)))",
        "geometry",
        "id",
        "id AND id = 'x'",
      })
  void anInvalidPlaceOrConditionIsRefusedEverywhere(String filter) {
    SpatioClient client = new SpatioClient("/api/v2");
    String id = points(client);
    String query = "?filter=" + encoded(filter);

    HttpResponse<byte[]> refused = expect(400, client.get("/collections/" + id + "/items" + query));
    assertThat(json(refused).path("detail").asText()).startsWith("filter: ");
    expect(400, client.get("/stac/search" + query));
    expect(400, client.get("/stac/collections/" + id + "/items" + query));
    expect(400, client.get("/collections" + query));
    expect(400, client.post("/stac/search", Json.object().put("filter", filter)));
    assertThat(
            RecordEndpointsClient.get("/v1/features/collections/fields/items" + query).statusCode())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'Point','coordinates':[90,180]}",
        "{'type':'MultiPoint','coordinates':[[7.02,49.92],[90,180]]}",
        "{'type':'Polygon','coordinates':[[[0,0],[1,1],[0,0]]]}",
        "{'type':'Polygon','coordinates':[[[0,0],[1,0],[1,1],[0,1]]]}",
        "{'type':'Polygon','coordinates':[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}",
      })
  void anInvalidPlaceInJsonIsRefusedInFiltersAndInIntersects(String place) {
    SpatioClient client = new SpatioClient("/api/v2");
    String id = points(client);
    String geometry = place.replace('\'', '"');
    String filter =
        "{\"op\":\"s_intersects\",\"args\":[{\"property\":\"geometry\"}," + geometry + "]}";
    String query = "?filter-lang=cql2-json&filter=" + encoded(filter);

    expect(400, client.get("/collections/" + id + "/items" + query));
    expect(400, client.get("/stac/search" + query));
    ObjectNode search = Json.object();
    search.set("filter", Json.parse(filter));
    expect(400, client.post("/stac/search", search));
    expect(400, client.get("/stac/search?intersects=" + encoded(geometry)));
    ObjectNode intersects = Json.object();
    intersects.set("intersects", Json.parse(geometry));
    expect(400, client.post("/stac/search", intersects));
    assertThat(
            RecordEndpointsClient.get("/v1/features/collections/fields/items" + query).statusCode())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "EPSG:32633, '[243905.7,110682.8]'", // UTM 33 of longitude 12.7, latitude 1
    "EPSG:3857, '[334111.2,334111.2]'", // longitude and latitude 3.0
    "EPSG:4326, '[60,120]'" // latitude 60, longitude 120
  })
  void onlyDegreesHaveTheBoundsOfDegrees(String crs, String position) {
    SpatioClient client = new SpatioClient("/api/v2");
    String place = "{\"type\":\"Point\",\"coordinates\":" + position + "}";
    String filter =
        "{\"op\":\"s_intersects\",\"args\":[{\"property\":\"geometry\"}," + place + "]}";
    String query = "?filter-lang=cql2-json&filter-crs=" + crs + "&filter=" + encoded(filter);

    expect(200, client.get("/collections/" + points(client) + "/items" + query));
    expect(200, client.get("/stac/search" + query));
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  void oneTruthIsAFilterInAQueryAndInABody(SpatioClient client) {
    String id = points(client);
    for (boolean condition : List.of(true, false)) {
      ObjectNode body = Json.object().put("filter", condition);
      body.putArray("collections").add(id);
      List<String> expected = condition ? List.of("features") : List.of();

      assertThat(
              ids(
                  client.get(
                      "/stac/search?filter-lang=cql2-json&collections="
                          + id
                          + "&filter="
                          + condition)))
          .isEqualTo(expected);
      assertThat(ids(client.post("/stac/search", body))).isEqualTo(expected);
      assertThat(ids(client.post("/stac/search", body.put("filter-lang", "cql2-json"))))
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  void aBoxFromTheAntimeridianToItselfIsALineOnEveryPath(SpatioClient client) {
    String id = points(client);
    String box = "?bbox=180,46,-180,47";

    expect(200, client.get("/collections/" + id + "/items" + box));
    expect(200, client.get("/collections" + box));
    expect(200, client.get("/stac/collections" + box));
    expect(200, client.get("/stac/search" + box));
    expect(200, client.get("/stac/search?bbox=180,46,-170,46"));
    JsonNode body = Json.parse("{\"bbox\":[180,46,-180,47]}");
    expect(200, client.post("/stac/search", (ObjectNode) body));
    assertThat(
            RecordEndpointsClient.get("/v1/features/collections/fields/items" + box).statusCode())
        .isEqualTo(200);
  }
}
