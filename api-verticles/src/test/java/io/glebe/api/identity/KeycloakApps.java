package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.glebe.api.boot.Platform;
import io.glebe.api.registry.StoreClient;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Apps of a platform whose identity provider is Keycloak, with its forms for people. */
final class KeycloakApps {
  private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");
  private static final String CONSOLE_REDIRECT = "http://localhost/console";

  private final String issuer;

  KeycloakApps(String issuer) {
    this.issuer = issuer;
  }

  private static URI form(HttpResponse<String> page) {
    Matcher form = FORM.matcher(page.body());
    assertThat(form.find()).as("a form, status %d: %s", page.statusCode(), page.body()).isTrue();
    return page.uri().resolve(form.group(1).replace("&amp;", "&"));
  }

  private URI authorization(String client, String redirect, String scope, CodeVerifier verifier) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", client);
    query.put("redirect_uri", redirect);
    query.put("scope", scope);
    query.put("state", "state-1");
    query.put("nonce", "nonce-1");
    query.put(
        "code_challenge", CodeChallenge.compute(CodeChallengeMethod.S256, verifier).getValue());
    query.put("code_challenge_method", "S256");
    return URI.create(issuer + "/protocol/openid-connect/auth?" + Browser.encoded(query));
  }

  /** What Keycloak answers to a sign-in at an app before it shows a form. */
  HttpResponse<String> authorize(TestApp app, String scope) {
    return new Browser()
        .get(authorization(app.id(), TestApp.REDIRECT.toString(), scope, new CodeVerifier()));
  }

  /** What Keycloak answers to a sign-in without PKCE. */
  HttpResponse<String> authorizeWithoutChallenge(TestApp app) {
    Map<String, String> query =
        Map.of(
            "response_type",
            "code",
            "client_id",
            app.id(),
            "redirect_uri",
            TestApp.REDIRECT.toString(),
            "scope",
            "openid");
    return new Browser()
        .get(URI.create(issuer + "/protocol/openid-connect/auth?" + Browser.encoded(query)));
  }

  /** A token for the farm API by the client of the console. */
  String consoleToken(String user) {
    Browser browser = new Browser();
    CodeVerifier verifier = new CodeVerifier();
    String scope = "openid farm-read farm-write";
    HttpResponse<String> back =
        signIn(
            browser,
            browser.get(
                authorization(KeycloakRealm.PUBLIC_CLIENT, CONSOLE_REDIRECT, scope, verifier)),
            user);
    Map<String, String> form = redemption(back, CONSOLE_REDIRECT, verifier);
    form.put("client_id", KeycloakRealm.PUBLIC_CLIENT);
    return ok(browser.post(tokenEndpoint(), form)).path("access_token").asText();
  }

  /** A token for the farm API, without consent. */
  String tokenOf(TestApp app, String redirect, String user, String password) {
    Browser browser = new Browser();
    CodeVerifier verifier = new CodeVerifier();
    URI page = authorization(app.id(), redirect, "openid farm-read farm-write", verifier);
    HttpResponse<String> back = signIn(browser, browser.get(page), user, password);
    return ok(token(app, redemption(back, redirect, verifier))).path("access_token").asText();
  }

  /** Fills in the form of a sign-in page. */
  static HttpResponse<String> signIn(Browser browser, HttpResponse<String> page, String user) {
    return signIn(browser, page, user, KeycloakRealm.password(user));
  }

  static HttpResponse<String> signIn(
      Browser browser, HttpResponse<String> page, String user, String password) {
    return browser.post(form(page), Map.of("username", user, "password", password));
  }

  private static Map<String, String> redemption(
      HttpResponse<String> back, String redirect, CodeVerifier verifier) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "authorization_code");
    form.put("code", Browser.returned(back).get("code"));
    form.put("redirect_uri", redirect);
    form.put("code_verifier", verifier.getValue());
    return form;
  }

  URI tokenEndpoint() {
    return URI.create(issuer + "/protocol/openid-connect/token");
  }

  static ObjectNode ok(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    return Browser.json(answer);
  }

  /** A person signs in at an app and consents. */
  ObjectNode login(TestApp app, String user, String scope) {
    Browser browser = new Browser();
    CodeVerifier verifier = new CodeVerifier();
    String redirect = TestApp.REDIRECT.toString();
    HttpResponse<String> step =
        signIn(browser, browser.get(authorization(app.id(), redirect, scope, verifier)), user);
    HttpResponse<String> consent =
        browser.get(URI.create(step.headers().firstValue("Location").orElseThrow()));
    assertThat(consent.body()).as("the consent page").contains("name=\"accept\"");
    HttpResponse<String> back = browser.post(form(consent), Map.of("accept", "Yes"));
    return ok(token(app, redemption(back, redirect, verifier)));
  }

  HttpResponse<String> token(TestApp app, Map<String, String> fields) {
    Map<String, String> form = new LinkedHashMap<>(fields);
    form.putAll(app.authentication(tokenEndpoint().toString(), claims -> {}));
    return new Browser().post(tokenEndpoint(), form);
  }

  /** The token of the app for the farm API. */
  HttpResponse<String> exchange(TestApp app, ObjectNode login, String scope) {
    return token(
        app,
        Map.of(
            "grant_type",
            OidcFlow.EXCHANGE,
            "subject_token",
            login.path("access_token").asText(),
            "subject_token_type",
            OidcFlow.ACCESS_TOKEN,
            "audience",
            "farm-api",
            "scope",
            scope));
  }

  /** Gives the person of a token a role of the registry. */
  void admit(Platform platform, String bearer, String role) {
    Onboarding onboarding =
        new Onboarding(platform.infrastructure().database(), platform.records().records());
    try {
      String subject = SignedJWT.parse(bearer).getJWTClaimsSet().getSubject();
      onboarding
          .userWithRole(
              new Onboarding.NewUser(subject, Optional.of(issuer), role, Optional.empty()), role)
          .await();
    } catch (ParseException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Gives a client a User record, and returns its path. */
  String admitClient(Platform platform, String client) {
    return new Onboarding(platform.infrastructure().database(), platform.records().records())
        .userWithRole(
            new Onboarding.NewUser(client, Optional.of(issuer), "An app", Optional.empty()),
            Onboarding.APP_DEVELOPER)
        .map(user -> "/v1/users/" + user)
        .await();
  }

  static HttpResponse<String> call(Platform platform, String bearer, String method, String path) {
    return call(platform, bearer, method, path, "");
  }

  static HttpResponse<String> call(
      Platform platform, String bearer, String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(platform.address() + path))
            .header("Authorization", "Bearer " + bearer);
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return new Browser()
        .send(
            request.method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
  }

  /** Adds a version, and has it approved. */
  static void newVersion(
      Platform platform, String developer, String reviewer, String app, ObjectNode manifest) {
    ObjectNode version =
        ok(call(platform, developer, "POST", app + "/versions", Json.write(manifest)));
    String path = app + "/versions/" + version.path("number").asInt();
    ok(call(platform, developer, "POST", path + "/submit"));
    ok(call(platform, reviewer, "POST", path + "/approve", "{}"));
  }

  /** Registers an app, has it approved, and returns its path. */
  static String approved(Platform platform, String developer, String reviewer, TestApp keys) {
    ObjectNode manifest = StoreClient.manifest();
    manifest.set("publicKeys", Json.parseObject(keys.jwks()).path("keys"));
    manifest.putArray("redirectUris").add(TestApp.REDIRECT.toString());
    ObjectNode version = ok(call(platform, developer, "POST", "/store/apps", Json.write(manifest)));
    String app = "/store/apps/" + version.path("appId").asText();
    ok(call(platform, developer, "POST", app + "/versions/1/submit"));
    ok(call(platform, reviewer, "POST", app + "/versions/1/approve", "{}"));
    return app;
  }
}
