package io.glebe.api.registry;

import static io.glebe.api.registry.StoreClient.DEVELOPER;
import static io.glebe.api.registry.StoreClient.REVIEWER;
import static io.glebe.api.registry.StoreClient.SECOND_REVIEWER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The states of apps and versions, and who may move them. */
class AppLifeCycleTest {
  private final StoreClient store = new StoreClient();
  private final String app = store.register(StoreClient.manifest());
  private final String first = app + "/versions/1";

  private static void isRefused(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(StoreClient.json(response).path("type").asText()).endsWith("/" + type);
  }

  private String state(String version) {
    return StoreClient.json(store.get(DEVELOPER, version)).path("state").asText();
  }

  private HttpResponse<String> submit(String version) {
    return store.as(DEVELOPER, "POST", version + "/submit", "");
  }

  private HttpResponse<String> reject(String version) {
    return store.post(REVIEWER, version + "/reject", Json.object().put("reason", "unclear"));
  }

  private HttpResponse<String> withdrawVersion(String version) {
    return store.as(DEVELOPER, "POST", version + "/withdraw", "");
  }

  private HttpResponse<String> replace(String version, ObjectNode manifest) {
    return store.as(DEVELOPER, "PUT", version, Json.write(manifest));
  }

  @Test
  void anAppBeginsAsADraftThatItsDeveloperChanges() {
    ObjectNode changed = StoreClient.manifest();
    HttpResponse<String> response = replace(first, changed);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    JsonNode stored = StoreClient.json(store.get(DEVELOPER, first));
    assertThat(stored.path("manifest")).isEqualTo(changed);
    assertThat(stored.path("state").asText()).isEqualTo("DRAFT");
    assertThat(store.app(app).path("name")).isEqualTo(changed.path("name"));
    assertThat(store.app(app).path("state").asText()).isEqualTo("REGISTERED");
    assertThat(store.app(app).at("/client/state").asText()).isEqualTo("NONE");
  }

  @Test
  void anApprovedVersionGetsAClientAndItsSuccessorReplacesIt() {
    store.submit(first);
    store.approve(first);
    assertThat(store.app(app).path("state").asText()).isEqualTo("APPROVED");
    String id = app.substring("/apps/".length());
    assertThat(store.app(app).path("clientId").asText()).isEqualTo("ext-" + id);
    String second = store.addVersion(app, StoreClient.manifest());
    store.submit(second);
    assertThat(state(first)).isEqualTo("APPROVED");
    store.approve(second);
    assertThat(state(first)).isEqualTo("SUPERSEDED");
    assertThat(store.app(app).path("approvedVersion").asInt()).isEqualTo(2);
    await()
        .untilAsserted(
            () -> assertThat(store.app(app).at("/client/state").asText()).isEqualTo("ENABLED"));
  }

  @Test
  void aSubmittedVersionNeverChanges() {
    store.submit(first);
    isRefused(replace(first, StoreClient.manifest()), 409, "immutable-record");
    isRefused(submit(first), 409, "invalid-transition");
  }

  @Test
  void oneVersionOfAnAppWaitsForReviewersAtATime() {
    store.submit(first);
    String second = store.addVersion(app, StoreClient.manifest());
    isRefused(submit(second), 409, "conflict");
    assertThat(withdrawVersion(first).statusCode()).isEqualTo(200);
    store.submit(second);
  }

  @Test
  void aDraftIsNeitherApprovedNorRejected() {
    isRefused(store.approve(REVIEWER, first), 409, "invalid-transition");
    isRefused(reject(first), 409, "invalid-transition");
  }

  @Test
  void finalStatesStay() {
    store.submit(first);
    assertThat(reject(first).statusCode()).isEqualTo(200);
    JsonNode rejected = StoreClient.json(store.get(DEVELOPER, first));
    assertThat(rejected.path("state").asText()).isEqualTo("REJECTED");
    assertThat(rejected.path("reason").asText()).isEqualTo("unclear");
    for (HttpResponse<String> response :
        List.of(
            submit(first), store.approve(REVIEWER, first), reject(first), withdrawVersion(first))) {
      isRefused(response, 409, "invalid-transition");
    }
    String second = store.addVersion(app, StoreClient.manifest());
    assertThat(withdrawVersion(second).statusCode()).isEqualTo(200);
    isRefused(submit(second), 409, "invalid-transition");
    isRefused(withdrawVersion(second), 409, "invalid-transition");
  }

