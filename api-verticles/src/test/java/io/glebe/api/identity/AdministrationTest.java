package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.TokenEndpoint;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.problem.Problem;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AdministrationTest {
  private final TestPlatform platform = TestPlatform.shared();
  private final IdentityModule identityModule = platform.platform().identity();
  private final Browser browser = new Browser();

  private String token(String user, String scope) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", TokenEndpoint.DEVELOPMENT_GRANT);
    form.put("user", user);
    form.put("scope", scope);
    HttpResponse<String> answer = browser.post(platform.uri("/dev/identity/token"), form);
    return Browser.json(answer).path("access_token").asText();
  }

  private HttpResponse<String> send(String user, String method, String path, String body) {
    return sendWith(token(user, "farm-read farm-write"), method, path, body);
  }

  private HttpResponse<String> sendWith(String bearer, String method, String path, String body) {
    return browser.send(
        HttpRequest.newBuilder(platform.uri(path))
            .header("Authorization", "Bearer " + bearer)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"'))));
  }

  private int status(String bearer, String audience) {
    try {
      identityModule.callers().authenticate(bearer, audience).await();
      return 200;
    } catch (Problem problem) {
      return problem.status();
    }
  }

  private ObjectNode newToken(String subject) {
    HttpResponse<String> answer =
        send(
            "admin",
            "POST",
            "/v1/admin/tokens",
            "{'name': 'a script', 'subject': '%s', 'audiences': ['spatio-api'], 'scopes':"
                    .formatted(subject)
                + " ['spatio-read']}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    assertThat(answer.headers().firstValue("Location")).isPresent();
    return Browser.json(answer);
  }

  @Test
  void onlyAdministratorsReadTheHealthOfTheParts() {
    HttpResponse<String> answer = send("admin", "GET", "/v1/admin/health", "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    var report = Browser.json(answer);
    assertThat(report.path("ready").asBoolean()).isTrue();
    assertThat(report.path("parts").path("database").asText()).isEqualTo("ready");
    assertThat(report.path("gauges").findValuesAsText("name"))
        .contains("glebe_record_writes_waiting");
    assertThat(send("owner", "GET", "/v1/admin/health", "").statusCode()).isEqualTo(403);
  }

  @Test
  void aHashedTokenIsShownOnceAndActsForItsUserAtItsApi() {
    ObjectNode made = newToken("viewer");
    String secret = made.path("token").asText();
    Caller caller = identityModule.callers().authenticate(secret, "spatio-api").await();
    assertThat(caller.subject()).isEqualTo("viewer");
    assertThat(caller.userId()).isPresent();
    assertThat(caller.scopes()).containsExactly("spatio-read");
    assertThat(status(secret, "farm-api")).isEqualTo(401);
    HttpResponse<String> list = send("admin", "GET", "/v1/admin/tokens", "");
    assertThat(list.body()).contains(made.path("id").asText()).doesNotContain(secret);
    var stored =
        platform
            .platform()
            .infrastructure()
            .database()
            .query("select t::text from identity.hashed_token t")
            .await();
    stored.forEach(row -> assertThat(row.getString(0)).doesNotContain(secret));
  }

  @Test
  void aMisspeltMemberMakesNoTokenWithoutAnEndAndNoAccount() {
    String token =
        "{'name': 'a script', 'subject': 'viewer', 'audiences': ['spatio-api'], 'scopes':"
            + " ['spatio-read'], 'expires_at': '2100-01-01T00:00:00Z'}";
    HttpResponse<String> refused = send("admin", "POST", "/v1/admin/tokens", token);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(Browser.json(refused).at("/violations/0/pointer").asText()).isEqualTo("/expires_at");
    assertThat(Browser.json(refused).at("/violations/0/detail").asText())
        .isEqualTo("expires_at is no member of a token; did you mean expiresAt?");

    String account = "/v1/admin/service-accounts/misspelt";
    String body = "{'password': 'a password that is long', 'scopes': [], 'scope': ['sensor-read']}";
    HttpResponse<String> noAccount = send("admin", "PUT", account, body);
    assertThat(noAccount.statusCode()).as(noAccount.body()).isEqualTo(422);
    assertThat(noAccount.body()).contains("did you mean scopes?");
  }

  /** A token of an app that acts for a person. */
  private String appOf(String user) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", TokenEndpoint.DEVELOPMENT_GRANT);
    form.put("user", user);
    form.put("scope", "farm-read farm-write");
    form.put("client", "ext-" + UUID.randomUUID());
    return Browser.json(browser.post(platform.uri("/dev/identity/token"), form))
        .path("access_token")
        .asText();
  }

  @Test
  void aRegisteredAppGivesNobodyRightsOnThePlatform() {
    String app = appOf("admin");
    TestFarm farm = new TestFarm("owner");
    farm.assign("viewer", "ADVISER");
    UUID viewer = TestFarm.person("viewer");
    String id = UUID.randomUUID().toString();
    String role =
        "{'id': '%s', 'originType': 'USER', 'name': 'Mine', 'permissions': ['field:read']}"
            .formatted(id);
    String access =
        "{'id': '%s', 'originType': 'USER', 'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(id, viewer, farm.farm, TestFarm.role("VIEWER"));
    String moved = "{'organizationId': '%s'}".formatted(new TestFarm("neighbour").organization);
    String owner = appOf("owner");
    String own = "/v1/users/" + TestFarm.person("owner");
    String given = "{'%s': ['%s']}";
    List<HttpResponse<String>> answers =
        List.of(
            sendWith(app, "PUT", "/v1/roles/" + id, role),
            sendWith(app, "PATCH", "/v1/users/" + viewer, "{'roleIds': []}"),
            sendWith(app, "PATCH", "/v1/users/" + viewer, "{'email': 'a@example.org'}"),
            sendWith(app, "DELETE", "/v1/users/" + viewer, ""),
            sendWith(app, "PUT", "/v1/access-assignments/" + id, access),
            sendWith(owner, "PUT", "/v1/access-assignments/" + id, access),
            sendWith(app, "PATCH", "/v1/farms/" + farm.farm, moved),
            sendWith(owner, "PATCH", own, given.formatted("roleIds", id)),
            sendWith(owner, "PATCH", own, given.formatted("organizationIds", id)));
    for (HttpResponse<String> answer : answers) {
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    }
    assertThat(answers.getFirst().body()).contains("a registered app may not do this");
    assertThat(sendWith(owner, "PATCH", own, "{'language': 'sl'}").statusCode()).isEqualTo(200);
  }

  @Test
  void namesOfAppsAndServicesGetNoTokenAndNoAccount() {
    String client = "ext-" + UUID.randomUUID();
    String token =
        "{'name': 'a script', 'subject': '%s', 'audiences': ['farm-api'], 'scopes': ['farm-read']}";
    String account = "{'password': 'a long enough password', 'scopes': ['sensor-read']}";
    assertThat(send("admin", "POST", "/v1/admin/tokens", token.formatted(client)).statusCode())
        .isEqualTo(422);
    for (String name : List.of(client, "svc-" + UUID.randomUUID())) {
      assertThat(send("admin", "PUT", "/v1/admin/service-accounts/" + name, account).statusCode())
          .isEqualTo(409);
    }
  }

  @Test
  void aRegisteredAppMakesNothingPublic() {
    TestFarm farm = new TestFarm("owner");
    String body =
        "{'id': 'shown-%s', 'title': 'Shown', 'farmId': '%s', 'access': 'public'}"
            .formatted(UUID.randomUUID(), farm.farm);
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", TokenEndpoint.DEVELOPMENT_GRANT);
    form.put("user", "owner");
    form.put("audience", "spatio-api");
    form.put("scope", "spatio-read spatio-write");
    form.put("client", "ext-" + UUID.randomUUID());
    String app =
        Browser.json(browser.post(platform.uri("/dev/identity/token"), form))
            .path("access_token")
            .asText();

    HttpResponse<String> answer = sendWith(app, "POST", "/api/v2/collections", body);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    assertThat(answer.body()).contains("a registered app may not do this");
  }

  @Test
  void aRegisteredAppAdministersForNobody() {
    String app = appOf("admin");
    String token =
        "{'name': 'kept', 'subject': 'owner', 'audiences': ['farm-api'], 'scopes': ['farm-read']}";
    String account = "{'password': 'a long enough password', 'scopes': ['sensor-read']}";
    String user = "/v1/admin/users/" + UUID.randomUUID();
    List<HttpResponse<String>> answers =
        List.of(
            sendWith(app, "POST", "/v1/admin/tokens", token),
            sendWith(app, "GET", "/v1/admin/tokens", ""),
            sendWith(app, "PUT", "/v1/admin/service-accounts/app-made", account),
            sendWith(app, "PATCH", user, "{'subject': 'somebody'}"));
    for (HttpResponse<String> answer : answers) {
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
      assertThat(answer.body()).contains("a registered app may not do this");
    }
  }

  @Test
  void aRevokedHashedTokenIsRefused() {
    ObjectNode made = newToken("viewer");
    String secret = made.path("token").asText();
    assertThat(status(secret, "spatio-api")).isEqualTo(200);
    String path = "/v1/admin/tokens/" + made.path("id").asText();
    assertThat(send("admin", "DELETE", path, "").statusCode()).isEqualTo(204);
    assertThat(status(secret, "spatio-api")).isEqualTo(401);
    String unknown = "/v1/admin/tokens/" + UUID.randomUUID();
    assertThat(send("admin", "DELETE", unknown, "").statusCode()).isEqualTo(404);
  }

  @Test
  void anUnknownUuidIsRefusedAsAToken() {
    assertThat(status(UUID.randomUUID().toString(), "spatio-api")).isEqualTo(401);
  }

  @Test
  void administrationRequiresAnAdministratorAndTheScope() {
    for (String user : new String[] {"owner", "manager", "viewer", "stranger"}) {
      assertThat(send(user, "GET", "/v1/admin/tokens", "").statusCode()).as(user).isEqualTo(403);
    }
    String readOnly = token("admin", "farm-read");
    assertThat(sendWith(readOnly, "GET", "/v1/admin/tokens", "").statusCode()).isEqualTo(200);
    assertThat(sendWith(readOnly, "DELETE", "/v1/admin/service-accounts/x", "").statusCode())
        .isEqualTo(403);
    HttpResponse<String> nobody =
        browser.send(HttpRequest.newBuilder(platform.uri("/v1/admin/tokens")));
    assertThat(nobody.statusCode()).isEqualTo(401);
    assertThat(nobody.headers().firstValue("WWW-Authenticate"))
        .hasValueSatisfying(
            challenge -> assertThat(challenge).startsWith("Bearer").doesNotContain("error"));
  }

  @Test
  void aTokenOfAnotherApiIsRefusedWithAChallenge() {
    HttpResponse<String> answer = sendWith("glebe-dev-token", "GET", "/v1/admin/tokens", "");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate"))
        .hasValueSatisfying(c -> assertThat(c).contains("error=\"invalid_token\""));
  }

  @Test
  void invalidRequestsListEveryViolation() {
    HttpResponse<String> answer =
        send("admin", "POST", "/v1/admin/tokens", "{'audiences': ['moon'], 'expiresAt': 'soon'}");
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(Browser.json(answer).path("violations").findValuesAsText("pointer"))
        .contains("/name", "/subject", "/audiences", "/scopes", "/expiresAt");
    HttpResponse<String> account =
        send("admin", "PUT", "/v1/admin/service-accounts/Bad%20Name", "{'password': 'short'}");
    assertThat(account.statusCode()).isEqualTo(422);
    assertThat(Browser.json(account).path("violations")).hasSize(3);
  }

  @Test
  void aTokenWithAnExpiryInThePastIsRefused() {
    HttpResponse<String> answer =
        send(
            "admin",
            "POST",
            "/v1/admin/tokens",
            "{'name': 'late', 'subject': 'viewer', 'audiences': ['spatio-api'], 'scopes':"
                + " ['spatio-read'], 'expiresAt': '2001-01-01T00:00:00Z'}");
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(Browser.json(answer).path("violations").findValuesAsText("pointer"))
        .containsExactly("/expiresAt");
  }

  @Test
  void aServiceAccountSignsInByPasswordAndGetsATokenByClientCredentials() {
    String name = "gateway-" + UUID.randomUUID().toString().substring(0, 8);
    String path = "/v1/admin/service-accounts/" + name;
    HttpResponse<String> made =
        send("admin", "PUT", path, "{'password': 'a long password', 'scopes': ['sensor-write']}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
    assertThat(made.body()).doesNotContain("argon2").doesNotContain("a long password");
    Caller caller = identityModule.accounts().signIn(name, "a long password").await();
    assertThat(caller.kind()).isEqualTo(CallerKind.DEVICE);
    assertThatThrownBy(() -> identityModule.accounts().signIn(name, "another").await())
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(401));
    assertThatThrownBy(() -> identityModule.accounts().signIn("nobody", "another").await())
        .isInstanceOf(Problem.class);
    String bearer = credentials(name, "a long password").path("access_token").asText();
    Caller byToken = identityModule.callers().authenticate(bearer, "sensor-api").await();
    assertThat(byToken.kind()).isEqualTo(CallerKind.DEVICE);
    assertThat(byToken.subject()).isEqualTo(name);
    assertThat(status(bearer, "farm-api")).isEqualTo(401);
    assertThat(credentials(name, "wrong").path("error").asText()).isEqualTo("invalid_client");
    assertThat(send("admin", "DELETE", path, "").statusCode()).isEqualTo(204);
    assertThat(status(bearer, "sensor-api")).as("its token ends with it").isEqualTo(401);
    assertThat(credentials(name, "a long password").path("error").asText())
        .isEqualTo("invalid_client");
  }

  @Test
  void aNewPasswordEndsTheTokensOfTheOldOne() {
    String name = "gateway-" + UUID.randomUUID().toString().substring(0, 8);
    String path = "/v1/admin/service-accounts/" + name;
    String order = "{'password': '%s', 'scopes': ['sensor-write']}";
    send("admin", "PUT", path, order.formatted("a long password"));
    String before = credentials(name, "a long password").path("access_token").asText();
    assertThat(status(before, "sensor-api")).isEqualTo(200);
    send("admin", "PUT", path, order.formatted("another long one"));
    assertThat(status(before, "sensor-api")).isEqualTo(401);
    String now = credentials(name, "another long one").path("access_token").asText();
    assertThat(status(now, "sensor-api")).isEqualTo(200);
    assertThat(send("admin", "DELETE", path, "").statusCode()).isEqualTo(204);
  }

  private ObjectNode credentials(String name, String password) {
    String basic =
        Base64.getEncoder()
            .encodeToString(
                (name + ":" + password.replace(" ", "+")).getBytes(StandardCharsets.UTF_8));
    URI endpoint = platform.uri("/dev/identity/token");
    return Browser.json(
        browser.send(
            HttpRequest.newBuilder(endpoint)
                .header("Authorization", "Basic " + basic)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials"))));
  }

  @Test
  void theDevelopmentProfileHasASensorAccount() {
    Caller sensor = identityModule.accounts().signIn("sensor", "sensor-dev-password").await();
    assertThat(sensor.scopes()).containsExactlyInAnyOrder("sensor-read", "sensor-write");
    assertThat(sensor.userId()).isPresent();
  }

  @Test
  void anAdministratorCreatesAUserThroughTheRecords() {
    String id = UUID.randomUUID().toString();
    String body =
        "{'id': '%s', 'displayName': 'New', 'subject': 'new-%s', 'status': 'ACTIVE', 'originType':"
            + " 'USER'}";
    HttpResponse<String> made = send("admin", "PUT", "/v1/users/" + id, body.formatted(id, id));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    String other = UUID.randomUUID().toString();
    HttpResponse<String> refused =
        send("viewer", "PUT", "/v1/users/" + other, body.formatted(other, other));
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
  }
}
