package io.glebe.api.spatio.stac;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The STAC catalogue, for one surface: valid documents, links, search and agreement with the data.
 */
abstract class StacSuite {
  static final String FIRST = "20260501T100000000Z";
  static final String SECOND = "20260511T100000000Z";
  private static final int CELLS = 200;

  final SpatioClient client;

  StacSuite(SpatioClient client) {
    this.client = client;
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Three bands and an index with two slices each, except B04 with one slice; and two features. */
  final String mixed() {
    String id = client.cube();
    for (String band : List.of("B02", "B03", "B04")) {
      ObjectNode layer = SpatioClient.layer(band);
      expect(201, client.post("/collections/" + id + "/layers", layer));
    }
    for (String layer : List.of("NDVI", "B02", "B03", "B04")) {
      fill(id, layer, "2026-05-01T10:00:00Z", 1);
      if (!layer.equals("B04")) {
        fill(id, layer, "2026-05-11T10:00:00Z", 2);
      }
    }
    feature(id, "early", "2026-04-01T00:00:00Z");
    feature(id, "late", "2026-06-01T00:00:00Z");
    return id;
  }

  private void fill(String id, String layer, String when, int start) {
    expect(200, client.fill(id, layer, "datetime=" + when, cells(start)));
  }

  private static byte[] cells(int start) {
    ByteBuffer cells = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < CELLS; i++) {
      cells.putShort((short) (start * 1000 + i));
    }
    return cells.array();
  }

  private void feature(String id, String name, String when) {
    ObjectNode feature = Json.object().put("type", "Feature").put("id", name);
    feature.putObject("geometry").put("type", "Point").putArray("coordinates").add(15.5).add(46);
    feature.putObject("properties").put("datetime", when);
    String path = "/collections/" + id + "/items";
    expect(201, client.post(path, "application/geo+json", Json.write(feature)));
  }

  final JsonNode read(String path) {
    return json(expect(200, client.get(path)));
  }

  private JsonNode follow(JsonNode link) {
    return read(below(link));
  }

  private String below(JsonNode link) {
    URI address = URI.create(link.path("href").asText());
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    return address.getRawPath().substring(client.prefix().length()) + query;
  }

  private static JsonNode link(JsonNode document, String rel) {
    for (JsonNode link : document.path("links")) {
      if (link.path("rel").asText().equals(rel)) {
        return link;
      }
    }
    throw new AssertionError("no link " + rel + " in " + document.path("links"));
  }

  static List<String> ids(JsonNode page) {
    List<String> ids = new ArrayList<>();
    page.path("features").forEach(each -> ids.add(each.path("id").asText()));
    assertThat(page.path("numberReturned").asInt()).isEqualTo(ids.size());
    return ids;
  }

  @Test
  void everyDocumentIsValid() {
    String empty = client.collection();
    for (String id : List.of(mixed(), empty)) {
      JsonNode collection = read("/stac/collections/" + id);
      StacSchemas.valid(collection);
      JsonNode page = follow(link(collection, "items"));
      page.path("features").forEach(StacSchemas::valid);
      assertThat(page.path("features")).hasSize(id.equals(empty) ? 0 : 3);
    }
    StacSchemas.valid(read("/stac/"));
    read("/stac/collections?limit=1000").path("collections").forEach(StacSchemas::valid);
  }

  @Test
  void everyLinkAndEveryAssetIsAvailable() {
    String id = mixed();
    JsonNode collection = read("/stac/collections/" + id);
    follow(collection, collection.path("assets"));
    for (JsonNode item : read("/stac/collections/" + id + "/items").path("features")) {
      follow(item, item.path("assets"));
      assertThat(follow(link(item, "self"))).isEqualTo(item);
    }
    JsonNode catalogue = read("/stac");
    assertThat(link(catalogue, "root")).isNotNull();
    for (String rel : List.of("self", "data", "conformance", "search", "service-desc")) {
      expect(200, SpatioClient.exchange(request(link(catalogue, rel).path("href").asText())));
    }
  }

