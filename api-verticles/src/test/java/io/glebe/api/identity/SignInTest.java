package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SignInTest extends OidcFlow {
  @Test
  void discoveryListsTheEndpoints() {
    ObjectNode metadata =
        Browser.json(browser.get(URI.create(issuer + "/.well-known/openid-configuration")));
    assertThat(metadata.path("issuer").asText()).isEqualTo(issuer);
    assertThat(metadata.path("authorization_endpoint").asText()).startsWith(issuer);
    assertThat(metadata.path("token_endpoint").asText()).isEqualTo(tokenEndpoint);
    assertThat(metadata.path("jwks_uri").asText()).startsWith(issuer);
    assertThat(metadata.path("authorization_response_iss_parameter_supported").asBoolean())
        .isTrue();
  }

  @Test
  void thePublishedKeysContainNoPrivateParts() throws Exception {
    JWKSet keys = JWKSet.parse(browser.get(URI.create(issuer + "/jwks")).body());
    assertThat(keys.getKeys()).isNotEmpty().noneMatch(key -> key.isPrivate());
  }

  @Test
  void aPersonSignsInAndTheAppExchangesTheLoginForAnApiToken() throws Exception {
    Map<String, String> back = signIn("owner", "openid farm-read farm-write");
    assertThat(back).containsEntry("state", "state-1").containsEntry("iss", issuer);
    ObjectNode login = Browser.json(token(redemption(back.get("code"))));
    SignedJWT id = SignedJWT.parse(login.path("id_token").asText());
    JWKSet keys = JWKSet.parse(browser.get(URI.create(issuer + "/jwks")).body());
    assertThat(
            id.verify(new RSASSAVerifier(keys.getKeyByKeyId(id.getHeader().getKeyID()).toRSAKey())))
        .isTrue();
    assertThat(id.getJWTClaimsSet().getAudience()).containsExactly(app.id());
    assertThat(id.getJWTClaimsSet().getClaim("nonce")).isEqualTo("nonce-1");
    HttpResponse<String> answer = token(exchange(login, "farm-api", "farm-read"));
    ObjectNode api = Browser.json(answer);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(api.path("issued_token_type").asText()).isEqualTo(ACCESS_TOKEN);
    assertThat(api.path("expires_in").asInt()).isPositive();
    String bearer = api.path("access_token").asText();
    JWTClaimsSet claims = SignedJWT.parse(bearer).getJWTClaimsSet();
    assertThat(claims.getClaim("azp")).isEqualTo(app.id());
    assertThat(claims.getSubject()).isEqualTo("owner");
    assertThat(claims.getAudience()).containsExactly("farm-api");
    assertThat(claims.getClaim("scope")).isEqualTo("farm-read");
    assertThat(refusal(bearer, "farm-api")).isEqualTo(200);
    assertThat(refusal(bearer, "spatio-api")).isEqualTo(401);
  }

  @Test
  void aLoginTokenIsRefusedByEveryApi() {
    String bearer = login("owner", "openid farm-read").path("access_token").asText();
    assertThat(refusal(bearer, "farm-api")).isEqualTo(401);
    assertThat(refusal(bearer, "spatio-api")).isEqualTo(401);
  }

  @Test
  void aSecondSignInAsksNothingUnlessConsentIsRequired() {
    signIn("worker", "openid farm-read");
    assertThat(authorize(request("openid farm-read")).statusCode()).isEqualTo(302);
    assertThat(authorize(request("openid farm-read farm-write")).statusCode()).isEqualTo(200);
    Map<String, String> again = request("openid farm-read");
    again.put("prompt", "consent");
    assertThat(authorize(again).statusCode()).isEqualTo(200);
  }

  @Test
  void promptNoneReturnsAnErrorInsteadOfAPage() {
    Map<String, String> silent = request("openid farm-read");
    silent.put("prompt", "none");
    assertThat(Browser.returned(authorize(silent))).containsEntry("error", "login_required");
    signIn("worker", "openid");
    Map<String, String> back = Browser.returned(authorize(silent));
    assertThat(back).containsEntry("error", "consent_required").containsEntry("iss", issuer);
  }

  @Test
  void anAppMayRequireANewSignIn() throws Exception {
    signIn("worker", "openid farm-read");
    Map<String, String> fresh = request("openid farm-read");
    fresh.put("max_age", "3600");
    assertThat(authorize(fresh).statusCode()).isEqualTo(302);
    fresh.put("max_age", "0");
    assertThat(authorize(fresh).statusCode()).isEqualTo(200);
    fresh.put("prompt", "none");
    assertThat(Browser.returned(authorize(fresh))).containsEntry("error", "login_required");
  }

  @Test
  void signInsInTwoTabsOfOneBrowserAreIndependent() {
    HttpResponse<String> one = authorize(request("openid farm-read"));
    HttpResponse<String> two = authorize(request("openid farm-read"));
    for (HttpResponse<String> page : List.of(one, two)) {
      HttpResponse<String> back =
          browser.post(
              URI.create(issuer + "/authorize"),
              Map.of("transaction", Browser.transaction(page), "user", "worker"));
      assertThat(back.statusCode()).isEqualTo(302);
    }
  }

  private HttpResponse<String> endSession(Map<String, String> query) {
    return browser.get(URI.create(issuer + "/end_session?" + Browser.encoded(query)));
  }

  private boolean isSignedIn() {
    Map<String, String> silent = request("openid");
    silent.put("prompt", "none");
    return Browser.returned(authorize(silent)).containsKey("code");
  }

  @Test
  void signOutWithAnInvalidHintAsksFirst() {
    signIn("viewer", "openid");
    HttpResponse<String> page =
        endSession(
            Map.of("id_token_hint", "e30.e30.e30", "client_id", app.id(), "state", "\"><script>"));
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("Sign out?").doesNotContain("<script>");
    assertThat(isSignedIn()).isTrue();
  }

  @Test
  void signOutReturnsOnlyToTheRequestingApp() {
    for (String address : List.of(TestApp.REDIRECT.toString(), "https://evil.example/")) {
      signIn("viewer", "openid");
      Map<String, String> form = new LinkedHashMap<>();
      form.put("client_id", app.id());
      form.put("post_logout_redirect_uri", address);
      form.put("state", "bye");
      assertThat(endSession(form).body()).contains(app.id(), "bye", "Sign out?");
      form.put("confirm", "true");
      HttpResponse<String> out = browser.post(URI.create(issuer + "/end_session"), form);
      assertThat(isSignedIn()).isFalse();
      boolean own = address.equals(TestApp.REDIRECT.toString());
      assertThat(out.statusCode()).isEqualTo(own ? 302 : 200);
      assertThat(out.headers().firstValue("Location").isPresent()).isEqualTo(own);
    }
  }

  @Test
  void aHintOfAnotherAppGivesNoRedirect() {
    ObjectNode login = login("viewer", "openid");
    TestApp other = new TestApp("ext-" + UUID.randomUUID());
    identity.clients().register(other.registration(Optional.empty()));
    HttpResponse<String> out =
        endSession(
            Map.of("id_token_hint", login.path("id_token").asText(), "client_id", other.id()));
    assertThat(out.statusCode()).isEqualTo(400);
    assertThat(isSignedIn()).isTrue();
  }

  @Test
  void aRefusedConsentRedirectsWithAccessDenied() {
    HttpResponse<String> page = authorize(request("openid farm-read"));
    HttpResponse<String> back =
        browser.post(
            URI.create(issuer + "/authorize"),
            Map.of("transaction", Browser.transaction(page), "deny", "true"));
    assertThat(Browser.returned(back))
        .containsEntry("error", "access_denied")
        .containsEntry("state", "state-1");
  }

  @Test
  void theDecisionIsAcceptedOnlyFromTheBrowserThatGotThePage() {
    HttpResponse<String> page = authorize(request("openid farm-read"));
    HttpResponse<String> forged =
        new Browser()
            .post(
                URI.create(issuer + "/authorize"),
                Map.of("transaction", Browser.transaction(page), "user", "owner"));
    assertThat(forged.statusCode()).isEqualTo(400);
  }

  @TestFactory
  Stream<DynamicTest> requestsWithAWrongAddressNeverRedirect() {
    return Stream.of(
            Map.entry("redirect_uri", "https://app.example/callback"),
            Map.entry("redirect_uri", "https://app.example/callback?fixed=1&more=2"),
            Map.entry("redirect_uri", "https://APP.example/callback?fixed=1"),
            Map.entry("redirect_uri", "HTTPS://app.example/callback?fixed=1"),
            Map.entry("redirect_uri", "https://app.example/call%62ack?fixed=1"),
            Map.entry("redirect_uri", "https://evil.example/"),
            Map.entry("redirect_uri", ":::"),
            Map.entry("client_id", "ext-unknown"))
        .map(
            change ->
                DynamicTest.dynamicTest(
                    change.toString(),
                    () -> {
                      Map<String, String> query = request("openid farm-read");
                      query.put(change.getKey(), change.getValue());
                      HttpResponse<String> answer = authorize(query);
                      assertThat(answer.statusCode()).isEqualTo(400);
                      assertThat(answer.headers().firstValue("Location")).isEmpty();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> faultyRequestsGoBackWithTheirError() {
    return Stream.of(
            List.of("scope", "openid farm-read unknown-scope", "invalid_scope"),
            List.of("scope", "openid sensor-read", "invalid_scope"),
            List.of("scope", "farm-read", "invalid_request"),
            List.of("response_type", "token", "unsupported_response_type"),
            List.of("code_challenge_method", "plain", "invalid_request"),
            List.of("code_challenge", "", "invalid_request"),
            List.of("response_mode", "fragment", "invalid_request"),
            List.of("code_challenge", "short", "invalid_request"),
            List.of("request", "eyJhbGciOiJub25lIn0.e30.", "request_not_supported"),
            List.of("request_uri", "https://app.example/r", "request_uri_not_supported"))
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c.toString(),
                    () -> {
                      Map<String, String> query = request("openid farm-read");
                      query.put(c.get(0), c.get(1));
                      if (c.get(1).isEmpty()) {
                        query.remove(c.get(0));
                        query.remove("code_challenge_method");
                      }
                      HttpResponse<String> answer = authorize(query);
                      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
                      String location = answer.headers().firstValue("Location").orElseThrow();
                      assertThat(location).contains("error=").contains("state=state-1");
                      assertThat(location).contains("error=" + c.get(2));
                    }));
  }

  @Test
  void signOutRevokesAllTokensAndNotifiesTheApp() throws Exception {
    List<String> posted = new CopyOnWriteArrayList<>();
    Vertx vertx = Vertx.vertx();
    try {
      HttpServer receiver =
          vertx
              .createHttpServer()
              .requestHandler(
                  request ->
                      request
                          .body()
                          .onSuccess(
                              body -> {
                                posted.add(body.toString());
                                request.response().end();
                              }))
              .listen(0, "127.0.0.1")
              .await();
      URI logout = URI.create("http://127.0.0.1:" + receiver.actualPort() + "/logout");
      identity.clients().register(app.registration(Optional.of(logout)));
      ObjectNode login = login("manager", "openid farm-read");
      String bearer =
          Browser.json(token(exchange(login, "farm-api", "farm-read")))
              .path("access_token")
              .asText();
      assertThat(refusal(bearer, "farm-api")).isEqualTo(200);
      HttpResponse<String> out =
          browser.get(
              URI.create(
                  issuer
                      + "/end_session?"
                      + Browser.encoded(
                          Map.of(
                              "id_token_hint", login.path("id_token").asText(),
                              "post_logout_redirect_uri", TestApp.REDIRECT.toString(),
                              "state", "bye"))));
      assertThat(out.headers().firstValue("Location")).contains(TestApp.REDIRECT + "&state=bye");
      isError(token(refresh(login.path("refresh_token").asText())), 400, "invalid_grant");
      isError(token(exchange(login, "farm-api", "farm-read")), 400, "invalid_grant");
      assertThat(refusal(bearer, "farm-api")).isEqualTo(401);
      await().untilAsserted(() -> assertThat(posted).hasSize(1));
      checkLogoutToken(posted.getFirst(), login);
    } finally {
      vertx.close().await();
    }
  }
}
