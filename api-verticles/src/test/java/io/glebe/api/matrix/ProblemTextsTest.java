package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.Guest;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Broken input of every kind is refused with texts that name nothing of parser and database. */
final class ProblemTextsTest {
  private static final Pattern INTERNAL =
      Pattern.compile(
          "(?i)jackson|JsonParser|StreamRead|StreamConstraints|[a-z]+\\.[a-z]+\\.[A-Z]\\w+"
              + "|Exception|\\bcode \\d+\\)|start marker|Unrecognized token|Unexpected character"
              + "|was expecting|token recognition|mismatched input|<EOF>|sqlstate|\\bERROR:"
              + "|input syntax|relation \"|column \"|\\[Source|ORA-|at position -|null pointer");

  private static final String DEEP = "[".repeat(200) + "]".repeat(200);

  private static final List<String> BODIES =
      List.of(
          "{",
          "{\"a\": 1",
          "{\"a\": \"",
          "{a: 1}",
          "{\"a\": 1, \"a\": 2}",
          "{\"a\": 01}",
          "{\"a\": 1e999999999}",
          "{\"a\": \"\u0001\"}",
          "{\"a\": \"\\u0000\"}",
          "{\"a\": \"\\ud800\"}",
          "nul",
          "\"text\"",
          "{} {}",
          "{\"a\": " + DEEP + "}",
          "{\"a\": " + "9".repeat(2000) + "}",
          "{\"id\": [], \"type\": {}, \"name\": {\"x\": 1}, \"geometry\": 5, \"properties\": []}",
          "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [\"x\"]},"
              + " \"properties\": {}}",
          "{\"name\": \"x\", \"description\": 5, \"encodingType\": {}, \"metadata\": 1}");

  private static final List<String> VALUES =
      List.of(
          "AAAA",
          "%",
          "'",
          "1/0",
          "((((",
          "name eq",
          "name eq 'x",
          "id eq 99999999999999999999999",
          "geo.distance(location, geography'POINT(') lt 1",
          "cast(name, 'x') eq 1",
          "WyJhIl0",
          "W3t9XQ",
          "e30",
          "bnVsbA",
          "\u0000",
          "\ud83c\udf3e",
          "name = 'x",
          "S_INTERSECTS(geometry, POLYGON((0 0, 1 1)))",
          "S_INTERSECTS(geometry, POINT(x y))",
          "{\"op\": \"=\", \"args\": [1]}",
          "{\"op\": 5}",
          "2026-13-45T99:00:00Z",
          "1e400",
          "-1",
          "NaN,1,2,3");

  private final Guest guest = new Guest();
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<String> faults = new ArrayList<>();
  private int refusals;

  @AfterEach
  void close() {
    http.shutdownNow();
  }

  private void sent(String method, String path, String type, byte[] body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(TestPlatform.shared().platform().address() + path))
            .header("Authorization", "Bearer " + guest.bearer)
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofByteArray(body))
            .build();
    HttpResponse<String> answer = http.sendAsync(request, BodyHandlers.ofString()).join();
    if (answer.statusCode() < 400) {
      return;
    }
    refusals++;
    Json.parseObject(answer.body()); // the document itself is not broken
    String text = answer.body().replaceFirst("\"type\":\"[^\"]*\"", "");
    if (answer.statusCode() == 500 || INTERNAL.matcher(text).find()) {
      String content = new String(body, StandardCharsets.UTF_8);
      faults.add(
          method
              + " "
              + path
              + " "
              + content.substring(0, Math.min(content.length(), 100))
              + "\n  -> "
              + answer.statusCode()
              + " "
              + text.substring(0, Math.min(text.length(), 400)));
    }
  }

  private void bodies(String method, String path, String type) {
    for (String body : BODIES) {
      sent(method, path, type, body.getBytes(StandardCharsets.UTF_8));
    }
    sent(method, path, type, new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'});
    sent(method, path, type, "{\"a\": 1}".getBytes(StandardCharsets.UTF_16));
  }

  private void values(String path, String... parameters) {
    for (String parameter : parameters) {
      for (String value : VALUES) {
        String query = parameter + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
        sent("GET", path + "?" + query, Json.MEDIA_TYPE, new byte[0]);
      }
    }
  }

  private void none(int atLeast) {
    assertThat(faults).isEmpty();
    assertThat(refusals).isGreaterThan(atLeast);
  }

  @Test
  void ofTheSensorService() {
    values(
        "/sta/v1.1/Things",
        "$skiptoken",
        "$filter",
        "$orderby",
        "$select",
        "$expand",
        "$top",
        "$skip",
        "$count");
    values("/sta/v1.1/Observations", "$skiptoken", "$filter", "$orderby", "$resultFormat");
    for (String set : List.of("Things", "Sensors", "Locations", "Observations", "$batch")) {
      bodies("POST", "/sta/v1.1/" + set, Json.MEDIA_TYPE);
    }
    bodies("POST", "/sta/v1.1/CreateObservations", Json.MEDIA_TYPE);
    none(100);
  }

  @Test
  void ofRecordsAndTheirFeatures() {
    values("/v1/fields", "cursor", "updatedAfter", "limit", "farmId");
    values("/v1/audit-logs", "cursor", "action", "entityId");
    values("/ogc/collections/fields/items", "filter", "bbox", "datetime", "crs", "cursor");
    for (String path : List.of("fields", "tasks", "access-assignments", "users", "regions")) {
      bodies("PUT", "/v1/" + path + "/" + UUID.randomUUID(), Json.MEDIA_TYPE);
      bodies("PATCH", "/v1/" + path + "/" + UUID.randomUUID(), "application/merge-patch+json");
    }
    bodies("POST", "/v1/$batch", Json.MEDIA_TYPE);
    none(100);
  }

  @Test
  void ofCollections() {
    String id = "texts-" + UUID.randomUUID();
    String path = "/api/v2/collections/" + id;
    guest.made(
        "POST",
        "/api/v2/collections",
        Json.object().put("id", id).put("title", "Test").put("farmId", guest.farm.toString()));
    guest.made("POST", path + "/zarr/init", SpatioClient.grid());
    guest.made("POST", path + "/layers", SpatioClient.layer("NDVI"));
    values(path + "/items", "filter", "bbox", "datetime", "crs", "cursor", "limit", "sortby");
    values(path + "/map", "bbox", "width", "datetime", "expression", "rescale", "crs");
    values("/stac/search", "filter", "bbox", "datetime", "sortby", "intersects", "token");
    bodies("POST", "/api/v2/collections", Json.MEDIA_TYPE);
    bodies("POST", path + "/items", "application/geo+json");
    bodies("POST", path + "/items", "application/x-ndjson");
    bodies("POST", path + "/layers", Json.MEDIA_TYPE);
    bodies("POST", path + "/styles", Json.MEDIA_TYPE);
    bodies("POST", path + "/aggregate/summary?layers=NDVI", "application/geo+json");
    bodies("PUT", path + "/layers/NDVI/data/json?datetime=2026-05-01T10:00:00Z", Json.MEDIA_TYPE);
    bodies("POST", "/api/v2/collections/bulk-operations", Json.MEDIA_TYPE);
    bodies("POST", "/stac/search", Json.MEDIA_TYPE);
    none(100);
  }
}
