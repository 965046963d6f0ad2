package io.glebe.api.spatio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.HeldBody;
import io.glebe.api.spatio.Guest.Taken;
import io.glebe.core.json.Json;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Long requests of a caller who loses the right while they run: operations that have not started by
 * then are refused. Each held row blocks one transaction of the platform, so the tests run one
 * after the other.
 */
@Execution(ExecutionMode.SAME_THREAD)
final class LongRequestsTest {
  private final Guest guest = new Guest();
  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

  @AfterEach
  void close() {
    client.shutdownNow();
  }

  private static String result(CompletableFuture<HttpResponse<String>> answer, int status)
      throws Exception {
    HttpResponse<String> given = answer.get(1, TimeUnit.MINUTES);
    assertThat(given.statusCode()).as(given.body()).isEqualTo(status);
    return given.body();
  }

  /** What happens while a request waits for a row. */
  private interface Meanwhile {
    void happens(HeldRow row) throws Exception;
  }

  /** The response to a request of the guest that has to wait for a row while something happens. */
  private CompletableFuture<HttpResponse<String>> held(
      String table, Object id, String method, String path, byte[] body, Meanwhile meanwhile)
      throws Exception {
    try (HeldRow row = new HeldRow(table, id)) {
      CompletableFuture<HttpResponse<String>> answer =
          client.sendAsync(
              guest.request(guest.bearer, method, path, BodyPublishers.ofByteArray(body)).build(),
              BodyHandlers.ofString());
      row.awaitWaiter();
      meanwhile.happens(row);
      return answer;
    }
  }