  private void follow(JsonNode document, JsonNode assets) {
    List<JsonNode> all = new ArrayList<>();
    document.path("links").forEach(all::add);
    assets.forEach(all::add);
    for (JsonNode each : all) {
      HttpResponse<byte[]> answer =
          expect(200, SpatioClient.exchange(request(each.path("href").asText())));
      assertThat(answer.headers().firstValue("Content-Type").orElse(""))
          .as(each.toString())
          .startsWith(each.path("type").asText());
    }
  }

  private static java.net.http.HttpRequest.Builder request(String href) {
    return java.net.http.HttpRequest.newBuilder(URI.create(href))
        .header("Authorization", "Bearer glebe-dev-token");
  }

  @Test
  void eachTimeSliceIsAnItemAndTheFeaturesAreOne() {
    String id = mixed();
    JsonNode page = read("/stac/collections/" + id + "/items");
    assertThat(ids(page)).containsExactly(FIRST, SECOND, "features");

    JsonNode first = page.path("features").get(0);
    assertThat(first.at("/properties/datetime").asText()).isEqualTo("2026-05-01T10:00:00Z");
    assertThat(first.at("/properties/proj:epsg").asInt()).isEqualTo(32633);
    assertThat(first.at("/properties/proj:shape")).hasToString("[10,20]");
    assertThat(first.at("/bbox/0").asDouble()).isCloseTo(15.49, within(0.02));
    assertThat(first.at("/assets/B03/eo:bands/0/common_name").asText()).isEqualTo("green");
    assertThat(first.at("/assets/NDVI/raster:bands/0/data_type").asText()).isEqualTo("int16");
    assertThat(first.at("/assets/NDVI/raster:bands/0/scale").asDouble()).isEqualTo(0.0001);
    assertThat(page.at("/features/1/assets").has("B04")).isFalse();
    JsonNode features = page.path("features").get(2).path("properties");
    assertThat(features.path("datetime").isNull()).isTrue();
    assertThat(features.path("start_datetime").asText()).isEqualTo("2026-04-01T00:00:00Z");
    assertThat(features.path("end_datetime").asText()).isEqualTo("2026-06-01T00:00:00Z");

    JsonNode collection = read("/stac/collections/" + id);
    assertThat(collection.at("/cube:dimensions/time/extent/1").asText())
        .isEqualTo("2026-05-11T10:00:00Z");
    assertThat(collection.at("/renders/RGB/assets")).hasToString("[\"B04\",\"B03\",\"B02\"]");

    fill(id, "NDVI", "2026-05-21T10:00:00Z", 3);
    assertThat(ids(read("/stac/collections/" + id + "/items"))).hasSize(4);
    expect(404, client.get("/stac/collections/" + id + "/items/20260502T100000000Z"));
    expect(404, client.get("/stac/collections/" + id + "/items/nothing"));
  }

  @Test
  void theDataAssetEqualsTheUploadedData() {
    String id = mixed();
    JsonNode item = read("/stac/collections/" + id + "/items/" + SECOND);
    byte[] npy = client.get(below(item.at("/assets/B02"))).body();

    assertThat(new String(npy, 0, 128, StandardCharsets.US_ASCII))
        .contains("'descr': '<i2'", "'shape': (10, 20)");
    assertThat(npy.length % 16).isEqualTo((2 * CELLS) % 16);
    assertThat(Arrays.copyOfRange(npy, npy.length - 2 * CELLS, npy.length)).isEqualTo(cells(2));
  }

  @Test
  void itemsAreFoundByPlaceTimeNameAndProperty() {
    String id = mixed();
    String search = "/stac/search?collections=" + id;

    assertThat(ids(read(search))).containsExactly(FIRST, SECOND, "features");
    assertThat(ids(read(search + "&datetime=2026-05-05/.."))).containsExactly(SECOND, "features");
    assertThat(ids(read(search + "&bbox=15,45,15.2,45.1"))).isEmpty();
    assertThat(ids(read(search + "&bbox=15,45,16,47&ids=" + FIRST))).containsExactly(FIRST);
    String point = encoded("{\"type\":\"Point\",\"coordinates\":[15.4925,46.0248]}");
    assertThat(ids(read(search + "&intersects=" + point))).containsExactly(FIRST, SECOND);
    assertThat(ids(read(search + "&filter=" + encoded("\"proj:epsg\" = 32633 AND id > '202605'"))))
        .containsExactly(FIRST, SECOND);
    assertThat(ids(read("/stac/collections/" + id + "/items?filter=" + encoded("id = 'features'"))))
        .containsExactly("features");
    for (String bad :
        List.of(
            "bbox=1,2", "datetime=x", "filter=id%20%3D", "intersects=1", "limit=0", "colour=red")) {
      expect(400, client.get("/stac/search?" + bad));
    }
    expect(400, client.get("/stac/search?bbox=1,2,3,4&intersects=" + point));
  }

