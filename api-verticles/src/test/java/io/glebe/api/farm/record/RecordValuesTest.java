package io.glebe.api.farm.record;

import static io.glebe.api.farm.TestFarm.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Exact sums, dates at the limits and hostile bodies of records. */
class RecordValuesTest extends RecordApiFixture {
  @Test
  void stockLevelsAreExactSums() {
    String product =
        make(
            "products",
            "'name': 'Seed', 'kind': 'SEED', 'organizationId': '" + FARM.organization + "'");
    String first = make("storage-locations", "'name': 'Silo', 'farmId': '" + FARM.farm + "'");
    String second = make("storage-locations", "'name': 'Bay', 'farmId': '" + FARM.farm + "'");
    String lot =
        make(
            "lots",
            "'lotNumber': 'A', 'productId': '" + product + "', 'farmId': '" + FARM.farm + "'");
    move(product, lot, first, "RECEIPT", "1000", "kg", "");
    move(
        product,
        lot,
        first,
        "TRANSFER",
        "250.5",
        "kg",
        ", 'targetStorageLocationId': '" + second + "'");
    move(product, lot, second, "ISSUE", "0.1", "kg", "");
    move(product, lot, first, "RECEIPT", "2", "{bag}", "");
    JsonNode page = Json.parseObject(get("/v1/stock-levels?productId=" + product).body());
    List<String> levels = new ArrayList<>();
    page.path("items")
        .forEach(
            level ->
                levels.add(
                    (level.path("storageLocationId").asText().equals(first) ? "S1/" : "S2/")
                        + level.path("unit").asText()
                        + " "
                        + level.path("quantity")));
    assertThat(levels).containsExactlyInAnyOrder("S1/kg 749.5", "S1/{bag} 2", "S2/kg 250.4");
    List<String> paged = new ArrayList<>();
    String cursor = "";
    for (int i = 0; i < 3; i++) {
      JsonNode one =
          Json.parseObject(get("/v1/stock-levels?limit=1&productId=" + product + cursor).body());
      paged.add(one.at("/items/0/quantity").toString());
      cursor = "&cursor=" + one.path("nextCursor").asText();
      assertThat(one.path("hasMore").asBoolean()).isEqualTo(i < 2);
    }
    assertThat(paged).containsExactlyInAnyOrder("749.5", "2", "250.4");
    assertThat(
            Json.parseObject(get("/v1/stock-levels?storageLocationId=" + second).body())
                .path("items")
                .size())
        .isEqualTo(1);
    assertThat(
            Json.parseObject(
                    get("/v1/stock-levels?at=2020-01-01T00:00:00Z&productId=" + product).body())
                .path("items")
                .size())
        .isZero();
    refused(get("/v1/stock-levels?colour=red"), 400, "malformed-request");
    refused(get("/v1/stock-levels?cursor=abcd"), 400, "malformed-request");
  }

  @Test
  void aFilterBeyondTheBoundsOfItsAttributeIsRefused() {
    assertThat(get("/v1/cultivation-periods?seasonYear=2200").statusCode()).isEqualTo(200);
    refused(get("/v1/cultivation-periods?seasonYear=1899"), 400, "malformed-request");
    refused(get("/v1/cultivation-periods?seasonYear=2201"), 400, "malformed-request");
  }

