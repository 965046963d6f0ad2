package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.RecordEndpointsClient;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The attributes of a User record that other users see, in every kind of response. */
class PersonVisibilityTest {
  private static final TestFarm FARM = new TestFarm("manager");
  private static final UUID ELSEWHERE = UUID.randomUUID();
  private static final UUID ROLE_HERE = UUID.randomUUID();
  private static final UUID ROLE_ELSEWHERE = UUID.randomUUID();
  private static final FarmPerson OWNER = new FarmPerson().on(FARM, "OWNER");
  private static final FarmPerson AUDITOR = new FarmPerson().on(FARM, "AUDITOR");
  private static final FarmPerson COLLEAGUE;
  private static final FarmPerson NEIGHBOUR =
      new FarmPerson().on(new TestFarm("neighbour"), "OWNER");
  private static final FarmPerson SEEN;

  static {
    TestFarm.system("Organization", ELSEWHERE, "{'name': 'Elsewhere'}");
    role(ROLE_HERE, FARM.organization);
    role(ROLE_ELSEWHERE, ELSEWHERE);
    COLLEAGUE =
        new FarmPerson(
            "'organizationIds': ['%s'], 'roleIds': ['%s']".formatted(FARM.organization, ROLE_HERE));
    SEEN =
        new FarmPerson(
                ("'organizationIds': ['%s', '%s'], 'roleIds': ['%s', '%s'], 'phone':"
                        + " '+38640123456', 'timezone': 'Europe/Ljubljana', 'preferredLanguage':"
                        + " 'sl', 'x-note': 'secret'")
                    .formatted(ELSEWHERE, FARM.organization, ROLE_ELSEWHERE, ROLE_HERE))
            .on(FARM, "WORKER");
    SEEN.read("/v1/users/" + SEEN.id);
  }

  private static void role(UUID id, UUID organization) {
    TestFarm.system(
        "Role",
        id,
        "{'name': 'Desk', 'code': 'DESK_%s', 'organizationId': '%s', 'permissions': ['user:read', 'user:update', 'auditLog:read']}"
            .formatted(
                id.toString().substring(0, 8).toUpperCase(java.util.Locale.ROOT), organization));
  }

  private static final List<String> SECRETS =
      List.of(
          SEEN.email,
          SEEN.subject,
          "+38640123456",
          "Europe/Ljubljana",
          "secret",
          "\"status\"",
          "preferredLanguage",
          "issuer",
          "lastSignInAt",
          ELSEWHERE.toString(),
          ROLE_ELSEWHERE.toString());

  /**
   * Checks the view of a member of the farm or the organization: the name and the entries of the
   * organization.
   */
  private static void showsALittle(JsonNode person) {
    assertThat(person.path("displayName").asText()).isEqualTo("Somebody");
    assertThat(person.path("organizationIds"))
        .extracting(JsonNode::asText)
        .containsExactly(FARM.organization.toString());
    assertThat(person.path("roleIds"))
        .extracting(JsonNode::asText)
        .containsExactly(ROLE_HERE.toString());
    assertThat(person.toString()).doesNotContain(SECRETS);
    assertThat(person.has("createdAt") && person.has("updatedAt") && person.has("originType"))
        .isTrue();
  }

  private static void showsAll(JsonNode person) {
    assertThat(person.path("email").asText()).isEqualTo(SEEN.email);
    assertThat(person.path("subject").asText()).isEqualTo(SEEN.subject);
    assertThat(person.path("status").asText()).isEqualTo("ACTIVE");
    assertThat(person.path("phone").asText()).isEqualTo("+38640123456");
    assertThat(person.path("organizationIds")).hasSize(2);
    assertThat(person.path("roleIds")).hasSize(2);
  }

  private static List<FarmPerson> around() {
    return List.of(OWNER, AUDITOR, COLLEAGUE);
  }

  private static JsonNode seenIn(List<JsonNode> items) {
    return items.stream()
        .filter(item -> item.path("id").asText().equals(SEEN.id.toString()))
        .findFirst()
        .orElseThrow();
  }