  /** The response to a request of the guest whose access is removed while the body is sent. */
  private HttpResponse<String> overtaken(
      Taken what, HttpClient by, String method, String path, String mediaType, byte[] bytes)
      throws Exception {
    HeldBody body = new HeldBody(bytes);
    CompletableFuture<HttpResponse<String>> answer =
        by.sendAsync(
            guest
                .request(guest.bearer, method, path, body)
                .setHeader("Content-Type", mediaType)
                .expectContinue(true)
                .build(),
            BodyHandlers.ofString());
    body.begin();
    guest.take(what);
    body.finish();
    return answer.get(1, TimeUnit.MINUTES);
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_1_1, ASSIGNMENT_DELETED",
    "HTTP_1_1, USER_DISABLED",
    "HTTP_1_1, TOKEN_REVOKED",
    "HTTP_2, ASSIGNMENT_DELETED",
    "HTTP_2, USER_DISABLED",
    "HTTP_2, TOKEN_REVOKED"
  })
  void rightsAreCheckedWhenTheBodyIsComplete(Version version, Taken what) throws Exception {
    UUID back = UUID.randomUUID();
    try (HttpClient by = HttpClient.newBuilder().version(version).build()) {
      HttpRequest.Builder first =
          guest.request(guest.bearer, "GET", "/v1/farms/" + guest.farm, BodyPublishers.noBody());
      HttpResponse<String> firstResponse = by.send(first.build(), BodyHandlers.ofString());
      assertThat(firstResponse.statusCode()).isEqualTo(200);
      assertThat(firstResponse.version()).isEqualTo(version);

      HttpResponse<String> answer =
          overtaken(
              what,
              by,
              "PUT",
              "/v1/access-assignments/" + back,
              Json.MEDIA_TYPE,
              Json.bytes(guest.wayBack(back)));

      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(what.refusal());
    }
    assertThat(guest.count("select count(*) from record.access_assignments where id = $1", back))
        .isZero();
  }

  @ParameterizedTest
  @EnumSource
  void eachOperationOfAnOutboxIsCheckedSeparately(Taken what) throws Exception {
    UUID first = UUID.randomUUID();
    UUID held = UUID.randomUUID();
    UUID back = UUID.randomUUID();
    guest.made("PUT", "/v1/tasks/" + held, guest.task(held));
    ObjectNode outbox = Json.object();
    ArrayNode operations = outbox.putArray("operations");
    operation(operations, "PUT", "/tasks/" + first, guest.task(first));
    operation(operations, "PATCH", "/tasks/" + held, Json.object().put("name", "Changed"));
    operation(operations, "PUT", "/access-assignments/" + back, guest.wayBack(back));

    CompletableFuture<HttpResponse<String>> answer =
        held(
            "record.tasks",
            held,
            "POST",
            "/v1/$batch",
            Json.bytes(outbox),
            row -> guest.take(what));

    JsonNode results = Json.parse(result(answer, 200)).path("results");
    assertThat(results.findValuesAsText("outcome")).containsExactly("DONE", "REFUSED", "REFUSED");
    assertThat(List.of(0, 1, 2))
        .extracting(i -> results.path(i).path("status").asInt())
        .containsExactly(201, what.refusal(), what.refusal());
    assertThat(guest.count("select count(*) from record.tasks where id = $1", first))
        .as("what was committed before stays")
        .isOne();
    assertThat(guest.count("select version from record.tasks where id = $1", held)).isOne();
    assertThat(guest.count("select count(*) from record.access_assignments where id = $1", back))
        .isZero();
  }

  private static void operation(ArrayNode operations, String method, String path, ObjectNode body) {
    operations.addObject().put("method", method).put("path", path).set("body", body);
  }

  @Test
  void anOutboxContinuesWhenRightsOfAnotherUserChange() throws Exception {
    Guest other = new Guest();
    UUID held = UUID.randomUUID();
    UUID last = UUID.randomUUID();
    guest.made("PUT", "/v1/tasks/" + held, guest.task(held));
    ObjectNode outbox = Json.object();
    ArrayNode operations = outbox.putArray("operations");
    operation(operations, "PATCH", "/tasks/" + held, Json.object().put("name", "Changed"));
    operation(operations, "PUT", "/tasks/" + last, guest.task(last));

    CompletableFuture<HttpResponse<String>> answer =
        held(
            "record.tasks",
            held,
            "POST",
            "/v1/$batch",
            Json.bytes(outbox),
            row -> other.take(Taken.USER_DISABLED));

    JsonNode results = Json.parse(result(answer, 200)).path("results");
    assertThat(results.findValuesAsText("outcome")).containsExactly("DONE", "DONE");
  }

  @ParameterizedTest
  @EnumSource
  void aWaitingDeletionIsCheckedWhenItContinues(Taken what) throws Exception {
    UUID held = UUID.randomUUID();
    guest.made("PUT", "/v1/tasks/" + held, guest.task(held));

    CompletableFuture<HttpResponse<String>> answer =
        held(
            "record.tasks",
            held,
            "DELETE",
            "/v1/tasks/" + held,
            new byte[0],
            row -> guest.take(what));

    result(answer, what.refusal());
    assertThat(guest.count("select count(*) from record.tasks where id = $1", held)).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void eachRequestOfASensorBatchIsCheckedSeparately(Taken what) throws Exception {
    String name = "late " + guest.farm;
    String thing = guest.made("POST", "/sta/v1.1/Things", thing("held"));
    long held = Json.parseObject(thing).path("@iot.id").asLong();
    ObjectNode batch = Json.object();
    ArrayNode requests = batch.putArray("requests");
    request(requests, "1", "post", "Things", thing("early " + guest.farm));
    request(
        requests, "2", "patch", "Things(" + held + ")", Json.object().put("description", "mine"));
    request(requests, "3", "post", "Things", thing(name));

    CompletableFuture<HttpResponse<String>> answer =
        held(
            "sensor.thing",
            held,
            "POST",
            "/sta/v1.1/$batch",
            Json.bytes(batch),
            row -> guest.take(what));

    JsonNode responses = Json.parse(result(answer, 200)).path("responses");
    assertThat(List.of(0, 1, 2))
        .as(responses.toString())
        .extracting(i -> responses.path(i).path("status").asInt())
        .containsExactly(201, what.refusal(), what.refusal());
    assertThat(guest.count("select count(*) from sensor.thing where name = $1", name)).isZero();
    assertThat(
            guest.count(
                "select count(*) from sensor.thing where id = $1 and description = 'mine'", held))
        .isZero();
  }

  private ObjectNode thing(String name) {
    ObjectNode thing = Json.object().put("name", name).put("description", "a station");
    thing.putObject("properties").put("farmId", guest.farm.toString());
    return thing;
  }

  private static void request(
      ArrayNode requests, String id, String method, String url, ObjectNode body) {
    requests.addObject().put("id", id).put("method", method).put("url", url).set("body", body);
  }

  private String collection() {
    String id = "long-" + UUID.randomUUID();
    guest.made(
        "POST",
        "/api/v2/collections",
        Json.object().put("id", id).put("title", "Test").put("farmId", guest.farm.toString()));
    return id;
  }

  @ParameterizedTest
  @EnumSource
  void aLoadOfFeaturesIsCheckedAfterItIsReceived(Taken what) throws Exception {
    String id = collection();
    String lines =
        "{\"type\":\"Feature\",\"id\":\"a\",\"geometry\":null,\"properties\":{}}\n"
            + "{\"type\":\"Feature\",\"id\":\"b\",\"geometry\":null,\"properties\":{}}\n";

    HttpResponse<String> answer =
        overtaken(
            what,
            client,
            "POST",
            "/api/v2/collections/" + id + "/items",
            "application/x-ndjson",
            lines.getBytes(StandardCharsets.UTF_8));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(what.refusal());
    assertThat(guest.count("select count(*) from cube_item where collection_id = $1", id)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void anUploadIsCheckedBeforeTheCommit(Taken what) throws Exception {
    String id = collection();
    String path = "/api/v2/collections/" + id;
    guest.made("POST", path + "/zarr/init", SpatioClient.grid());
    guest.made("POST", path + "/layers", SpatioClient.layer("NDVI"));

    HttpResponse<String> answer =
        overtaken(
            what,
            client,
            "PUT",
            path + "/layers/NDVI/data/binary?datetime=2026-05-01T10:00:00Z",
            "application/octet-stream",
            new byte[2 * 20 * 10]);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(what.refusal());
    JsonNode uploads =
        Json.parse(guest.send(guest.keeper, "GET", path + "/uploads", "").body()).path("uploads");
    assertThat(uploads.findValuesAsText("state")).containsExactly("failed");
  }

  @Test
  void aChangeOfDataIsCheckedAgainstTheFarmThatOwnsTheLockedCollection() throws Exception {
    String id = collection();
    String path = "/api/v2/collections/" + id + "/items";
    ObjectNode feature = Json.object().put("type", "Feature").put("id", "a");
    feature.putNull("geometry").putObject("properties").put("owner", "guest");
    guest.made("POST", path, feature);
    feature.withObject("properties").put("owner", "still the guest");

    CompletableFuture<HttpResponse<String>> answer =
        held(
            "cube_collection",
            id,
            "PUT",
            path + "/a",
            Json.bytes(feature),
            row ->
                row.write(
                    "update cube_collection set farm_id = $2 where id = $1", id, guest.otherFarm));

    result(answer, 403);
    assertThat(
            guest.count(
                "select count(*) from cube_item where collection_id = $1"
                    + " and properties ->> 'owner' = 'guest'",
                id))
        .isOne();
  }
}