  @Test
  void aSearchBodyGivesTheSameResultAsAQuery() {
    String id = mixed();
    ObjectNode body = Json.object();
    body.putArray("collections").add(id);
    body.putArray("bbox").add(15).add(45).add(16).add(47);
    body.put("datetime", "2026-05-05/..");
    assertThat(ids(post(body))).containsExactly(SECOND, "features");
    ObjectNode filter = body.putObject("filter").put("op", "=");
    filter.putArray("args").add(Json.object().put("property", "id")).add(SECOND);
    assertThat(ids(post(body))).containsExactly(SECOND);
    ObjectNode shaped = Json.object();
    shaped.putArray("collections").add(id);
    shaped.putObject("intersects").put("type", "Point").putArray("coordinates").add(0).add(0);
    assertThat(ids(post(shaped))).isEmpty();
    for (String bad :
        List.of(
            "{\"limit\":\"x\"}",
            "{\"bbox\":7}",
            "{\"ids\":[1]}",
            "{\"colour\":1}",
            "{\"filter\":1}",
            "{\"datetime\":[]}")) {
      expect(400, client.post("/stac/search", Json.parseObject(bad)));
    }
  }

  final JsonNode post(ObjectNode body) {
    return json(expect(200, client.post("/stac/search", body)));
  }

  @Test
  void pagesShowEachItemOnce() {
    String one = mixed();
    String two = mixed();
    List<String> all = new ArrayList<>();
    String next = "/stac/search?limit=2&collections=" + one + "," + two;
    while (!next.isEmpty()) {
      JsonNode page = read(next);
      page.path("features")
          .forEach(
              each -> all.add(each.path("collection").asText() + " " + each.path("id").asText()));
      next =
          page.path("links").findValuesAsText("rel").contains("next")
              ? below(link(page, "next"))
              : "";
    }
    assertThat(all).hasSize(6).doesNotHaveDuplicates();

    ObjectNode body = Json.object().put("limit", 4);
    body.putArray("collections").add(one).add(two);
    JsonNode page = post(body);
    assertThat(page.path("features")).hasSize(4);
    JsonNode link = link(page, "next");
    assertThat(link.path("method").asText()).isEqualTo("POST");
    assertThat(post((ObjectNode) link.path("body")).path("features")).hasSize(2);
  }

  @Test
  void itemsAreReturnedInTheRequestedOrder() {
    List<String> collections =
        Stream.of(mixed(), mixed()).sorted().toList(); // "test-100" before "test-99"
    String one = collections.getFirst();
    String two = collections.getLast();
    String search = "/stac/search?collections=" + one + "," + two + "&ids=" + FIRST + "," + SECOND;
    List<String> newest = List.of(one + SECOND, two + SECOND, one + FIRST, two + FIRST);

    assertThat(walk(search + "&limit=3&sortby=-properties.datetime")).isEqualTo(newest);
    assertThat(walk(search + "&limit=1&sortby=-datetime,%2Bcollection")).isEqualTo(newest);
    assertThat(walk(search + "&sortby=datetime,-collection"))
        .containsExactly(two + FIRST, one + FIRST, two + SECOND, one + SECOND);
    assertThat(walk("/stac/collections/" + one + "/items?limit=2&sortby=-proj:epsg,-id"))
        .containsExactly(one + SECOND, one + FIRST, one + "features");

    ObjectNode body = Json.object().put("limit", 3);
    body.putArray("collections").add(one).add(two);
    body.putArray("ids").add(FIRST).add(SECOND);
    ObjectNode sort = body.putArray("sortby").addObject();
    sort.put("field", "properties.datetime").put("direction", "desc");
    JsonNode page = post(body);
    List<String> found = new ArrayList<>(names(page));
    found.addAll(names(post((ObjectNode) link(page, "next").path("body"))));
    assertThat(found).isEqualTo(newest);
    assertThat(read("/stac").path("conformsTo").toString()).contains("item-search#sort");
  }

