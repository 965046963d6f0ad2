package io.glebe.api.spatio.item;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The features of a collection, for one surface. */
abstract class ItemSuite {
  private static final String GEOJSON = "application/geo+json";

  private final SpatioClient client;

  ItemSuite(SpatioClient client) {
    this.client = client;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static ObjectNode point(String id, double lon, double lat) {
    ObjectNode feature = Json.object().put("type", "Feature").put("id", id);
    feature.putObject("geometry").put("type", "Point").putArray("coordinates").add(lon).add(lat);
    feature.putObject("properties").put("crop", "wheat").put("area", 2.5);
    return feature;
  }

  /**
   * Ten features on the equator at longitudes 0 to 9, with alternating crops and areas of 0 to 9.
   */
  private String ten() {
    String id = client.collection();
    ObjectNode all = Json.object().put("type", "FeatureCollection");
    ArrayNode features = all.putArray("features");
    for (int i = 0; i < 10; i++) {
      ObjectNode feature = point("f" + i, i, 0);
      ObjectNode properties = (ObjectNode) feature.get("properties");
      properties.put("crop", List.of("wheat", "Maize", "beet").get(i % 3)).put("area", i);
      if (i != 5) {
        properties.put("datetime", "2026-05-0" + (i + 1 < 10 ? i + 1 : 9) + "T10:00:00Z");
      }
      features.add(feature);
    }
    JsonNode loaded = json(expect(200, client.post(items(id), GEOJSON, Json.write(all))));
    assertThat(loaded.path("inserted").asInt()).isEqualTo(10);
    return id;
  }

  @Test
  void aPropertyThatNoFeatureHasIsRefusedWithTheNearestOne() {
    String id = ten();
    refused(400, client.get(items(id) + "?filter=" + encoded("crp = 'wheat'")), "mean crop?");
    refused(400, client.get(items(id) + "?sortby=-arae"), "did you mean area?");
    refused(400, client.get(items(id) + "?facetby=crop,owner"), "there are area, crop, datetime");
    refused(400, client.get(items(id) + "?properties=area,crp"), "did you mean crop?");
    String json = encoded("{\"op\":\"isNull\",\"args\":[{\"property\":\"owner\"}]}");
    refused(400, client.get(items(id) + "?filter-lang=cql2-json&filter=" + json), "owner");
    assertThat(ids(id, "sortby=id&filter=" + encoded("geometry IS NULL"))).isEmpty();
    assertThat(ids(id, "filter=" + encoded("T_AFTER(end_datetime, DATE('2030-01-01'))"))).isEmpty();
    String empty = client.collection();
    assertThat(ids(empty, "sortby=anything&filter=" + encoded("anything = 1"))).isEmpty();
  }

  private static String items(String collection) {
    return "/collections/" + collection + "/items";
  }

  private List<String> ids(String collection, String query) {
    JsonNode page = json(expect(200, client.get(items(collection) + "?limit=100&" + query)));
    List<String> ids = new ArrayList<>();
    page.path("features").forEach(feature -> ids.add(feature.path("id").asText()));
    assertThat(page.path("numberReturned").asInt()).isEqualTo(ids.size());
    return ids;
  }

  private void refused(int status, HttpResponse<byte[]> answer, String word) {
    expect(status, answer);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(word);
  }

  @Test
  void aFeatureIsAddedReadReplacedAndRemoved() {
    String path = items(client.collection());
    HttpResponse<byte[]> made =
        expect(201, client.post(path, GEOJSON, Json.write(point("a b", 15, 46))));
    String one = path + "/a%20b";
    assertThat(made.headers().firstValue("Location").orElse("")).endsWith(one);
    refused(409, client.post(path, GEOJSON, Json.write(point("a b", 15, 46))), "exists");
    HttpResponse<byte[]> read = expect(200, client.get(one));
    assertThat(json(read).path("properties").path("area").asDouble()).isEqualTo(2.5);
    String etag = read.headers().firstValue("ETag").orElseThrow();
    expect(304, client.get(one, "If-None-Match", etag));
    expect(200, client.put(one, point("a b", 16, 46), "If-Match", etag));
    expect(412, client.put(one, point("a b", 17, 46), "If-Match", etag));
    expect(412, client.put(one, point("a b", 17, 46), "If-None-Match", "*"));
    assertThat(json(client.get(one)).path("geometry").path("coordinates").get(0).asInt())
        .isEqualTo(16);
    expect(204, client.delete(one));
    expect(404, client.get(one));
    expect(404, client.delete(one));
    expect(404, client.put(one, point("a b", 16, 46)));
  }

  @Test
  void extentAndDataVersionFollowTheFeatures() {
    String id = ten();
    JsonNode before = json(client.get("/collections/" + id));
    assertThat(before.path("extent").path("spatial").path("bbox").get(0).get(2).asDouble())
        .isEqualTo(9);
    assertThat(before.path("extent").path("temporal").path("interval").get(0).get(0).asText())
        .isEqualTo("2026-05-01T10:00:00Z");
    expect(204, client.delete(items(id) + "/f9"));
    JsonNode after = json(client.get("/collections/" + id));
    assertThat(after.path("extent").path("spatial").path("bbox").get(0).get(2).asDouble())
        .isEqualTo(8);
    assertThat(after.path("dataVersion").asLong())
        .isEqualTo(before.path("dataVersion").asLong() + 1);
  }

  @Test
  void aBoxFindsIntersectingFeaturesAlsoAcrossTheAntimeridian() {
    String id = ten();
    expect(201, client.post(items(id), GEOJSON, Json.write(point("east", 179.5, 0))));
    expect(201, client.post(items(id), GEOJSON, Json.write(point("west", -179.5, 0))));

    assertThat(ids(id, "bbox=2,-1,4,1")).containsExactly("f2", "f3", "f4");
    assertThat(ids(id, "bbox=2,-1,0,4,1,100")).containsExactly("f2", "f3", "f4");
    assertThat(ids(id, "bbox=179,-1,-179,1")).containsExactly("east", "west");
    assertThat(ids(id, "bbox=180,-1,-180,1")).isEmpty();
    assertThat(ids(id, "bbox=180,-1,-179,1")).containsExactly("west");
    refused(400, client.get(items(id) + "?bbox=1,2,3"), "bbox");
    refused(400, client.get(items(id) + "?bbox=1,2,3,1"), "bbox");
  }

  @Test
  void aTriangleIsNotTreatedAsItsBox() {
    String id = client.collection();
    String triangle =
        "{\"type\":\"Feature\",\"id\":\"t\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\","
            + "\"coordinates\":[[[0,0],[10,0],[0,10],[0,0]]]}}";
    expect(201, client.post(items(id), GEOJSON, triangle));

    assertThat(ids(id, "bbox=8,8,9,9")).isEmpty();
    assertThat(ids(id, "bbox=1,1,2,2")).containsExactly("t");
    assertThat(ids(id, "filter=" + encoded("S_WITHIN(geometry, BBOX(-1,-1,11,11))")))
        .containsExactly("t");
    assertThat(ids(id, "filter=" + encoded("NOT S_INTERSECTS(geometry, POINT(8 8))")))
        .containsExactly("t");
  }

  @Test
  void filtersInTextAndInJsonFindTheSame() {
    String id = ten();

    assertThat(ids(id, "filter=" + encoded("crop = 'wheat' AND area > 2")))
        .containsExactly("f3", "f6", "f9");
    assertThat(
            ids(
                id,
                "filter-lang=cql2-json&filter="
                    + encoded(
                        "{\"op\":\"and\",\"args\":[{\"op\":\"=\",\"args\":[{\"property\":\"crop\"},"
                            + "\"wheat\"]},{\"op\":\">\",\"args\":[{\"property\":\"area\"},2]}]}")))
        .containsExactly("f3", "f6", "f9");
    assertThat(ids(id, "filter=" + encoded("crop ILIKE 'm%z_' AND area IN (1,2,4)")))
        .containsExactly("f1", "f4");
    assertThat(ids(id, "filter=" + encoded("datetime IS NULL OR area * 2 = 8")))
        .containsExactly("f4", "f5");
    assertThat(ids(id, "filter=" + encoded("T_AFTER(datetime, TIMESTAMP('2026-05-08T00:00:00Z'))")))
        .containsExactly("f7", "f8", "f9");
    assertThat(ids(id, "filter=" + encoded("crop > 3"))).isEmpty();
    assertThat(ids(id, "filter=" + encoded("crop = ''' OR 1=1 --'"))).isEmpty();
  }

  @Test
  void timesAreFoundByInstantDateAndInterval() {
    String id = ten();

    assertThat(ids(id, "datetime=2026-05-03")).containsExactly("f2");
    assertThat(ids(id, "datetime=2026-05-03T10:00:00Z/2026-05-05"))
        .containsExactly("f2", "f3", "f4");
    assertThat(ids(id, "datetime=../2026-05-02")).containsExactly("f0", "f1");
    for (String bad :
        List.of("yesterday", "2026-05", "/", "../..", "latest", "nearest:2026-05-01")) {
      refused(400, client.get(items(id) + "?datetime=" + bad), "datetime");
    }
  }

  @Test
  void aPageTellsItsTimeItsCountAndTheCountOfAllPagesWhereItIsKnown() {
    String id = ten();
    Instant before = Instant.now().minusMillis(1);
    JsonNode first = json(client.get(items(id) + "?limit=4"));
    assertThat(Instant.parse(first.path("timeStamp").asText())).isBetween(before, Instant.now());
    assertThat(first.path("numberMatched").asInt()).isEqualTo(10);
    assertThat(first.path("numberReturned").asInt()).isEqualTo(4);
    JsonNode some = json(client.get(items(id) + "?datetime=../2026-05-02"));
    assertThat(some.path("numberMatched").asInt()).isEqualTo(2);
    JsonNode part = json(client.get(items(id) + "?limit=1&datetime=../2026-05-02"));
    assertThat(part.path("numberMatched").asInt()).isEqualTo(2);
  }

  @Test
  void pagesInAnyOrderShowEachFeatureOnce() {
    String id = ten();
    for (String query :
        List.of(
            "limit=3",
            "limit=3&sortby=%2Bcrop,-area",
            "limit=4&sortby=-datetime",
            "limit=2&bbox=-1,-1,20,1&sortby=crop")) {
      List<String> seen = new ArrayList<>();
      String next = items(id) + "?" + query;
      while (!next.isEmpty()) {
        JsonNode page = json(expect(200, client.get(next)));
        page.path("features").forEach(feature -> seen.add(feature.path("id").asText()));
        next = "";
        for (JsonNode link : page.path("links")) {
          if (link.path("rel").asText().equals("next")) {
            URI address = URI.create(link.path("href").asText());
            next = address.getRawPath().substring(client.prefix().length());
            next += "?" + address.getRawQuery();
          }
        }
      }
      assertThat(seen)
          .as(query)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 10).mapToObj(i -> "f" + i).toList());
    }
    assertThat(ids(id, "sortby=-area").getFirst()).isEqualTo("f9");
    assertThat(ids(id, "sortby=%2Bcrop,-area").getFirst()).isIn("f7", "f8");
  }

  @Test
  void facetsCountTheValuesOfAllPages() {
    String id = ten();
    for (String query : List.of("limit=1&facetby=crop", "limit=1&facetby=crop&bbox=-1,-1,20,1")) {
      JsonNode crops = json(client.get(items(id) + "?" + query)).path("facets").path("crop");
      assertThat(crops).hasSize(3);
      assertThat(crops.get(0).path("value").asText()).isEqualTo("wheat");
      assertThat(crops.get(0).path("count").asInt()).isEqualTo(4);
    }
  }

  @Test
  void aFeatureOfManySmallValuesIsRefusedBeforeItsTreeFillsTheMemory() {
    String id = client.collection();
    String values = "{},".repeat(300_000) + "{}";
    String feature =
        "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"a\":[" + values + "]}}";
    refused(413, client.post(items(id), GEOJSON, feature), "JSON tokens");
    assertThat(json(client.get(items(id))).path("features")).isEmpty();
  }

  @Test
  void linesAreLoadedAllOrNone() {
    String id = client.collection();
    String lines =
        IntStream.range(0, 2_000)
            .mapToObj(i -> Json.write(point("l" + i, i * 0.001, 1)))
            .reduce("", (a, b) -> a + b + "\n");
    JsonNode loaded = json(expect(200, client.post(items(id), "application/x-ndjson", lines)));
    assertThat(loaded.path("inserted").asInt()).isEqualTo(2_000);
    loaded = json(expect(200, client.post(items(id), "application/x-ndjson", lines)));
    assertThat(loaded.path("replaced").asInt()).isEqualTo(2_000);

    String broken = Json.write(point("new", 1, 1)) + "\n" + Json.write(point("bad", 1, 91)) + "\n";
    refused(422, client.post(items(id), "application/x-ndjson", broken), "/1/geometry");
    expect(404, client.get(items(id) + "/new"));
    refused(400, client.post(items(id), "application/x-ndjson", "{\"type\":"), "JSON");
  }

  @Test
  void badFeaturesAndParametersAreRefusedWithTheirPosition() {
    String id = client.collection();
    refused(422, client.post(items(id), GEOJSON, "{\"type\":\"Point\"}"), "/type");
    ObjectNode feature = point("x", 1, 1);
    ((ObjectNode) feature.get("properties")).put("datetime", "soon");
    refused(422, client.post(items(id), GEOJSON, Json.write(feature)), "/properties/datetime");
    refused(400, client.get(items(id) + "?colour=red"), "colour");
    refused(400, client.get(items(id) + "?limit=0"), "limit");
    expect(200, client.get(items(id) + "?limit=99999999999"));
    refused(400, client.get(items(id) + "?next=x"), "next");
    refused(400, client.get(items(id) + "?filter=" + encoded("crop = ")), "character");
    refused(400, client.get(items(id) + "?filter=5"), "condition");
    refused(
        400,
        client.get(items(id) + "?filter-lang=cql2-json&filter=" + encoded("{\"op\":\"and\"}")),
        "/args");
    expect(415, client.post(items(id), "text/plain", "x"));
    expect(404, client.get("/collections/none/items"));
  }

  @Test
  void queryablesListThePropertiesWithTheirTypes() {
    JsonNode properties =
        json(expect(200, client.get("/collections/" + ten() + "/queryables"))).path("properties");
    assertThat(properties.path("area").path("type").asText()).isEqualTo("number");
    assertThat(properties.path("crop").path("type").asText()).isEqualTo("string");
    assertThat(properties.path("datetime").path("format").asText()).isEqualTo("date-time");
  }

  @Test
  void positionsAreReturnedInTheRequestedCrs() {
    String id = client.collection();
    expect(201, client.post(items(id), GEOJSON, Json.write(point("p", 15.5, 46.25))));

    // expected values from gdaltransform -s_srs OGC:CRS84
    near(coordinatesIn(id, "EPSG:32633"), 538_541.4, 5_121_946.3);
    near(coordinatesIn(id, "http://www.opengis.net/def/crs/EPSG/0/3857"), 1_725_452.1, 5_820_502.8);
    assertThat(coordinatesIn(id, "http://www.opengis.net/def/crs/EPSG/0/4326"))
        .containsExactly(46.25, 15.5);
    HttpResponse<byte[]> one = client.get(items(id) + "/p?crs=EPSG:32633");
    assertThat(one.headers().firstValue("Content-Crs").orElse(""))
        .isEqualTo("<http://www.opengis.net/def/crs/EPSG/0/32633>");
    refused(400, client.get(items(id) + "?crs=EPSG:99999"), "crs");
    refused(400, client.get(items(id) + "/p?crs=nowhere"), "crs");

    assertThat(ids(id, "bbox-crs=EPSG:32633&bbox=538000,5121000,539000,5122500"))
        .containsExactly("p");
    assertThat(ids(id, "bbox-crs=EPSG:32633&bbox=538000,5121000,538500,5122500")).isEmpty();
    assertThat(ids(id, "bbox-crs=EPSG:4326&bbox=46.2,15.4,46.3,15.6")).containsExactly("p");
    refused(400, client.get(items(id) + "?bbox-crs=EPSG:32633&bbox=1e9,0,2e9,1"), "bbox");
    String around = encoded("S_WITHIN(geometry, BBOX(538000,5121000,539000,5122500))");
    assertThat(ids(id, "filter-crs=EPSG:32633&filter=" + around)).containsExactly("p");
    String swapped = encoded("S_INTERSECTS(geometry, POINT(46.25 15.5))");
    assertThat(ids(id, "filter-crs=EPSG:4326&filter=" + swapped)).containsExactly("p");
    assertThat(ids(id, "filter=" + swapped)).isEmpty();
  }

  private double[] coordinatesIn(String id, String crs) {
    JsonNode page = json(expect(200, client.get(items(id) + "?crs=" + encoded(crs))));
    JsonNode at = page.at("/features/0/geometry/coordinates");
    return new double[] {at.get(0).asDouble(), at.get(1).asDouble()};
  }

  private static void near(double[] found, double x, double y) {
    assertThat(found[0]).isCloseTo(x, org.assertj.core.api.Assertions.within(0.1));
    assertThat(found[1]).isCloseTo(y, org.assertj.core.api.Assertions.within(0.1));
  }

  @Test
  void sortablesListTheProperties() {
    JsonNode names =
        json(expect(200, client.get("/collections/" + ten() + "/sortables"))).path("properties");
    assertThat(names.has("crop")).isTrue();
    assertThat(names.has("geometry")).isFalse();
  }

  @Test
  void htmlPagesShowTheSameDataAndEscapeMarkup() {
    String id = client.collection();
    ObjectNode bad = point("p", 1, 2);
    ((ObjectNode) bad.get("properties")).put("crop", "<script>alert(1)</script>");
    expect(201, client.post(items(id), GEOJSON, Json.write(bad)));
    for (String path :
        List.of(
            "/",
            "/conformance",
            "/collections",
            "/collections/" + id,
            items(id),
            items(id) + "/p")) {
      HttpResponse<byte[]> page =
          expect(200, client.get(path, "Accept", "text/html,application/xhtml+xml,*/*;q=0.8"));
      assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
      assertThat(new String(page.body(), StandardCharsets.UTF_8))
          .contains("<h1>")
          .doesNotContain("<script");
      expect(200, client.get(path, "Accept", "text/html, image/gif, image/jpeg, */*; q=0.2"));
    }
    String shown = new String(client.get(items(id) + "?f=html").body(), StandardCharsets.UTF_8);
    assertThat(shown).contains("&lt;script&gt;", "<td>2.5</td>");
    refused(400, client.get(items(id) + "?f=pdf"), "f");
  }
}
