package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.glebe.api.devidentity.TokenEndpoint;
import io.glebe.core.access.CallerKind;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TokenEndpointTest extends OidcFlow {
  @Test
  void aCodeIsValidOnceAndOnlyWithItsVerifierAndRedirectUri() {
    String code = signIn("owner", "openid").get("code");
    assertThat(token(redemption(code)).statusCode()).isEqualTo(200);
    Map<String, String> otherVerifier =
        new LinkedHashMap<>(redemption(authorizedAgain().get("code")));
    otherVerifier.put("code_verifier", new CodeVerifier().getValue());
    isError(token(otherVerifier), 400, "invalid_grant");
    Map<String, String> otherAddress =
        new LinkedHashMap<>(redemption(authorizedAgain().get("code")));
    otherAddress.put("redirect_uri", "https://app.example/other");
    isError(token(otherAddress), 400, "invalid_grant");
    isError(token(redemption(code)), 400, "invalid_grant");
  }

  @Test
  void aReusedCodeRevokesItsTokens() {
    String code = signIn("owner", "openid farm-read").get("code");
    ObjectNode login = Browser.json(token(redemption(code)));
    String bearer =
        Browser.json(token(exchange(login, "farm-api", "farm-read"))).path("access_token").asText();
    assertThat(refusal(bearer, "farm-api")).isEqualTo(200);
    isError(token(redemption(code)), 400, "invalid_grant");
    isError(token(refresh(login.path("refresh_token").asText())), 400, "invalid_grant");
    isError(token(exchange(login, "farm-api", "farm-read")), 400, "invalid_grant");
    await().untilAsserted(() -> assertThat(refusal(bearer, "farm-api")).isEqualTo(401));
  }

  @Test
  void aUsedCodeFromAnotherAppRevokesNothing() {
    String code = signIn("owner", "openid farm-read").get("code");
    ObjectNode login = Browser.json(token(redemption(code)));
    TestApp other = new TestApp("ext-" + UUID.randomUUID());
    identity.clients().register(other.registration(Optional.empty()));
    Map<String, String> stolen = new LinkedHashMap<>(redemption(code));
    stolen.putAll(other.authentication(tokenEndpoint, claims -> {}));
    isError(browser.post(URI.create(tokenEndpoint), stolen), 400, "invalid_grant");
    assertThat(token(refresh(login.path("refresh_token").asText())).statusCode()).isEqualTo(200);
  }

  @Test
  void anExchangeReturnsOnlyAnAccessToken() {
    ObjectNode login = login("owner", "openid farm-read");
    Map<String, String> form = new LinkedHashMap<>(exchange(login, "farm-api", "farm-read"));
    form.put("requested_token_type", ACCESS_TOKEN);
    assertThat(token(form).statusCode()).isEqualTo(200);
    form.put("requested_token_type", "urn:ietf:params:oauth:token-type:refresh_token");
    isError(token(form), 400, "invalid_request");
    form.put("requested_token_type", ACCESS_TOKEN);
    form.put("actor_token", login.path("access_token").asText());
    form.put("actor_token_type", ACCESS_TOKEN);
    isError(token(form), 400, "invalid_request");
  }

  @TestFactory
  Stream<DynamicTest> badAssertionsAreInvalidClient() {
    Instant now = Instant.now();
    Map<String, Consumer<JWTClaimsSet.Builder>> bad = new LinkedHashMap<>();
    bad.put("another issuer", c -> c.issuer("ext-other"));
    bad.put("another subject", c -> c.subject("ext-other"));
    bad.put("audience is the issuer", c -> c.audience(issuer));
    bad.put("audience is a list of two", c -> c.audience(List.of(tokenEndpoint, "x")));
    bad.put("longer than a minute", c -> c.expirationTime(Date.from(now.plusSeconds(120))));
    bad.put("no iat", c -> c.issueTime(null));
    bad.put("no exp", c -> c.expirationTime(null));
    bad.put("no jti", c -> c.jwtID(null));
    bad.put(
        "expired",
        c ->
            c.issueTime(Date.from(now.minusSeconds(90)))
                .expirationTime(Date.from(now.minusSeconds(30))));
    bad.put(
        "from the future",
        c ->
            c.issueTime(Date.from(now.plusSeconds(30)))
                .expirationTime(Date.from(now.plusSeconds(60))));
    Map<String, String> form = Map.of("grant_type", "client_credentials", "scope", "farm-read");
    return bad.entrySet().stream()
        .map(
            e ->
                DynamicTest.dynamicTest(
                    e.getKey(), () -> isError(token(form, e.getValue()), 401, "invalid_client")));
  }

  @Test
  void anAssertionIsAcceptedOnceAndOnlyWithTheRegisteredKey() {
    Map<String, String> form =
        new LinkedHashMap<>(Map.of("grant_type", "client_credentials", "scope", "farm-read"));
    form.putAll(app.authentication(tokenEndpoint, claims -> {}));
    assertThat(browser.post(URI.create(tokenEndpoint), form).statusCode()).isEqualTo(200);
    isError(browser.post(URI.create(tokenEndpoint), form), 401, "invalid_client");
    TestApp impostor = new TestApp(app.id());
    form.putAll(impostor.authentication(tokenEndpoint, claims -> {}));
    isError(browser.post(URI.create(tokenEndpoint), form), 401, "invalid_client");
    form.keySet().removeIf(name -> name.startsWith("client_assertion"));
    isError(browser.post(URI.create(tokenEndpoint), form), 401, "invalid_client");
  }

  @Test
  void anAppWithoutAPersonIsAClientAndNotAUser() {
    ObjectNode answer =
        Browser.json(token(Map.of("grant_type", "client_credentials", "scope", "farm-read")));
    var caller =
        identityModule
            .callers()
            .authenticate(answer.path("access_token").asText(), "farm-api")
            .await();
    assertThat(caller.kind()).isEqualTo(CallerKind.CLIENT);
    assertThat(caller.subject()).isEqualTo(app.id());
    assertThat(caller.personId()).isEmpty();
    isError(
        token(Map.of("grant_type", "client_credentials", "scope", "sensor-write")),
        400,
        "invalid_scope");
  }

  @Test
  void refreshTokensRotateAndAReusedOneRevokesItsFamily() {
    ObjectNode login = login("worker", "openid farm-read");
    String first = login.path("refresh_token").asText();
    HttpResponse<String> refreshed = token(refresh(first));
    assertThat(refreshed.statusCode()).as(refreshed.body()).isEqualTo(200);
    String second = Browser.json(refreshed).path("refresh_token").asText();
    assertThat(second).isNotEqualTo(first);
    isError(token(refresh(first)), 400, "invalid_grant");
    isError(token(refresh(second)), 400, "invalid_grant");
  }

  @Test
  void aRefreshNeverAddsScopes() {
    String refresh = login("worker", "openid farm-read").path("refresh_token").asText();
    Map<String, String> wider = new LinkedHashMap<>(refresh(refresh));
    wider.put("scope", "openid farm-write");
    isError(token(wider), 400, "invalid_scope");
    assertThat(token(refresh(refresh)).statusCode()).as("the token was not used up").isEqualTo(200);
  }

  @Test
  void invalidExchangesGetTheirDocumentedErrors() {
    ObjectNode login = login("owner", "openid farm-read");
    isError(token(exchange(login, "farm-api", "farm-write")), 400, "access_denied");
    isError(token(exchange(login, "farm-api", "sensor-read")), 400, "invalid_scope");
    isError(token(exchange(login, "farm-api", "spatio-read")), 400, "invalid_scope");
    isError(token(exchange(login, "moon-api", "farm-read")), 400, "invalid_target");
    Map<String, String> wrongToken = new LinkedHashMap<>(exchange(login, "farm-api", "farm-read"));
    wrongToken.put("subject_token", login.path("id_token").asText());
    isError(token(wrongToken), 400, "invalid_grant");
    Map<String, String> wrongType = new LinkedHashMap<>(exchange(login, "farm-api", "farm-read"));
    wrongType.put("subject_token_type", "urn:ietf:params:oauth:token-type:id_token");
    isError(token(wrongType), 400, "invalid_request");
    Map<String, String> noAudience = new LinkedHashMap<>(exchange(login, "farm-api", "farm-read"));
    noAudience.remove("audience");
    isError(token(noAudience), 400, "invalid_request");
  }

  @Test
  void anApiTokenCannotBeExchangedAgain() {
    ObjectNode login = login("owner", "openid farm-read");
    ObjectNode api = Browser.json(token(exchange(login, "farm-api", "farm-read")));
    isError(token(exchange(api, "farm-api", "farm-read")), 400, "invalid_grant");
  }

  @Test
  void anAppCannotUseTheLoginTokenOfAnotherApp() {
    ObjectNode login = login("owner", "openid farm-read");
    TestApp other = new TestApp("ext-" + UUID.randomUUID());
    identity.clients().register(other.registration(Optional.empty()));
    Map<String, String> form = new LinkedHashMap<>(exchange(login, "farm-api", "farm-read"));
    form.putAll(other.authentication(tokenEndpoint, claims -> {}));
    isError(browser.post(URI.create(tokenEndpoint), form), 400, "invalid_grant");
  }

  @Test
  void unknownGrantsAndRepeatedParametersAreRefused() {
    isError(token(Map.of("grant_type", "password")), 400, "invalid_request");
    isError(token(Map.of("grant_type", "made-up")), 400, "unsupported_grant_type");
    isError(token(Map.of()), 400, "invalid_request");
    HttpResponse<String> twice =
        browser.send(
            HttpRequest.newBuilder(URI.create(tokenEndpoint))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "grant_type=client_credentials&scope=a&scope=b")));
    isError(twice, 400, "invalid_request");
  }

  @Test
  void theCommandLineGetsATokenOfAnyUserForAnyApi() {
    HttpResponse<String> answer =
        browser.post(
            URI.create(tokenEndpoint),
            Map.of(
                "grant_type", TokenEndpoint.DEVELOPMENT_GRANT,
                "user", "viewer",
                "client", "ext-shown",
                "audience", "spatio-api"));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    String bearer = Browser.json(answer).path("access_token").asText();
    var caller = identityModule.callers().authenticate(bearer, "spatio-api").await();
    assertThat(caller.subject()).isEqualTo("viewer");
    assertThat(caller.clientId()).contains("ext-shown");
    assertThat(caller.scopes()).containsExactlyInAnyOrder("spatio-read", "spatio-write");
  }
}