  @Test
  void anInvalidOrderIsRefused() {
    String search = "/stac/search?collections=" + mixed() + "&limit=1";
    String natural = below(link(read(search), "next"));

    expect(400, client.get(search + "&sortby=colour"));
    expect(400, client.get(search + "&sortby=id,title,datetime,created,updated"));
    expect(400, client.get(natural + "&sortby=-datetime"));
    expect(
        400,
        client.get(
            below(link(read(search + "&sortby=-id"), "next")).replace("sortby=-id", "sortby=id")));
    expect(400, client.get(search + "&next=none"));
    for (String bad :
        List.of(
            "\"id\"", "[1]", "[{\"field\":\"x\"}]", "[{\"field\":\"id\",\"direction\":\"up\"}]")) {
      expect(400, client.post("/stac/search", Json.parseObject("{\"sortby\":" + bad + "}")));
    }
  }

  private static List<String> names(JsonNode page) {
    List<String> names = new ArrayList<>();
    page.path("features")
        .forEach(each -> names.add(each.path("collection").asText() + each.path("id").asText()));
    return names;
  }

  /** Collection and id of every item on every page. */
  private List<String> walk(String path) {
    List<String> all = new ArrayList<>();
    for (String next = path; !next.isEmpty(); ) {
      JsonNode page = read(next);
      all.addAll(names(page));
      boolean more = page.path("links").findValuesAsText("rel").contains("next");
      next = more ? below(link(page, "next")) : "";
    }
    return all;
  }

  @Test
  void storedMetadataOverridesDerivedMetadata() {
    String id = mixed();
    String path = "/collections/" + id + "/stac-metadata";
    ObjectNode patch = Json.object().put("license", "CC-BY-4.0").put("description", "By hand");
    patch.putObject("assets").putObject("paper").put("href", "https://example.org/paper.pdf");
    patch.put("sci:doi", "10.1000/1").put("extent", "not mine").put("id", "other");
    HttpResponse<byte[]> before = expect(200, client.get(path));
    HttpResponse<byte[]> output = expect(200, client.patch(path, patch));
    for (JsonNode reported : List.of(json(output), read(path), read("/stac/collections/" + id))) {
      assertThat(reported.path("license").asText()).isEqualTo("CC-BY-4.0");
      assertThat(reported.path("sci:doi").asText()).isEqualTo("10.1000/1");
      assertThat(reported.path("assets").has("paper")).isTrue();
      assertThat(reported.path("assets").has("tilejson")).isTrue();
      assertThat(reported.path("id").asText()).isEqualTo(id);
      StacSchemas.valid(reported);
    }
    String old = before.headers().firstValue("ETag").orElseThrow();
    expect(412, client.patch(path, Json.object().put("title", "x"), "If-Match", old));
    String now = output.headers().firstValue("ETag").orElseThrow();
    expect(304, client.get(path, "If-None-Match", now));
    expect(200, client.patch(path, Json.object().putNull("license"), "If-Match", now));
    assertThat(read(path).path("license").asText()).isEqualTo("proprietary");
    expect(204, client.delete(path));
    assertThat(read(path).path("description").asText()).isEqualTo("Test");
    assertThat(read(path).has("sci:doi")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"license\":\"any words\"}",
        "{\"description\":\"\"}",
        "{\"keywords\":[1]}",
        "{\"providers\":[{\"roles\":[\"king\"]}]}",
        "{\"assets\":{\"a\":{}}}",
        "{\"summaries\":{\"a\":[]}}",
        "{\"stac_extensions\":[\"nowhere\"]}"
      })
  void invalidStacMetadataIsRefused(String patch) {
    String path = "/collections/" + client.collection() + "/stac-metadata";
    expect(422, client.patch(path, Json.parseObject(patch)));
    StacSchemas.valid(read(path));
  }
}