  @Test
  void theVersionInUseEndsWithTheAppOnly() {
    store.submit(first);
    store.approve(first);
    isRefused(withdrawVersion(first), 409, "invalid-transition");
    String draft = store.addVersion(app, StoreClient.manifest());
    store.withdraw(app);
    assertThat(List.of(state(first), state(draft))).containsOnly("WITHDRAWN");
    assertThat(store.app(app).path("state").asText()).isEqualTo("WITHDRAWN");
    await()
        .untilAsserted(
            () -> assertThat(store.app(app).at("/client/state").asText()).isEqualTo("DISABLED"));
    isRefused(store.withdraw(DEVELOPER, app), 409, "invalid-transition");
    isRefused(
        store.post(DEVELOPER, app + "/versions", StoreClient.manifest()),
        409,
        "invalid-transition");
  }

  @Test
  void restrictedScopesNeedTwoReviewers() {
    String second =
        store.addVersion(
            app,
            StoreClient.manifest(
                StoreClient.name(), StoreClient.pair(), "farm-read", "farm-write"));
    store.submit(second);
    JsonNode once = StoreClient.json(store.approve(REVIEWER, second));
    assertThat(once.path("state").asText()).isEqualTo("SUBMITTED");
    assertThat(once.path("restrictedScopes"))
        .extracting(JsonNode::asText)
        .containsExactly("farm-write");
    assertThat(once.path("approvalsNeeded").asInt()).isEqualTo(2);
    isRefused(store.approve(REVIEWER, second), 409, "conflict");
    assertThat(state(second)).isEqualTo("SUBMITTED");
    JsonNode twice = StoreClient.json(store.approve(SECOND_REVIEWER, second));
    assertThat(twice.path("state").asText()).isEqualTo("APPROVED");
    assertThat(twice.path("reviews")).hasSize(2);
  }

  @Test
  void aSecondReviewerCanReject() {
    String second =
        store.addVersion(
            app, StoreClient.manifest(StoreClient.name(), StoreClient.pair(), "farm-write"));
    store.submit(second);
    store.approve(SECOND_REVIEWER, second);
    assertThat(reject(second).statusCode()).isEqualTo(200);
    isRefused(store.approve(SECOND_REVIEWER, second), 409, "invalid-transition");
  }

  @Test
  void nobodyReviewsTheOwnApp() {
    ObjectNode version =
        StoreClient.json(store.post(SECOND_REVIEWER, "/apps", StoreClient.manifest()));
    String own = "/apps/" + version.path("appId").asText() + "/versions/1";
    store.as(SECOND_REVIEWER, "POST", own + "/submit", "");
    isRefused(store.approve(SECOND_REVIEWER, own), 403, "forbidden");
    isRefused(
        store.post(SECOND_REVIEWER, own + "/reject", Json.object().put("reason", "x")),
        403,
        "forbidden");
    store.approve(own);
  }

  @Test
  void aReviewerWithdrawsAnApp() {
    assertThat(store.withdraw(REVIEWER, app).statusCode()).isEqualTo(200);
    assertThat(store.app(app).path("withdrawalReason").asText()).isEqualTo("not used any more");
  }

  @Test
  void reviewersListWhatWaitsForThem() {
    store.submit(first);
    List<String> waiting = new ArrayList<>();
    String cursor = "";
    do {
      ObjectNode page = StoreClient.json(store.get(REVIEWER, "/reviews?limit=1" + cursor));
      page.path("items").forEach(version -> waiting.add("/apps/" + version.path("appId").asText()));
      cursor =
          page.path("hasMore").asBoolean() ? "&cursor=" + page.path("nextCursor").asText() : "";
    } while (!cursor.isEmpty());
    assertThat(waiting).contains(app).doesNotHaveDuplicates();
    assertThat(store.get(DEVELOPER, "/reviews").statusCode()).isEqualTo(403);
  }

