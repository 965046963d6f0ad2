package io.glebe.api.registry;

import static io.glebe.api.registry.StoreClient.DEVELOPER;
import static io.glebe.api.registry.StoreClient.REVIEWER;
import static io.glebe.api.registry.StoreClient.SECOND_REVIEWER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests at the same time, repeated ones, and bodies that are no manifests. */
class RegistryAbuseTest {
  private static final String[] RESTRICTED = {"farm-read", "farm-write"};

  private final StoreClient store = new StoreClient();

  private static List<HttpResponse<String>> atOnce(List<Callable<HttpResponse<String>>> calls)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<HttpResponse<String>> answers = new ArrayList<>();
      for (Future<HttpResponse<String>> answer : threads.invokeAll(calls)) {
        answers.add(answer.get());
      }
      return answers;
    }
  }

  private static long succeeded(List<HttpResponse<String>> answers) {
    assertThat(answers)
        .allSatisfy(
            answer -> {
              if (answer.statusCode() != 200) {
                isProblem(answer);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
              }
            });
    return answers.stream().filter(answer -> answer.statusCode() == 200).count();
  }

  private static void isProblem(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(Json.parseObject(answer.body()).path("status").asInt())
        .isEqualTo(answer.statusCode());
  }

  private String submitted(ObjectNode manifest) {
    String app = store.register(manifest);
    store.submit(app + "/versions/1");
    return app;
  }

  private static ObjectNode restricted() {
    return StoreClient.manifest(StoreClient.name(), StoreClient.pair(), RESTRICTED);
  }

  @Test
  void oneReviewerWhoApprovesManyTimesAtOnceCountsOnce() throws Exception {
    String version = submitted(restricted()) + "/versions/1";
    Callable<HttpResponse<String>> approval = () -> store.approve(REVIEWER, version);
    List<HttpResponse<String>> answers = atOnce(List.of(approval, approval, approval, approval));
    assertThat(succeeded(answers)).isEqualTo(1);
    ObjectNode now = store.version(version);
    assertThat(now.path("state").asText()).isEqualTo("SUBMITTED");
    assertThat(now.path("reviews")).hasSize(1);
  }

  @Test
  void twoReviewersAtOncePutAVersionIntoUseOnce() throws Exception {
    String app = submitted(restricted());
    String version = app + "/versions/1";
    List<HttpResponse<String>> answers =
        atOnce(
            List.of(
                () -> store.approve(REVIEWER, version),
                () -> store.approve(SECOND_REVIEWER, version)));
    assertThat(succeeded(answers)).isEqualTo(2);
    assertThat(store.version(version).path("state").asText()).isEqualTo("APPROVED");
    assertThat(store.app(app).path("approvedVersion").asInt()).isEqualTo(1);
  }

  @Test
  void anApprovalAndAWithdrawalAtOnceEndWithTheWithdrawal() throws Exception {
    String app = submitted(StoreClient.manifest());
    List<HttpResponse<String>> answers =
        atOnce(
            List.of(
                () -> store.approve(REVIEWER, app + "/versions/1"),
                () -> store.withdraw(DEVELOPER, app)));
    assertThat(answers.get(1).statusCode()).isEqualTo(200);
    assertThat(succeeded(answers)).isBetween(1L, 2L);
    assertThat(store.app(app).path("state").asText()).isEqualTo("WITHDRAWN");
    assertThat(store.version(app + "/versions/1").path("state").asText()).isEqualTo("WITHDRAWN");
  }

  @Test
  void anApprovalAndARejectionAtOnceHaveOneWinner() throws Exception {
    String version = submitted(StoreClient.manifest()) + "/versions/1";
    ObjectNode reason = Json.object().put("reason", "unclear");
    List<HttpResponse<String>> answers =
        atOnce(
            List.of(
                () -> store.approve(REVIEWER, version),
                () -> store.post(SECOND_REVIEWER, version + "/reject", reason)));
    assertThat(succeeded(answers)).isEqualTo(1);
  }

  @Test
  void twoVersionsAreNotSubmittedAtOnce() throws Exception {
    String app = store.register(StoreClient.manifest());
    String second = store.addVersion(app, StoreClient.manifest());
    List<HttpResponse<String>> answers =
        atOnce(
            List.of(
                () -> store.as(DEVELOPER, "POST", app + "/versions/1/submit", ""),
                () -> store.as(DEVELOPER, "POST", second + "/submit", "")));
    assertThat(succeeded(answers)).isEqualTo(1);
  }

  @Test
  void twoAppsDoNotGetOneNameAtOnce() throws Exception {
    String name = StoreClient.name();
    String one = registered(name, StoreClient.pair());
    String other = registered(name, StoreClient.pair());
    List<HttpResponse<String>> answers =
        atOnce(
            List.of(
                () -> store.as(DEVELOPER, "POST", one + "/submit", ""),
                () -> store.as(DEVELOPER, "POST", other + "/submit", "")));
    assertThat(succeeded(answers)).isEqualTo(1);
  }

  private String registered(String name, JWK key) {
    return store.register(StoreClient.manifest(name, key, "farm-read")) + "/versions/1";
  }

  @Test
  void twoAppsDoNotGetOneKeyAtOnce() throws Exception {
    JWK key = StoreClient.pair();
    String one = registered(StoreClient.name(), key);
    String other = registered(StoreClient.name(), key);
    List<HttpResponse<String>> answers =
        atOnce(
            List.of(
                () -> store.as(DEVELOPER, "POST", one + "/submit", ""),
                () -> store.as(DEVELOPER, "POST", other + "/submit", "")));
    assertThat(succeeded(answers)).isEqualTo(1);
  }

  @Test
  void theKeyOfAnotherAppIsRefusedAlsoAfterItsWithdrawal() {
    JWK key = StoreClient.pair();
    String app = store.approved(StoreClient.manifest(StoreClient.name(), key, "farm-read"));
    String next = store.addVersion(app, StoreClient.manifest(StoreClient.name(), key, "farm-read"));
    assertThat(next).as("an app keeps its key").endsWith("/versions/2");
    store.withdraw(app);
    ObjectNode foreign = StoreClient.manifest(StoreClient.name(), StoreClient.pair(), "farm-read");
    foreign.withArray("/publicKeys").add(StoreClient.key(key));
    for (String user : List.of(DEVELOPER, SECOND_REVIEWER)) {
      HttpResponse<String> refused = store.post(user, "/apps", foreign);
      isProblem(refused);
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body()).contains("/publicKeys/1", "foreign-key");
    }
  }

  @Test
  void aRepeatedRequestChangesNothing() {
    String app = store.approved(StoreClient.manifest());
    String version = app + "/versions/1";
    ObjectNode before = store.version(version);
    assertThat(store.approve(REVIEWER, version).statusCode()).isEqualTo(409);
    assertThat(store.as(DEVELOPER, "POST", version + "/submit", "").statusCode()).isEqualTo(409);
    assertThat(store.version(version)).isEqualTo(before);
    store.withdraw(app);
    ObjectNode ended = store.version(version);
    assertThat(store.withdraw(DEVELOPER, app).statusCode()).isEqualTo(409);
    assertThat(store.approve(REVIEWER, version).statusCode()).isEqualTo(409);
    assertThat(store.version(version)).isEqualTo(ended);
  }

  static Stream<String> bodies() {
    String valid = Json.write(StoreClient.manifest());
    return Stream.of(
        "",
        "null",
        "[]",
        "\"manifest\"",
        "{",
        valid + valid,
        valid.replaceFirst("\\{", "{\"name\": \"Another\", "),
        "{\"a\":".repeat(2000) + "1" + "}".repeat(2000),
        valid.replace("farm-read", "farm-read\\u0000"),
        valid.replace("\"name\":\"Field", "\"name\":\"\\ud800Field"),
        valid.replace("\"description\":\"Notes of a field.\"", "\"description\":{\"a\":[]}"),
        valid.replaceFirst("\"publicKeys\":\\[", "\"publicKeys\":[[],null,7,"),
        valid.replaceFirst("\"redirectUris\":\\[", "\"redirectUris\":[{},[],null,1e999,"),
        valid.replaceFirst("\"scopes\":\\[", "\"scopes\":[{},[],null,"),
        valid.replaceFirst("\"access\":\\[", "\"access\":[\"farm-api\",null,"),
        valid.replace("\"kty\":\"EC\"", "\"kty\":\"oct\",\"k\":\"AAAA\""),
        valid.replace("\"kty\":\"EC\"", "\"kty\":\"EC\",\"x5u\":\"http://127.0.0.1/key\""),
        valid.replace("\"kty\":\"EC\"", "\"kty\":\"EC\",\"alg\":\"none\""));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void aBodyThatIsNoManifestIsRefusedWithAProblemDocument(String body) {
    String own = store.register(StoreClient.manifest());
    for (String path : List.of("/apps", own + "/versions")) {
      isProblem(store.as(DEVELOPER, "POST", path, body));
    }
    isProblem(store.as(DEVELOPER, "PUT", own + "/versions/1", body));
  }

  @Test
  void idsThatAreNoneAreRefusedWithAProblemDocument() {
    for (String id :
        List.of(
            "..%2f..%2fapps",
            "%00",
            "00000000-0000-0000-0000-00000000000g",
            "1' or '1'='1".replace(" ", "%20"),
            "x".repeat(3000))) {
      isProblem(store.get(DEVELOPER, "/apps/" + id));
      isProblem(store.as(REVIEWER, "POST", "/apps/" + id + "/versions/1/approve", "{}"));
    }
    String own = store.register(StoreClient.manifest());
    for (String number : List.of("-1", "0", "1e9", "99999999999999999999", "%31%00", "one")) {
      isProblem(store.get(DEVELOPER, own + "/versions/" + number));
      isProblem(store.as(DEVELOPER, "POST", own + "/versions/" + number + "/submit", ""));
    }
  }
}
