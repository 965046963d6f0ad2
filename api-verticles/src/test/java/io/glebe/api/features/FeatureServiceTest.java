package io.glebe.api.features;

import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.defaultRegion;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.RecordEndpointsClient;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureServiceTest {
  private static final TestFarm FARM = new TestFarm("owner");
  private static final String ITEMS = "/v1/features/collections/fields/items";
  private static final String EAST = field("east", 14.0, 46.0, "'startsAt': '2026-03-01'");

  static { // fields that the queries must leave out
    field("west", -70.0, -30.0, "'startsAt': '2025-01-01', 'endsAt': '2025-12-31'");
    field("Fiji", 179.5, -17.0, "'description': 'far'");
  }

  /** Creates a field: the lower left triangle of a square with sides of a tenth of a degree. */
  private static String field(String name, double west, double south, String more) {
    double e = west + 0.1;
    double n = south + 0.1;
    String ring =
        String.format(
            java.util.Locale.ROOT,
            "[[%f, %f], [%f, %f], [%f, %f], [%f, %f]]",
            west,
            south,
            e,
            south,
            west,
            n,
            west,
            south);
    return created(
            send(
                "POST",
                "/v1/farms/" + FARM.farm + "/fields",
                "{'name': '"
                    + name
                    + "', 'geometry': {'type': 'Polygon', 'coordinates': ["
                    + ring
                    + "]}, "
                    + more
                    + "}"))
        .path("id")
        .asText();
  }

  private static List<String> names(String query) {
    JsonNode page = ok(get(ITEMS + "?farmId=" + FARM.farm + "&limit=100&" + query));
    assertThat(page.path("type").asText()).isEqualTo("FeatureCollection");
    assertThat(page.path("numberReturned").asInt()).isEqualTo(page.path("features").size());
    List<String> names = new ArrayList<>();
    page.path("features").forEach(f -> names.add(f.at("/properties/name").asText()));
    return names;
  }

  @Test
  void theServiceDescribesItself() {
    JsonNode landing = ok(get("/v1/features"));
    assertThat(landing.path("links"))
        .extracting(l -> l.path("rel").asText())
        .contains("self", "service-desc", "service-doc", "conformance", "data");
    for (JsonNode link : landing.path("links")) {
      HttpResponse<String> followed =
          get(path(link.path("href").asText()), "Accept", link.path("type").asText());
      assertThat(followed.statusCode()).as(link.toString()).isIn(200, 302);
      if (followed.statusCode() == 200) {
        assertThat(header(followed, "Content-Type").replace(" ", ""))
            .startsWith(link.path("type").asText());
      }
    }
    assertThat(ok(get("/v1/features/conformance")).path("conformsTo"))
        .extracting(JsonNode::asText)
        .contains(
            "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
            "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson");
    JsonNode collections = ok(get("/v1/features/collections")).path("collections");
    assertThat(collections)
        .extracting(c -> c.path("id").asText())
        .containsExactly("fields", "regions", "sites");
    assertThat(ok(get("/v1/features/collections/fields"))).isEqualTo(collections.get(0));
    HttpResponse<String> page = get("/v1/features", "Accept", "text/html,*/*;q=0.1");
    assertThat(header(page, "Content-Type")).startsWith("text/html");
    assertThat(page.body()).contains("/v1/features/collections");
    assertThat(header(get("/v1/features", "Accept", "application/geo+json"), "Content-Type"))
        .isEqualTo("application/geo+json");
    JsonNode queryables = ok(get("/v1/features/collections/regions/queryables"));
    assertThat(queryables.path("properties").has("fieldId")).isTrue();
    refused(get("/v1/features/collections/roads"), 404, "not-found");
    refused(get("/v1/features?colour=red"), 400, "malformed-request");
    refused(send("POST", "/v1/features/collections/fields/items", "{}"), 405, "method-not-allowed");
  }

  private static String path(String href) {
    URI uri = URI.create(href);
    return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }

  @Test
  void aFeatureHasTheAttributesOfTheRecord() {
    HttpResponse<String> page = get(ITEMS + "?farmId=" + FARM.farm);
    assertThat(header(page, "Content-Type")).isEqualTo("application/geo+json");
    JsonNode feature = ok(get(ITEMS + "/" + EAST));
    JsonNode record = ok(get("/v1/fields/" + EAST));
    assertThat(feature.path("type").asText()).isEqualTo("Feature");
    assertThat(feature.path("id").asText()).isEqualTo(EAST);
    assertThat(feature.path("geometry")).isEqualTo(record.path("geometry"));
    assertThat(feature.path("properties").path("name")).isEqualTo(record.path("name"));
    assertThat(feature.path("properties").path("createdAt")).isEqualTo(record.path("createdAt"));
    assertThat(feature.path("properties").has("geometry")).isFalse();
    assertThat(ok(get("/v1/features/collections/regions/items/" + defaultRegion(EAST))).path("id"))
        .isNotNull();
    UUID site = UUID.randomUUID();
    created(
        send(
            "PUT",
            "/v1/sites/" + site,
            "{'id': '"
                + site
                + "', 'originType': 'USER', 'name': 'Yard', 'farmId': '"
                + FARM.farm
                + "'}"));
    String sites = "/v1/features/collections/sites/items";
    assertThat(ok(get(sites + "/" + site)).path("geometry").isNull()).isTrue();
    assertThat(ok(get(sites + "?farmId=" + FARM.farm)).at("/features/0/geometry").isNull())
        .isTrue();
    assertThat(ok(get(sites + "?bbox=-180,-90,180,90&farmId=" + FARM.farm)).path("features"))
        .isEmpty();
    refused(get(ITEMS + "/" + UUID.randomUUID()), 404, "not-found");
    refused(get(ITEMS + "/nonsense"), 400, "malformed-request");
    refused(get(ITEMS, "Accept", "text/csv"), 406, "not-acceptable");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          13,45,15,47                    | east
          13,45,-100,15,47,9000          | east
          14.09,46.09,14.2,46.2          |
          14.0,46.0,14.0,46.0            | east
          -180,-90,180,90                | east,west,Fiji
          170,-20,-60,-10                | Fiji
          179,-90,-60,90                 | Fiji,west
          -71,-31,-69,-29                | west
          """)
  void aBoundingBoxSelectsIntersectingFeatures(String box, String found) {
    assertThat(names("bbox=" + box))
        .containsExactlyInAnyOrder(found == null ? new String[0] : found.split(","));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2025-06-01T00:00:00Z                         | west,Fiji
          2025-12-31T23:59:59Z                         | west,Fiji
          2026-01-01T00:00:00Z                         | Fiji
          2026-03-01                                   | east,Fiji
          2026-02-28T23:00:00-01:00                    | east,Fiji
          2026-03-01T01:00:00+01:00                    | east,Fiji
          ../2024-12-31T23:59:59Z                      | Fiji
          /2025-01-01T00:00:00Z                        | west,Fiji
          2026-01-01T00:00:00Z/..                      | east,Fiji
          2025-12-31/                                  | east,west,Fiji
          2025-12-01T00:00:00Z/2026-03-01T00:00:00Z    | east,west,Fiji
          """)
  void aTimeSelectsFeaturesValidAtThatTime(String time, String found) {
    assertThat(names("datetime=" + time)).containsExactlyInAnyOrder(found.split(","));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name = 'east'                                              | east
          name = 'east' OR name LIKE 'w%'                            | east,west
          name ILIKE 'F%'                                            | Fiji
          description IS NULL                                        | east,west
          NOT description = 'far'                                    |
          startsAt > '2025-06-01'                                    | east
          startsAt > DATE('2025-06-01')                              | east
          originType = 'USER' AND name IN ('east', 'nowhere')        | east
          S_INTERSECTS(geometry, BBOX(13, 45, 15, 47))               | east
          S_INTERSECTS(geometry, POINT(14.01 46.01))                 | east
          S_INTERSECTS(geometry, POINT(14.09 46.09))                 |
          S_DISJOINT(geometry, BBOX(13, 45, 15, 47))                 | west,Fiji
          CASEI(name) = CASEI('EAST')                                | east
          """)
  void aFilterSelectsMatchingFeatures(String filter, String found) {
    String encoded = URLEncoder.encode(filter, StandardCharsets.UTF_8);
    assertThat(names("filter=" + encoded))
        .containsExactlyInAnyOrder(found == null ? new String[0] : found.split(","));
  }

  @Test
  void aJsonFilterAppliesToAllPages() {
    String filter = "{'op':'=','args':[{'property':'id'},'" + EAST + "']}";
    String encoded = URLEncoder.encode(filter.replace('\'', '"'), StandardCharsets.UTF_8);
    assertThat(names("filter-lang=cql2-json&filter=" + encoded)).containsExactly("east");
    assertThat(names("name=east")).containsExactly("east");
    assertThat(names("name=east&startsAt=2025-01-01")).isEmpty();
    String both = URLEncoder.encode("description = 'far'", StandardCharsets.UTF_8);
    assertThat(names("name=Fiji&filter=" + both)).containsExactly("Fiji");
    String all = URLEncoder.encode("CASEI(name) <> 'x'", StandardCharsets.UTF_8);
    String next = ITEMS + "?limit=1&farmId=" + FARM.farm + "&filter=" + all;
    List<String> seen = new ArrayList<>();
    while (!next.isEmpty()) {
      JsonNode page = ok(get(next));
      page.path("features").forEach(f -> seen.add(f.at("/properties/name").asText()));
      next = "";
      for (JsonNode link : page.path("links")) {
        if (link.path("rel").asText().equals("next")) {
          next = path(link.path("href").asText());
        }
      }
    }
    assertThat(seen).containsExactlyInAnyOrder("east", "west", "Fiji");
  }

  @Test
  void theExtentCoversOnlyFeaturesThatTheCallerMayRead() {
    JsonNode extent = ok(get("/v1/features/collections/fields")).path("extent");
    JsonNode box = extent.at("/spatial/bbox/0");
    assertThat(box.path(0).asDouble()).isLessThanOrEqualTo(-70);
    assertThat(box.path(2).asDouble()).isGreaterThanOrEqualTo(179.5);
    assertThat(extent.at("/temporal/interval/0")).hasSize(2);
    new TestFarm("neighbour");
    JsonNode other =
        Json.parseObject(
            TestFarm.send("neighbour", "GET", "/v1/features/collections/fields", "").body());
    assertThat(other.at("/extent/spatial/bbox/0/2").asDouble(0)).isLessThan(179);
    JsonNode nothing =
        Json.parseObject(
            TestFarm.send("stranger", "GET", "/v1/features/collections/fields", "").body());
    assertThat(nothing.path("extent").has("spatial")).isFalse();
  }

  @Test
  void featuresAreServedAsHtml() {
    String accept = "text/html,*/*;q=0.1";
    HttpResponse<String> page = get(ITEMS + "?limit=1000&farmId=" + FARM.farm, "Accept", accept);
    assertThat(header(page, "Content-Type")).startsWith("text/html");
    assertThat(page.body()).contains("Fiji").contains("/items/" + EAST);
    HttpResponse<String> one = get(ITEMS + "/" + EAST, "Accept", accept);
    assertThat(header(one, "Content-Type")).startsWith("text/html");
    assertThat(one.body()).contains("<h1>east</h1>").contains("Polygon");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "filter=name%20%3D",
        "filter=colour%20%3D%20%27red%27",
        "filter=conceptUris%20IS%20NULL",
        "filter=name%20%3D%20%27x%27&filter-lang=sql",
        "filter=name%20%3D%20%27x%27&filter-lang=cql2-json",
        "area=much",
        "irrigated=perhaps",
        "geometry=x",
        "limit=0",
        "limit=x",
        "bbox=1,2,3",
        "bbox=1,2,3,x",
        "bbox=1,5,3,4",
        "bbox=1,2,3,91",
        "bbox=1,2,9,3,4,5",
        "bbox=NaN,1,2,3",
        "datetime=yesterday",
        "datetime=../..",
        "datetime=2026-01-01T00:00:00",
        "datetime=2026-02-01T00:00:00Z/2026-01-01T00:00:00Z",
        "datetime=2026-13-01",
        "cursor=x",
        "colour=red",
        "farmId=x",
        "tenure=STOLEN",
        "limit=1&limit=2",
        "LIMIT=1",
        "propertyFilters=x",
        "bbox-crs=http://www.opengis.net/def/crs/EPSG/0/3857"
      })
  void badParametersAreRefused(String query) {
    refused(get(ITEMS + "?" + query), 400, "malformed-request");
  }

  @Test
  void pagesAreCompleteDespiteConcurrentWrites() {
    TestFarm farm = new TestFarm("owner");
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < 7; i++) {
      expected.add(RecordEndpointsClient.field(farm.farm, "Field " + i));
    }
    String next = ITEMS + "?bbox=13,45,15,47&limit=3&farmId=" + farm.farm;
    List<String> seen = new ArrayList<>();
    int pages = 0;
    while (!next.isEmpty()) {
      JsonNode page = ok(get(next));
      page.path("features").forEach(f -> seen.add(f.path("id").asText()));
      next = "";
      for (JsonNode link : page.path("links")) {
        if (link.path("rel").asText().equals("next")) {
          next = path(link.path("href").asText());
        }
      }
      pages++;
      ok(send("PATCH", "/v1/fields/" + seen.getFirst(), "{'name': 'Changed " + pages + "'}"));
    }
    assertThat(pages).isEqualTo(3);
    assertThat(seen).hasSize(7).containsExactlyInAnyOrderElementsOf(expected);
    String stolen = ITEMS + "?limit=3&cursor=AAAA";
    refused(get(stolen), 400, "malformed-request");
  }

  @Test
  void usersOfOtherFarmsSeeNoFeatures() {
    new TestFarm("neighbour");
    String all = ITEMS + "?limit=1000&farmId=" + FARM.farm;
    assertThat(ok(TestFarm.send("neighbour", "GET", all, "")).path("features")).isEmpty();
    refused(TestFarm.send("neighbour", "GET", ITEMS + "/" + EAST, ""), 403, "forbidden");
    refused(TestFarm.send("stranger", "GET", ITEMS, ""), 403, "forbidden");
    assertThat(TestFarm.send("stranger", "GET", "/v1/features", "").statusCode()).isEqualTo(200);
    HttpResponse<String> nobody =
        TestPlatform.shared()
            .send(java.net.http.HttpRequest.newBuilder(TestPlatform.shared().uri(ITEMS)));
    assertThat(nobody.statusCode()).isEqualTo(401);
  }

  @Test
  void gdalReadsTheService() throws Exception {
    Process process = gdal();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    assertThat(text).contains("east").contains("POLYGON").doesNotContain("FAILURE");
  }

  private static Process gdal() throws IOException {
    List<String> command =
        List.of(
            "ogrinfo",
            "-ro",
            "-al",
            "-spat",
            "13.9",
            "45.9",
            "14.2",
            "46.2",
            "OAPIF:" + TestPlatform.shared().uri("/v1/features"),
            "fields");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .put("GDAL_HTTP_HEADERS", "Authorization: Bearer " + TestFarm.token("owner"));
    builder.environment().put("GDAL_HTTP_NETRC", "NO");
    try {
      return builder.start();
    } catch (IOException e) {
      Assumptions.abort("ogrinfo of gdal-bin is not installed");
      throw e;
    }
  }

  @Test
  void aLargeResponseIsOneDocument() {
    JsonNode page = Json.parseObject(get(ITEMS + "?limit=10000").body());
    assertThat(page.path("features").isArray()).isTrue();
  }
}