  @Test
  void developersListTheirOwnAppsAndReviewersAll() {
    ObjectNode others =
        StoreClient.json(store.post(SECOND_REVIEWER, "/apps", StoreClient.manifest()));
    String id = others.path("appId").asText();
    ObjectNode page = StoreClient.json(store.get(DEVELOPER, "/apps?limit=1000"));
    assertThat(page.path("hasMore").asBoolean()).isFalse();
    assertThat(page.path("nextCursor").asText())
        .as("the last page has a cursor, too")
        .isEqualTo(page.path("items").path(page.path("items").size() - 1).path("id").asText());
    assertThat(store.get(DEVELOPER, "/apps?limit=1000").body())
        .contains(app.substring(6))
        .doesNotContain(id);
    assertThat(store.get(REVIEWER, "/apps?limit=1000").body()).contains(app.substring(6), id);
    for (String path : List.of("", "/versions", "/versions/1")) {
      assertThat(store.get(DEVELOPER, "/apps/" + id + path).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aDeveloperChangesNoAppOfAnother() {
    ObjectNode others =
        StoreClient.json(store.post(SECOND_REVIEWER, "/apps", StoreClient.manifest()));
    String other = "/apps/" + others.path("appId").asText();
    Map<String, String> calls =
        Map.of(
            "POST " + other + "/versions", Json.write(StoreClient.manifest()),
            "PUT " + other + "/versions/1", Json.write(StoreClient.manifest()),
            "POST " + other + "/versions/1/submit", "",
            "POST " + other + "/versions/1/withdraw", "",
            "POST " + other + "/withdraw", "{\"reason\": \"x\"}");
    calls.forEach(
        (call, body) -> {
          String[] parts = call.split(" ", 2);
          HttpResponse<String> response = store.as(DEVELOPER, parts[0], parts[1], body);
          assertThat(response.statusCode()).as(call + response.body()).isEqualTo(404);
        });
    assertThat(StoreClient.json(store.get(REVIEWER, other)).path("state").asText())
        .isEqualTo("REGISTERED");
    assertThat(StoreClient.json(store.get(REVIEWER, other + "/versions")).path("items")).hasSize(1);
  }

  @Test
  void everyChangeIsInTheAuditLogOfTheDeveloper() {
    store.submit(first);
    store.approve(first);
    store.withdraw(app);
    String id = app.substring("/apps/".length());
    await()
        .untilAsserted(
            () -> {
              HttpRequest.Builder request =
                  HttpRequest.newBuilder(
                          TestPlatform.shared()
                              .uri("/v1/audit-logs?entityType=App&entityId=" + id + "&limit=100"))
                      .header("Authorization", "Bearer " + store.token("admin", "glebe-cli"));
              List<String> changes = new ArrayList<>();
              Json.parseObject(TestPlatform.shared().send(request).body())
                  .path("items")
                  .forEach(entry -> changes.add(entry.path("changedAttributes").toString()));
              assertThat(changes)
                  .contains(
                      "[\"version 1: DRAFT\"]",
                      "[\"version 1: SUBMITTED\"]",
                      "[\"version 1: APPROVED\"]",
                      "[\"withdrawn\"]",
                      "[\"client disabled\"]");
            });
  }

  @Test
  void unknownAppsAndVersionsAreNotFound() {
    String nothing = "/apps/" + UUID.randomUUID();
    assertThat(store.get(REVIEWER, nothing).statusCode()).isEqualTo(404);
    assertThat(store.get(DEVELOPER, app + "/versions/9").statusCode()).isEqualTo(404);
    for (String number : List.of("0", "01", "+1", "%D9%A1", "1.0")) {
      assertThat(store.get(DEVELOPER, app + "/versions/" + number).statusCode())
          .as(number)
          .isEqualTo(400);
    }
    assertThat(store.get(DEVELOPER, "/apps/1").statusCode()).isEqualTo(400);
    assertThat(store.approve(REVIEWER, app + "/versions/9").statusCode()).isEqualTo(404);
    assertThat(store.withdraw(REVIEWER, nothing).statusCode()).isEqualTo(404);
  }

  @Test
  void aDecisionNeedsAReasonAndNothingElse() {
    store.submit(first);
    for (String body :
        List.of("{}", "{\"reason\": \" \"}", "{\"reason\": 1}", "{\"reason\": \"x\", \"y\": 1}")) {
      assertThat(store.as(REVIEWER, "POST", first + "/reject", body).statusCode())
          .as(body)
          .isEqualTo(422);
      assertThat(store.as(REVIEWER, "POST", app + "/withdraw", body).statusCode())
          .as(body)
          .isEqualTo(422);
    }
    assertThat(store.as(REVIEWER, "POST", first + "/approve", "{\"y\": 1}").statusCode())
        .isEqualTo(422);
    assertThat(state(first)).isEqualTo("SUBMITTED");
  }
}
