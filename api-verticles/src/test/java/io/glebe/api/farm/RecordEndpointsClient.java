package io.glebe.api.farm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;

/**
 * Common requests and checks of the tests of the farm API. Bodies are written with single quotes.
 */
public final class RecordEndpointsClient {
  public static final String SQUARE =
      "{'type': 'Polygon', 'coordinates': [[[14.0, 46.0], [14.01, 46.0], [14.01, 46.01], [14.0,"
          + " 46.01], [14.0, 46.0]]]}";
  public static final String PART =
      "{'type': 'Polygon', 'coordinates': [[[14.0, 46.0], [14.005, 46.0], [14.005, 46.005], [14.0,"
          + " 46.005], [14.0, 46.0]]]}";

  private RecordEndpointsClient() {}

  public static HttpResponse<String> send(
      String method, String path, String body, String... headers) {
    return TestFarm.send("owner", method, path, body.replace('\'', '"'), headers);
  }

  public static HttpResponse<String> get(String path, String... headers) {
    return TestFarm.send("owner", "GET", path, "", headers);
  }

  public static JsonNode ok(HttpResponse<String> response) {
    return answered(response, 200);
  }

  public static JsonNode created(HttpResponse<String> response) {
    return answered(response, 201);
  }

  public static JsonNode answered(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return response.body().isEmpty() ? Json.object() : Json.parseObject(response.body());
  }

  public static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  public static JsonNode refused(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    JsonNode problem = Json.parseObject(response.body());
    assertThat(problem.path("type").asText()).endsWith("/problems/v1/" + type);
    return problem;
  }

  /** Creates a field of the farm over HTTP. */
  public static String field(UUID farm, String name) {
    return created(
            send(
                "POST",
                "/v1/farms/" + farm + "/fields",
                "{'name': '" + name + "', 'geometry': " + SQUARE + "}"))
        .path("id")
        .asText();
  }

  /** The default region that was created with the field. */
  public static String defaultRegion(String field) {
    return io.glebe.core.record.table.Uuids.defaultRegion(UUID.fromString(field)).toString();
  }

  /** Creates a region of a field or below another region. */
  public static String region(String members) {
    return created(send("POST", "/v1/regions", "{" + members + ", 'geometry': " + PART + "}"))
        .path("id")
        .asText();
  }
}
