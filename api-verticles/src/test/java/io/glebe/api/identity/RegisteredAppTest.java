package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.DevClient;
import io.glebe.api.farm.TestFarm;
import io.glebe.api.registry.StoreClient;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An app from its registration to its first API call and to its withdrawal. */
class RegisteredAppTest extends OidcFlow {
  private final StoreClient store = new StoreClient();
  private TestApp registered = app;

  @Override
  TestApp app() {
    return registered;
  }

  /** Registers an app with two scopes, has it approved and waits for its client. */
  private String approved() {
    TestApp keys = TestApp.withNamedKey("app");
    ObjectNode manifest = manifest(StoreClient.name(), keys);
    String path = store.approved(manifest);
    registered = keys.named(store.app(path).path("clientId").asText());
    awaitClient(path, "ENABLED");
    return path;
  }

  private static ObjectNode manifest(String name, TestApp keys) {
    ObjectNode manifest = StoreClient.manifest(name, StoreClient.pair(), "farm-read");
    manifest.set("publicKeys", Json.parseObject(keys.jwks()).path("keys"));
    manifest.putArray("redirectUris").add(TestApp.REDIRECT.toString());
    return manifest;
  }

  private void awaitClient(String path, String state) {
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> assertThat(store.app(path).at("/client/state").asText()).isEqualTo(state));
  }

  private String apiToken(ObjectNode login) {
    HttpResponse<String> answer = token(exchange(login, "farm-api", "farm-read"));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Browser.json(answer).path("access_token").asText();
  }

  private static HttpResponse<String> get(String bearer, String path) {
    return TestPlatform.shared()
        .send(
            HttpRequest.newBuilder(TestPlatform.shared().uri(path))
                .header("Authorization", "Bearer " + bearer));
  }

  private static int read(String bearer) {
    return get(bearer, "/v1/farms").statusCode();
  }

  @Test
  void anApprovedAppSignsAPersonInAndCallsTheApi() {
    approved();
    DevClient client = identity.clients().find(registered.id()).orElseThrow();
    assertThat(client.access()).isEqualTo(DevClient.Access.PRIVATE_KEY_JWT);
    assertThat(client.trusted()).as("needs consent").isFalse();
    TestFarm farm = new TestFarm("owner");
    ObjectNode login = login("owner", "openid farm-read");
    String bearer = apiToken(login);
    assertThat(read(bearer)).isEqualTo(200);
    assertThat(Browser.json(get(bearer, "/v1/farms/" + farm.farm)).path("id").asText())
        .isEqualTo(farm.farm.toString());
  }

  @Test
  void anAppWithSeveralKeysWithoutIdSignsWithAnyOfThem() {
    TestApp one = new TestApp("one");
    TestApp other = new TestApp("other");
    ObjectNode manifest = manifest(StoreClient.name(), one);
    manifest.withArray("publicKeys").add(Json.parseObject(other.jwks()).at("/keys/0"));
    String path = store.approved(manifest);
    awaitClient(path, "ENABLED");
    String clientId = store.app(path).path("clientId").asText();
    registered = one.named(clientId);
    assertThat(read(apiToken(login("owner", "openid farm-read")))).isEqualTo(200);
    registered = other.named(clientId);
    String code = Browser.returned(authorize(request("openid farm-read"))).get("code");
    assertThat(token(redemption(code)).statusCode()).isEqualTo(200);
  }

  @Test
  void anAppHasTheScopesAddressesAndGrantsOfItsManifestOnly() {
    approved();
    assertThat(Browser.returned(authorize(request("openid farm-read farm-write"))))
        .containsEntry("error", "invalid_scope");
    Map<String, String> elsewhere = request("openid farm-read");
    elsewhere.put("redirect_uri", "https://app.example/other");
    assertThat(authorize(elsewhere).statusCode()).isEqualTo(400);
    Map<String, String> implicit = request("openid farm-read");
    implicit.put("response_type", "token");
    assertThat(Browser.returned(authorize(implicit)))
        .containsEntry("error", "unsupported_response_type");
    Map<String, String> plain = request("openid farm-read");
    plain.put("code_challenge_method", "plain");
    assertThat(Browser.returned(authorize(plain))).containsEntry("error", "invalid_request");
    isError(
        token(Map.of("grant_type", "password", "username", "owner", "password", "x")),
        400,
        "unsupported_grant_type");
    isError(
        token(Map.of("grant_type", "client_credentials", "scope", "farm-read")),
        400,
        "unauthorized_client");
  }

  @Test
  void aPersonTakesTheConsentBack() {
    approved();
    ObjectNode login = login("owner", "openid farm-read");
    apiToken(login);
    Map<String, String> again = request("openid farm-read");
    again.put("prompt", "consent");
    HttpResponse<String> page = authorize(again);
    HttpResponse<String> back =
        browser.post(
            URI.create(issuer + "/authorize"),
            Map.of("transaction", Browser.transaction(page), "deny", "true"));
    assertThat(Browser.returned(back)).containsEntry("error", "access_denied");
    isError(token(exchange(login, "farm-api", "farm-read")), 400, "access_denied");
    assertThat(authorize(request("openid farm-read")).statusCode()).as("asks again").isEqualTo(200);
    apiToken(login("owner", "openid farm-read"));
    apiToken(login);
  }

  @Test
  void aSignInThatBeganBeforeANewVersionEndsWithIt() {
    String path = approved();
    HttpResponse<String> page = authorize(request("openid farm-read"));
    TestApp keys = TestApp.withNamedKey("moved");
    ObjectNode elsewhere = manifest(store.app(path).path("name").asText(), keys);
    elsewhere.putArray("redirectUris").add("https://elsewhere.example/callback");
    String version = store.addVersion(path, elsewhere);
    store.submit(version);
    store.approve(version);
    await()
        .until(
            () ->
                identity.clients().find(registered.id()).stream()
                    .noneMatch(client -> client.redirects().contains(TestApp.REDIRECT)));

    HttpResponse<String> back =
        browser.post(
            URI.create(issuer + "/authorize"),
            Map.of("transaction", Browser.transaction(page), "user", "owner"));

    assertThat(back.statusCode()).isEqualTo(400);
    assertThat(back.headers().firstValue("Location")).isEmpty();
  }

  @Test
  void anAddressOfARequestThatCannotBeQuotedIsRefused() {
    approved();
    Map<String, String> request = request("openid");
    request.put("request_uri", "{\"a\":1}\r\n");
    assertThat(Browser.returned(authorize(request))).containsEntry("error", "invalid_request");
  }

  @Test
  void aNewVersionReplacesTheKeys() {
    String path = approved();
    TestApp former = registered;
    TestApp keys = TestApp.withNamedKey("next");
    String name = store.app(path).path("name").asText();
    String version = store.addVersion(path, manifest(name, keys));
    store.submit(version);
    login("owner", "openid farm-read");
    store.approve(version);
    awaitClient(path, "ENABLED");
    registered = keys.named(former.id());
    String code = Browser.returned(authorize(request("openid farm-read"))).get("code");
    assertThat(token(redemption(code)).statusCode()).as("signs with the new key").isEqualTo(200);
    registered = former;
    isError(
        token(Map.of("grant_type", "client_credentials", "scope", "farm-read")),
        401,
        "invalid_client");
  }

  @Test
  void withdrawalEndsSignInsAndTokensOnEveryProcess() {
    String path = approved();
    ObjectNode login = login("owner", "openid farm-read");
    String bearer = apiToken(login);
    IdentityModule second =
        TestPlatform.identityOfAnotherNode(
            TestPlatform.shared().platform(), TestPlatform.shared().platform().settings());
    assertThat(status(second, bearer)).isEqualTo(200);
    store.withdraw(path);
    assertThat(read(bearer)).as("at once where it was withdrawn").isEqualTo(401);
    await()
        .atMost(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(status(second, bearer)).isEqualTo(401));
    awaitClient(path, "DISABLED");
    isError(token(refresh(login.path("refresh_token").asText())), 401, "invalid_client");
    isError(token(exchange(login, "farm-api", "farm-read")), 401, "invalid_client");
    assertThat(authorize(request("openid farm-read")).statusCode()).isEqualTo(400);
    assertThat(
            status(
                TestPlatform.identityOfAnotherNode(
                    TestPlatform.shared().platform(), TestPlatform.shared().platform().settings()),
                bearer))
        .as("also by a process that starts later")
        .isEqualTo(401);
  }

  private static int status(IdentityModule node, String bearer) {
    try {
      node.callers().authenticate(bearer, "farm-api").await();
      return 200;
    } catch (Problem problem) {
      return problem.status();
    }
  }

  @Test
  void anAppThatNobodyApprovedHasNoClient() {
    String path = store.register(StoreClient.manifest());
    store.submit(path + "/versions/1");
    String client = store.app(path).path("clientId").asText();
    assertThat(identity.clients().find(client)).isEmpty();
    assertThat(identity.clients().find("ext-" + UUID.randomUUID())).isEmpty();
  }
}