  @Test
  void timesAtTheLimitsOfTheCalendarCauseNoServerError() {
    for (String time :
        List.of(
            "-999999999-01-01T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999Z",
            "%2B999999999-12-31T23:59:59Z")) {
      assertThat(get("/v1/tasks?limit=1&updatedAfter=" + time).statusCode())
          .as(time)
          .isIn(200, 400);
      assertThat(get("/v1/stock-levels?at=" + time).statusCode()).as(time).isIn(200, 400);
    }
    String product =
        make(
            "products",
            "'name': 'Old', 'kind': 'SEED', 'organizationId': '" + FARM.organization + "'");
    String silo = make("storage-locations", "'name': 'Silo', 'farmId': '" + FARM.farm + "'");
    List<String> made = new ArrayList<>();
    for (String time :
        List.of(
            "0000-01-01T00:00:00Z",
            "0001-01-01T00:00:00Z",
            "-0001-01-01T00:00:00Z",
            "2026-03-01T23:59:60Z")) {
      UUID id = UUID.randomUUID();
      String body =
          "{'id': '"
              + id
              + "', 'originType': 'USER', 'farmId': '"
              + FARM.farm
              + "', 'kind': 'RECEIPT', 'productId': '"
              + product
              + "', 'storageLocationId': '"
              + silo
              + "', 'quantity': 1, 'unit': 'kg', 'occurredAt': '"
              + time
              + "'}";
      HttpResponse<String> answer = put("/v1/stock-movements/" + id, body);
      assertThat(answer.statusCode()).as(time).isIn(201, 422);
      made.add("/v1/stock-movements/" + id);
    }
    assertThat(get("/v1/stock-levels?productId=" + product).statusCode()).isEqualTo(200);
    made.forEach(path -> assertThat(send("owner", "DELETE", path, "").statusCode()).isIn(204, 404));
  }

  @Test
  void hostileBodiesAreRefusedAndChangeNothing() {
    String task = newTask();
    String id = task.substring(task.lastIndexOf('/') + 1);
    String before = get(task).body();
    List<String> bodies = new ArrayList<>();
    bodies.add("{\"name\": " + "[".repeat(50_000) + "]".repeat(50_000) + "}");
    bodies.add("{\"name\": \"a\", \"name\": \"b\"}");
    bodies.add("{\"x\": 1" + "0".repeat(100_000) + "}");
    bodies.add("{\"x\": 1e999999999}");
    bodies.add("{\"x\": \"\\ud800\"}");
    bodies.add("{\"x\": \"a\\u0000b\"}");
    bodies.add("{\"a\\u0000b\": 1}");
    bodies.add("{\"name\": 1}");
    bodies.add("{\"name\": {\"a\": [null]}}");
    bodies.add("{\"farmId\": \"" + UUID.randomUUID() + "\"}");
    bodies.add("{\"fieldId\": \"x' or 1=1 --\"}");
    bodies.add("{\"status\": {\"$gt\": \"\"}}");
    bodies.add("{\"assignedWorkerIds\": \"x\"}");
    bodies.add("{\"dueAt\": \"0000-99-99T99:99:99Z\"}");
    bodies.add("{\"id\": \"" + UUID.randomUUID() + "\"}");
    bodies.add("[]");
    bodies.add("null");
    bodies.add("\"text\"");
    bodies.add("{");
    bodies.add("{\"name\": \"" + "x".repeat(5_000_000) + "\"}");
    for (String body : bodies) {
      for (String method : List.of("PATCH", "PUT")) {
        HttpResponse<String> response = send("owner", method, task, body);
        String shown =
            method
                + " "
                + body.substring(0, Math.min(60, body.length()))
                + " -> "
                + response.body();
        assertThat(response.statusCode()).as(shown).isBetween(400, 499);
        assertThat(header(response, "Content-Type"))
            .as(shown)
            .isEqualTo("application/problem+json");
      }
    }
    assertThat(get(task).body()).isEqualTo(before);
    String sql = "'; drop table record.tasks; -- \\u0022 $1 %s \\\\";
    HttpResponse<String> kept =
        send(
            "owner",
            "PATCH",
            task,
            "{\"name\": \"" + sql + "\", \"x\\u0022'; --\": \"" + sql + "\"}");
    assertThat(kept.statusCode()).as(kept.body()).isEqualTo(200);
    assertThat(Json.parseObject(get(task).body()).path("name").asText())
        .isEqualTo("'; drop table record.tasks; -- \" $1 %s \\");
    refused(
        send("owner", "PUT", "/v1/tasks/" + id, task(UUID.randomUUID()).replace('\'', '"')),
        422,
        "invalid-record");
  }
}