  private static ObjectNode byAdministrator(String path) {
    HttpResponse<String> answer = TestFarm.send("admin", "GET", path, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.parseObject(answer.body());
  }

  @Test
  void otherMembersSeeTheNameAndTheEntriesOfTheirOrganization() {
    for (FarmPerson reader : around()) {
      showsALittle(reader.read("/v1/users/" + SEEN.id));
      showsALittle(seenIn(reader.items("/v1/users?limit=1000")));
    }
    assertThat(NEIGHBOUR.get("/v1/users/" + SEEN.id).statusCode()).isEqualTo(403);
    assertThat(NEIGHBOUR.get("/v1/users?limit=1000").body()).doesNotContain(SEEN.id.toString());
  }

  @Test
  void thePersonAndAdministratorsSeeTheWholeRecord() {
    showsAll(SEEN.read("/v1/users/" + SEEN.id));
    showsAll(seenIn(SEEN.items("/v1/users?limit=1000")));
    showsAll(byAdministrator("/v1/users/" + SEEN.id));
    showsAll(byAdministrator("/v1/users?subject=" + SEEN.subject).path("items").path(0));
  }

  @Test
  void linkedDataShowsNoMoreAttributes() {
    for (FarmPerson reader : around()) {
      String accept = "application/ld+json";
      showsALittle(Json.parseObject(reader.get("/v1/users/" + SEEN.id, "Accept", accept).body()));
      ObjectNode page = Json.parseObject(reader.get("/v1/users", "Accept", accept).body());
      List<JsonNode> items = new ArrayList<>();
      page.path("items").forEach(items::add);
      showsALittle(seenIn(items));
    }
  }

  @Test
  void responsesToWritesShowNoMoreAttributes() {
    ObjectNode seen = (ObjectNode) COLLEAGUE.read("/v1/users/" + SEEN.id);
    HttpResponse<String> patched =
        COLLEAGUE.send("PATCH", "/v1/users/" + SEEN.id, "{'displayName': 'Somebody'}");
    showsLittleOrRefuses(patched);
    showsLittleOrRefuses(COLLEAGUE.send("PUT", "/v1/users/" + SEEN.id, seen.toString()));
    HttpResponse<String> outbox =
        COLLEAGUE.send(
            "POST",
            "/v1/$batch",
            "{'operations': [{'method': 'PATCH', 'path': '/users/%s', 'body': {'displayName': 'Somebody'}}]}"
                .formatted(SEEN.id));
    assertThat(outbox.statusCode()).as(outbox.body()).isEqualTo(200);
    JsonNode result = Json.parseObject(outbox.body()).at("/results/0");
    assertThat(result.at("/body/email").isMissingNode()).isTrue();
    assertThat(result.path("body").toString()).doesNotContain(SECRETS);
  }

  private static void showsLittleOrRefuses(HttpResponse<String> answer) {
    if (answer.statusCode() == 200) {
      showsALittle(Json.parseObject(answer.body()));
    } else {
      assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
      assertThat(answer.body()).doesNotContain(SEEN.email, SEEN.subject, "+38640123456");
    }
  }

  @Test
  void theETagIsTheSameForAllReadersAndResponsesArePrivate() {
    HttpResponse<String> own = SEEN.get("/v1/users/" + SEEN.id);
    for (FarmPerson reader : around()) {
      HttpResponse<String> other = reader.get("/v1/users/" + SEEN.id);
      assertThat(RecordEndpointsClient.header(other, "ETag"))
          .isEqualTo(RecordEndpointsClient.header(own, "ETag"));
      assertThat(RecordEndpointsClient.header(other, "Cache-Control")).contains("private");
      assertThat(RecordEndpointsClient.header(other, "Vary")).contains("Authorization");
    }
  }

  @Test
  void aFilterCannotUseHiddenAttributes() {
    List<String> hidden =
        List.of(
            "email=" + SEEN.email,
            "subject=" + SEEN.subject,
            "status=ACTIVE",
            "organizationIds=" + ELSEWHERE,
            "roleIds=" + ROLE_ELSEWHERE);
    for (String filter : hidden) {
      String path = "/v1/users?limit=1000&" + filter;
      for (FarmPerson reader : around()) {
        assertThat(reader.get(path).body()).as(path).doesNotContain(SEEN.id.toString());
      }
      assertThat(SEEN.get(path).body()).as(path).contains(SEEN.id.toString());
      assertThat(byAdministrator(path + "&originType=SYSTEM").path("items")).isNotEmpty();
    }
    for (FarmPerson reader : around()) {
      ObjectNode none = (ObjectNode) reader.read("/v1/users?limit=1&email=" + SEEN.email);
      assertThat(none.path("items")).isEmpty();
      assertThat(none.path("hasMore").asBoolean()).isFalse();
      seenIn(reader.items("/v1/users?organizationIds=" + FARM.organization));
      seenIn(reader.items("/v1/users?roleIds=" + ROLE_HERE));
      seenIn(reader.items("/v1/users?originType=SYSTEM&limit=1000"));
    }
  }

  @Test
  void theChangeStreamShowsNoMoreAttributes() throws Exception {
    try (var events = new ChangeEvents(OWNER.bearer(), "collections=users")) {
      String page = events.first(data -> data.contains(SEEN.id.toString()));
      assertThat(page).doesNotContain(SECRETS.subList(0, 5));
      List<JsonNode> items = new ArrayList<>();
      Json.parseObject(page).path("items").forEach(items::add);
      showsALittle(seenIn(items));
    }
  }

  @Test
  void referencesToAPersonCanBeUsedAsFilters() {
    UUID worker = UUID.randomUUID();
    TestFarm.system(
        "Worker",
        worker,
        "{'farmId': '%s', 'name': 'Somebody', 'userId': '%s'}".formatted(FARM.farm, SEEN.id));
    assertThat(OWNER.items("/v1/workers?userId=" + SEEN.id)).hasSize(1);
    assertThat(OWNER.items("/v1/access-assignments?userId=" + SEEN.id)).hasSize(1);
  }

  private static UUID invitedBy(FarmPerson inviter, String email) {
    return inviter.creates(FARM, email);
  }

  @Test
  void theInviterSeesTheAddressUntilTheInvitedUserSignsIn() {
    String email = "new-" + UUID.randomUUID() + "@glebe.example";
    UUID id = invitedBy(OWNER, email);
    assertThat(OWNER.read("/v1/users/" + id).path("email").asText()).isEqualTo(email);
    assertThat(OWNER.items("/v1/users?email=" + email)).hasSize(1);
    assertThat(AUDITOR.read("/v1/users/" + id).has("email")).isFalse();
    assertThat(AUDITOR.items("/v1/users?email=" + email)).isEmpty();
    assertThat(OWNER.invite(FARM, email, "VIEWER")).isEqualTo(id);
    assertThat(OWNER.read("/v1/users/" + id).path("email").asText()).isEqualTo(email);
    TestFarm.patchBySystem("User", id, "{'subject': 's-%s', 'status': 'ACTIVE'}".formatted(id));
    assertThat(OWNER.read("/v1/users/" + id).has("email")).isFalse();
    assertThat(OWNER.items("/v1/users?email=" + email)).isEmpty();
  }

  @Test
  void theInviterDoesNotSeeEntriesOfOtherOrganizations() {
    String email = "engaged-" + UUID.randomUUID() + "@glebe.example";
    String user = "/v1/users/" + invitedBy(OWNER, email);
    FarmPerson other = new FarmPerson();
    TestFarm business = new TestFarm(other.subject);
    other.invite(business, email, "WORKER");
    UUID secret = UUID.randomUUID();
    role(secret, business.organization);
    HttpResponse<String> put =
        other.send(
            "PATCH",
            user,
            "{'organizationIds': ['%s'], 'roleIds': ['%s']}"
                .formatted(business.organization, secret));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
    assertThat(OWNER.read(user).toString())
        .doesNotContain(business.organization.toString(), secret.toString());
    assertThat(OWNER.items("/v1/users?roleIds=" + secret)).isEmpty();
    assertThat(OWNER.items("/v1/users?organizationIds=" + business.organization)).isEmpty();
    assertThat(other.items("/v1/users?roleIds=" + secret)).hasSize(1);
  }

  @Test
  void aPlatformRoleIsHiddenFromOtherUsers() {
    UUID role = UUID.randomUUID();
    TestFarm.system(
        "Role",
        role,
        "{'name': 'Curator', 'code': 'CURATOR_%s', 'permissions': ['dataType:read']}"
            .formatted(role.toString().substring(0, 8).toUpperCase(java.util.Locale.ROOT)));
    FarmPerson curator = new FarmPerson("'roleIds': ['" + role + "']").on(FARM, "WORKER");
    assertThat(OWNER.read("/v1/users/" + curator.id).has("roleIds")).isFalse();
    assertThat(OWNER.get("/v1/users?roleIds=" + role).body()).doesNotContain(curator.id.toString());
    assertThat(curator.read("/v1/users/" + curator.id).path("roleIds")).hasSize(1);
  }

  @Test
  void onlyThePersonAndAdministratorsSeeTheLastSignIn() {
    FarmPerson reader = new FarmPerson().on(FARM, "OWNER");
    TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(
            "insert into record.sign_in (user_id, at) values ($1, '2026-05-01T08:00:00Z')",
            reader.id)
        .await();
    String path = "/v1/users/" + reader.id;
    assertThat(reader.read(path).path("lastSignInAt").asText()).isEqualTo("2026-05-01T08:00:00Z");
    assertThat(byAdministrator(path).path("lastSignInAt").asText())
        .isEqualTo("2026-05-01T08:00:00Z");
    assertThat(byAdministrator("/v1/users?subject=" + reader.subject).at("/items/0/lastSignInAt"))
        .isEqualTo(reader.read(path).path("lastSignInAt"));
    assertThat(OWNER.read(path).has("lastSignInAt")).isFalse();
  }
}
