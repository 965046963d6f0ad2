package io.glebe.api.farm.record;

import static io.glebe.api.farm.TestFarm.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;

/** A farm, and the requests that write and read its tasks. */
abstract class RecordApiFixture {
  static final TestFarm FARM = new TestFarm("owner");

  static HttpResponse<String> put(String path, String body, String... headers) {
    return send("owner", "PUT", path, body.replace('\'', '"'), headers);
  }

  static HttpResponse<String> patch(String path, String body, String... headers) {
    return send("owner", "PATCH", path, body.replace('\'', '"'), headers);
  }

  static HttpResponse<String> get(String path, String... headers) {
    return send("owner", "GET", path, "", headers);
  }

  static String task(UUID id) {
    return "{'id': '"
        + id
        + "', 'name': 'Sow', 'farmId': '"
        + FARM.farm
        + "', 'status': 'PLANNED', 'originType': 'USER'}";
  }

  static String newTask() {
    UUID id = UUID.randomUUID();
    assertThat(put("/v1/tasks/" + id, task(id)).statusCode()).isEqualTo(201);
    return "/v1/tasks/" + id;
  }

  static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  static void refused(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(Json.parseObject(response.body()).path("type").asText())
        .endsWith("/problems/v1/" + type);
  }

  static String make(String path, String members) {
    UUID id = UUID.randomUUID();
    HttpResponse<String> made =
        put(
            "/v1/" + path + "/" + id,
            "{'id': '" + id + "', 'originType': 'USER', " + members + "}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return id.toString();
  }

  static void move(
      String product,
      String lot,
      String at,
      String kind,
      String quantity,
      String unit,
      String more) {
    make(
        "stock-movements",
        "'farmId': '"
            + FARM.farm
            + "', 'kind': '"
            + kind
            + "', 'productId': '"
            + product
            + "', 'lotId': '"
            + lot
            + "', 'storageLocationId': '"
            + at
            + "', 'quantity': "
            + quantity
            + ", 'unit': '"
            + unit
            + "', 'occurredAt': '2026-03-01T10:00:00Z'"
            + more);
  }
}
