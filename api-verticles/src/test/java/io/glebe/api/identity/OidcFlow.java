package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.DevelopmentIdentity;
import io.glebe.core.problem.Problem;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;

/**
 * Base of the tests of the development identity: an app, a browser and the steps of the sign-in.
 */
abstract class OidcFlow {
  static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
  static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
  final IdentityModule identityModule = TestPlatform.shared().platform().identity();
  final DevelopmentIdentity identity =
      TestPlatform.shared().platform().developmentIdentity().orElseThrow();
  final String issuer = identity.issuer();
  final String tokenEndpoint = issuer + "/token";
  final Browser browser = new Browser();
  final CodeVerifier verifier = new CodeVerifier();
  final TestApp app = new TestApp("ext-" + UUID.randomUUID());

  @BeforeEach
  void register() {
    identity.clients().register(app.registration(Optional.empty()));
  }

  /** The app that signs a person in. */
  TestApp app() {
    return app;
  }

  Map<String, String> request(String scope) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", app().id());
    query.put("redirect_uri", TestApp.REDIRECT.toString());
    query.put("scope", scope);
    query.put("state", "state-1");
    query.put("nonce", "nonce-1");
    query.put(
        "code_challenge", CodeChallenge.compute(CodeChallengeMethod.S256, verifier).getValue());
    query.put("code_challenge_method", "S256");
    query.put("response_mode", "query");
    return query;
  }

  HttpResponse<String> authorize(Map<String, String> query) {
    return browser.get(URI.create(issuer + "/authorize?" + Browser.encoded(query)));
  }

  Map<String, String> signIn(String user, String scope) {
    HttpResponse<String> page = authorize(request(scope));
    assertThat(page.statusCode()).isEqualTo(200);
    HttpResponse<String> back =
        browser.post(
            URI.create(issuer + "/authorize"),
            Map.of("transaction", Browser.transaction(page), "user", user));
    assertThat(back.statusCode()).isEqualTo(302);
    return Browser.returned(back);
  }

  HttpResponse<String> token(Map<String, String> fields) {
    return token(fields, claims -> {});
  }

  HttpResponse<String> token(Map<String, String> fields, Consumer<JWTClaimsSet.Builder> change) {
    Map<String, String> form = new LinkedHashMap<>(fields);
    form.putAll(app().authentication(tokenEndpoint, change));
    return browser.post(URI.create(tokenEndpoint), form);
  }

  Map<String, String> redemption(String code) {
    return Map.of(
        "grant_type",
        "authorization_code",
        "code",
        code,
        "redirect_uri",
        TestApp.REDIRECT.toString(),
        "code_verifier",
        verifier.getValue());
  }

  ObjectNode login(String user, String scope) {
    HttpResponse<String> answer = token(redemption(signIn(user, scope).get("code")));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Browser.json(answer);
  }

  static Map<String, String> exchange(ObjectNode login, String audience, String scope) {
    return Map.of(
        "grant_type", EXCHANGE,
        "subject_token", login.path("access_token").asText(),
        "subject_token_type", ACCESS_TOKEN,
        "audience", audience,
        "scope", scope);
  }

  static void isError(HttpResponse<String> answer, int status, String error) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(Browser.json(answer).path("error").asText()).isEqualTo(error);
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
  }

  int refusal(String bearer, String audience) {
    try {
      identityModule.callers().authenticate(bearer, audience).await();
      return 200;
    } catch (Problem problem) {
      return problem.status();
    }
  }

  Map<String, String> authorizedAgain() {
    return Browser.returned(authorize(request("openid")));
  }

  static Map<String, String> refresh(String token) {
    return Map.of("grant_type", "refresh_token", "refresh_token", token);
  }

  void checkLogoutToken(String form, ObjectNode login) throws Exception {
    String token = URLDecoder.decode(form.split("=", 2)[1], StandardCharsets.UTF_8);
    JWTClaimsSet claims = SignedJWT.parse(token).getJWTClaimsSet();
    JWTClaimsSet id = SignedJWT.parse(login.path("id_token").asText()).getJWTClaimsSet();
    assertThat(claims.getIssuer()).isEqualTo(issuer);
    assertThat(claims.getAudience()).containsExactly(app.id());
    assertThat(claims.getClaim("sid")).isEqualTo(id.getClaim("sid"));
    assertThat(claims.getJWTID()).isNotBlank();
    assertThat(claims.getClaim("nonce")).isNull();
    assertThat(claims.getJSONObjectClaim("events"))
        .containsKey("http://schemas.openid.net/event/backchannel-logout");
    assertThat(refusal(token, "farm-api")).isEqualTo(401);
  }
}
