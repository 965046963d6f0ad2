package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import io.glebe.core.record.change.ActingAccounts;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A person sees every account and token that acts for the person, in any order of creation. */
class ActingForPersonsTest {
  private static HttpResponse<String> admin(String method, String path, String body) {
    return TestFarm.send("admin", method, path, body.replace('\'', '"'));
  }

  private static JsonNode done(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    return Json.parse(answer.body());
  }

  private static void putAccount(String name) {
    String body = "{'password': 'password-1234', 'scopes': ['sensor-read', 'sensor-write']}";
    done(admin("PUT", "/v1/admin/service-accounts/" + name, body));
  }

  private static boolean isEnabled(String name) {
    for (JsonNode account : done(admin("GET", "/v1/admin/service-accounts", "")).path("items")) {
      if (account.path("name").asText().equals(name)) {
        return account.path("enabled").asBoolean();
      }
    }
    throw new AssertionError("no account " + name);
  }

  private static void newUser(UUID id, String subject) {
    done(
        admin(
            "PUT",
            "/v1/users/" + id,
            "{'id': '%s', 'originType': 'USER', 'displayName': 'x', 'subject': '%s', 'status': 'ACTIVE'}"
                .formatted(id, subject)));
  }

  /** The entries about the account in the audit log of the token's user. */
  private static List<String> reported(String token, String account) {
    List<String> reported = new ArrayList<>();
    String path = "/v1/audit-logs?limit=1000&entityId=" + ActingAccounts.id(account);
    for (JsonNode entry : done(send(token, path)).path("items")) {
      reported.add(entry.path("action").asText() + " " + entry.path("changedAttributes"));
    }
    return reported;
  }

  private static HttpResponse<String> send(String token, String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(TestPlatform.shared().uri(path));
    return TestPlatform.shared().send(request.header("Authorization", "Bearer " + token));
  }

  @Test
  void anAccountCreatedWhileThePersonIsDisabledIsInTheAuditLogOfThePerson() {
    String subject = "disabled-" + UUID.randomUUID();
    FarmPerson person = new FarmPerson("", subject);
    String user = "/v1/users/" + person.id;
    done(admin("PATCH", user, "{'status': 'DISABLED'}"));
    putAccount(subject);
    done(admin("PATCH", user, "{'status': 'ACTIVE'}"));
    assertThat(reported(FarmPerson.token(subject), subject))
        .containsExactly("CREATE [\"password\",\"scopes\"]");
    done(admin("PATCH", user, "{'status': 'DISABLED'}"));
    String path = "/v1/admin/service-accounts/" + subject;
    assertThat(admin("DELETE", path, "").statusCode()).isEqualTo(204);
    done(admin("PATCH", user, "{'status': 'ACTIVE'}"));
    assertThat(reported(FarmPerson.token(subject), subject)).hasSize(2);
  }

  @Test
  void anAccountCreatedBeforeItsUserStaysEnabledAndIsInTheAuditLog() {
    String subject = "gateway-" + UUID.randomUUID();
    putAccount(subject);
    newUser(UUID.randomUUID(), subject);
    assertThat(isEnabled(subject)).as("gateways are set up in either order").isTrue();
    assertThat(reported(FarmPerson.token(subject), subject)).containsExactly("UPDATE [\"userId\"]");
  }

  @Test
  void anAccountIsDisabledWhenAPersonGetsItsNameAsSubject() {
    String subject = "waiting-" + UUID.randomUUID();
    putAccount(subject);
    FarmPerson person = new FarmPerson();
    done(admin("PATCH", "/v1/admin/users/" + person.id, "{'subject': '" + subject + "'}"));
    assertThat(isEnabled(subject)).isFalse();
    assertThat(reported(FarmPerson.token(subject), subject))
        .containsExactly("UPDATE [\"enabled\"]");
  }

  @Test
  void anAccountAndAUserCreatedConcurrentlyAreLinkedOnce() {
    for (int i = 0; i < 5; i++) {
      String subject = "at-once-" + UUID.randomUUID();
      atOnce(
          () -> {
            putAccount(subject);
            return 200;
          },
          () -> {
            newUser(UUID.randomUUID(), subject);
            return 201;
          });
      assertThat(reported(FarmPerson.token(subject), subject)).hasSize(1);
    }
  }

  private static List<Integer> atOnce(Supplier<Integer> one, Supplier<Integer> other) {
    CyclicBarrier start = new CyclicBarrier(2);
    CompletableFuture<Integer> beside =
        CompletableFuture.supplyAsync(() -> after(start, other), r -> Thread.ofVirtual().start(r));
    return List.of(after(start, one), beside.join());
  }

  private static Integer after(CyclicBarrier start, Supplier<Integer> then) {
    try {
      start.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return then.get();
  }

  private static HttpResponse<String> newToken(String subject) {
    return admin(
        "POST",
        "/v1/admin/tokens",
        "{'name': 'raced', 'subject': '%s', 'audiences': ['farm-api'], 'scopes': ['farm-read']}"
            .formatted(subject));
  }

  @Test
  void aTokenCreatedDuringASubjectChangeNeverActsForTheNextUserOfTheSubject() {
    for (int i = 0; i < 8; i++) {
      String subject = "first-" + UUID.randomUUID();
      UUID first = UUID.randomUUID();
      newUser(first, subject);
      List<String> made = new ArrayList<>();
      List<Integer> answers =
          atOnce(
              () -> {
                HttpResponse<String> token = newToken(subject);
                made.add(Json.parse(token.body()).path("token").asText());
                return token.statusCode();
              },
              () ->
                  admin("PATCH", "/v1/admin/users/" + first, "{'subject': '" + subject + "-later'}")
                      .statusCode());
      assertThat(answers.getFirst()).isIn(201, 422);
      assertThat(answers.getLast()).isEqualTo(200);
      newUser(UUID.randomUUID(), subject);
      assertThat(send(made.getFirst(), "/v1/users").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aTokenForAUserDuringDeletionIsCreatedOrRefusedWithoutAnError() {
    for (int i = 0; i < 8; i++) {
      String subject = "gone-" + UUID.randomUUID();
      UUID user = UUID.randomUUID();
      newUser(user, subject);
      List<Integer> answers =
          atOnce(
              () -> newToken(subject).statusCode(),
              () -> admin("DELETE", "/v1/users/" + user, "").statusCode());
      assertThat(answers.getFirst()).isIn(201, 422);
      assertThat(answers.getLast()).isEqualTo(204);
    }
  }
}
