package io.glebe.api.spatio.stac;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What clients of STAC ask before and while they list items, for one surface. */
abstract class StacClientSuite {
  private static final String MAY = "20260501T100000000Z";
  private static final int CELLS = 200;

  private final SpatioClient client;

  StacClientSuite(SpatioClient client) {
    this.client = client;
  }

  private JsonNode read(String path) {
    return json(expect(200, client.get(path)));
  }

  private String filled() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=2026-05-01T10:00:00Z", new byte[2 * CELLS]));
    return id;
  }

  private static List<String> ids(JsonNode page) {
    List<String> ids = new ArrayList<>();
    page.path("features").forEach(each -> ids.add(each.path("id").asText()));
    return ids;
  }

  @Test
  void theCatalogueAndItsConformancePageNameTheSameClasses() {
    JsonNode classes = read("/stac").path("conformsTo");
    assertThat(read("/stac/conformance").path("conformsTo")).isEqualTo(classes);
    assertThat(classes.toString())
        .contains("https://api.stacspec.org/v1.0.0/item-search#filter")
        .contains("ogcapi-features-1/1.0/conf/core")
        .contains("ogcapi-features-3/1.0/conf/features-filter");
  }

  @Test
  void everyQueryableFiltersAndEverySortableSorts() {
    String id = filled();
    for (String root : List.of("/stac", "/stac/collections/" + id)) {
      JsonNode queryables = read(root + "/queryables");
      assertThat(queryables.path("$id").asText()).endsWith(root + "/queryables");
      assertThat(queryables.path("properties").has("geometry")).isTrue();
      queryables.path("properties").fieldNames().forEachRemaining(name -> accepted(id, name));
      JsonNode sortables = read(root + "/sortables").path("properties");
      assertThat(sortables.has("geometry")).isFalse();
      sortables
          .fieldNames()
          .forEachRemaining(name -> read("/stac/collections/" + id + "/items?sortby=-" + name));
    }
    expect(404, client.get("/stac/collections/nothing/queryables"));
  }

  private void accepted(String id, String name) {
    String filter = "%22" + name + "%22%20IS%20NULL";
    read("/stac/collections/" + id + "/items?filter=" + filter);
  }

  @Test
  void itemsOfACollectionAreFoundByTheParametersOfASearch() {
    String id = filled();
    String items = "/stac/collections/" + id + "/items";
    assertThat(ids(read(items + "?collections=" + id + "&ids=" + MAY))).containsExactly(MAY);
    assertThat(ids(read(items + "?collections=other"))).isEmpty();
    JsonNode page = read(items + "?ids=other," + MAY);
    assertThat(ids(page)).containsExactly(MAY);
    assertThat(page.path("numberMatched").asInt()).isEqualTo(1);
    assertThat(Instant.parse(page.path("timeStamp").asText())).isBeforeOrEqualTo(Instant.now());
  }

  @Test
  void collectionsAreFoundByIdAndExtent() {
    String id = filled();
    JsonNode extent = read("/stac/collections/" + id).path("extent");
    JsonNode box = extent.at("/spatial/bbox/0");
    String here = box.get(0) + "," + box.get(1) + "," + box.get(2) + "," + box.get(3);
    assertThat(collections("limit=1000&bbox=" + here)).contains(id);
    assertThat(collections("bbox=" + here + "&datetime=2026-05-01/2026-05-02")).contains(id);
    assertThat(collections("bbox=" + here + "&datetime=2026-05-02/..")).doesNotContain(id);
    assertThat(collections("bbox=-60,-60,-59,-59")).doesNotContain(id);
    assertThat(collections("limit=1000000")).contains(id);
    assertThat(collections("collections=none," + id)).containsExactly(id);
    JsonNode none = read("/stac/collections?bbox=-60,-60,-59,-59");
    assertThat(none.path("numberMatched").asInt(-1)).isZero();
    expect(400, client.get("/stac/collections?bbox=1,2,3"));
    expect(400, client.get("/stac/collections?datetime=../.."));
    expect(400, client.get("/stac/collections?limit=0"));
    assertThat(read("/stac/conformance").toString()).contains("/collection-search");
  }

  private List<String> collections(String query) {
    List<String> ids = new ArrayList<>();
    read("/stac/collections?" + query)
        .path("collections")
        .forEach(each -> ids.add(each.path("id").asText()));
    return ids;
  }

  @Test
  void aSearchBodyIsRefusedWithTheStatusOfTheQuery() {
    for (String bad :
        List.of(
            "{\"datetime\":\"2026-05\"}",
            "{\"datetime\":\"../..\"}",
            "{\"datetime\":\"/\"}",
            "{\"datetime\":\"2026-05-01T10:00:00.Z\"}",
            "{\"limit\":0}",
            "{\"limit\":\"5\"}",
            "{\"collections\":\"one\"}",
            "{\"sortby\":[{\"field\":\"owner\",\"direction\":\"asc\"}]}",
            "{\"intersects\":{\"type\":\"Point\"}}",
            "{\"bbox\":[1,9,2,8]}",
            "{\"bbox\":[1,2,3]}",
            "{\"f\":\"html\"}",
            "{\"filter-lang\":\"sql\"}",
            "{\"filter\":\"id =\",\"filter-lang\":\"cql2-text\"}",
            "{\"filter\":\"id = 'x'\",\"filter-crs\":\"EPSG:1\"}")) {
      expect(400, client.post("/stac/search", Json.parseObject(bad)));
    }
    expect(400, client.get("/stac/search?f=html"));
  }

  @Test
  void anUnknownMemberOfASearchBodyIsRefusedWithTheNearestOne() {
    ObjectNode body = Json.parseObject("{\"colections\":[\"one\"]}");
    JsonNode refused = json(expect(400, client.post("/stac/search", body)));
    assertThat(refused.path("detail").asText()).contains("did you mean collections?");
    assertThat(refused.at("/violations/0/pointer").asText()).isEqualTo("/colections");
  }

  @Test
  void aFilterByAnUnknownPropertyIsRefusedWithTheNearestOne() {
    filled();
    JsonNode query = json(expect(400, client.get("/stac/search?filter=datetim%20IS%20NULL")));
    assertThat(query.path("detail").asText()).contains("did you mean datetime?");
    ObjectNode body = Json.parseObject("{\"filter\": \"cloud_cover < 10\"}");
    JsonNode posted = json(expect(400, client.post("/stac/search", body)));
    assertThat(posted.path("detail").asText()).contains("there are collection, created");
    assertThat(read("/stac/queryables").path("additionalProperties").asBoolean(true)).isFalse();
  }

  @Test
  void updatedMovesWithEveryUploadOfItsTimeAndOfNoOther() {
    String id = filled();
    String collection = "/stac/collections/" + id;
    String item = collection + "/items/" + MAY;
    expect(200, client.fill(id, "NDVI", "datetime=2026-06-01T10:00:00Z", new byte[2 * CELLS]));
    Instant before = updated(item);
    expect(200, client.fill(id, "NDVI", "datetime=2026-06-01T10:00:00Z", new byte[2 * CELLS]));
    expect(200, client.fill(id, "NDVI", "datetime=2026-04-01T10:00:00Z", new byte[2 * CELLS]));
    assertThat(updated(item)).isEqualTo(before);
    expect(200, client.fill(id, "NDVI", "datetime=2026-05-01T10:00:00Z", new byte[2 * CELLS]));
    assertThat(updated(item)).isAfter(before);
    assertThat(Instant.parse(read(collection).path("updated").asText())).isAfter(before);
  }

  private Instant updated(String item) {
    return Instant.parse(read(item).at("/properties/updated").asText());
  }

  @Test
  void aMemberThatIsNearToNoOtherIsRefusedWithAllMembers() {
    ObjectNode body = Json.parseObject("{\"fields\":[\"id\"]}");
    assertThat(json(expect(400, client.post("/stac/search", body))).path("detail").asText())
        .contains("members are bbox, ")
        .doesNotContain("did you mean");
    assertThat(json(expect(400, client.get("/stac/collections?filter=1"))).path("detail").asText())
        .doesNotContain("did you mean");
  }

  @Test
  void anItemWithoutNumbersForNodataAndWithRedEdgeBandsIsValid() {
    String id = client.cube();
    for (String band : List.of("B05", "B06", "B07", "B8A", "B10")) {
      ObjectNode layer = SpatioClient.layer(band).put("dtype", "float32").put("nodata", "nan");
      expect(201, client.post("/collections/" + id + "/layers", layer));
      expect(200, client.fill(id, band, "datetime=2026-05-01T10:00:00Z", new byte[4 * CELLS]));
    }
    JsonNode item = read("/stac/collections/" + id + "/items/" + MAY);
    StacSchemas.valid(item);
    assertThat(item.at("/assets/B05/raster:bands/0/nodata").asText()).isEqualTo("nan");
    assertThat(item.at("/assets/B06/eo:bands/0/common_name").asText()).isEqualTo("rededge");
    assertThat(item.at("/assets/B10/eo:bands/0/common_name").asText()).isEqualTo("cirrus");
  }
}
