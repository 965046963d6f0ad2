package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The platform in its production profile with a real identity provider. */
@Tag("keycloak")
class KeycloakIT {
  private static final String HOME = "glebe.keycloak.home";
  private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");
  private static final TestApp APP = TestApp.withNamedKey("ext-it");
  private static final Browser BROWSER = new Browser();
  private static Keycloak keycloak;
  private static IdentityModule identity;
  private static String tokenEndpoint;
  private static String authorizationEndpoint;
  private static ObjectNode login;

  @BeforeAll
  static void start() throws IOException {
    String home = System.getProperty(HOME, "");
    assumeTrue(!home.isEmpty(), "Keycloak runs only with the Maven profile keycloak");
    keycloak = Keycloak.start(Path.of(home), realm());
    Settings settings =
        Settings.defaults()
            .with(ProcessSettings.PROFILE, "production")
            .with(IdentitySettings.IDENTITY_ISSUER, keycloak.issuer());
    identity = TestPlatform.identityOfAnotherNode(TestPlatform.shared().platform(), settings);
    ObjectNode metadata =
        Browser.json(
            BROWSER.get(URI.create(keycloak.issuer() + "/.well-known/openid-configuration")));
    tokenEndpoint = metadata.path("token_endpoint").asText();
    authorizationEndpoint = metadata.path("authorization_endpoint").asText();
    login = signIn(BROWSER, "ana");
  }

  @AfterAll
  static void stop() {
    if (keycloak != null) {
      keycloak.close();
    }
  }

  private static String realm() throws IOException {
    try (InputStream in = KeycloakIT.class.getResourceAsStream("/keycloak/realm.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@CLIENT@", APP.id())
          .replace("@REDIRECT@", TestApp.REDIRECT.toString())
          .replace("@JWKS@", APP.jwks().replace("\"", "\\\""));
    }
  }

  /** Authorization code with PKCE through the login form. */
  private static ObjectNode signIn(Browser browser, String user) {
    CodeVerifier verifier = new CodeVerifier();
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", APP.id());
    query.put("redirect_uri", TestApp.REDIRECT.toString());
    query.put("scope", "openid");
    query.put("state", "state-1");
    query.put("nonce", "nonce-1");
    query.put(
        "code_challenge", CodeChallenge.compute(CodeChallengeMethod.S256, verifier).getValue());
    query.put("code_challenge_method", "S256");
    HttpResponse<String> page =
        browser.get(URI.create(authorizationEndpoint + "?" + Browser.encoded(query)));
    Matcher form = FORM.matcher(page.body());
    assertThat(form.find()).as("login form, status %d", page.statusCode()).isTrue();
    HttpResponse<String> back =
        browser.post(
            URI.create(form.group(1).replace("&amp;", "&")),
            Map.of("username", user, "password", user + "-password"));
    assertThat(back.statusCode()).as(back.body()).isEqualTo(302);
    Map<String, String> returned = Browser.returned(back);
    assertThat(returned).containsEntry("state", "state-1").containsEntry("iss", keycloak.issuer());
    return ok(
        token(
            Map.of(
                "grant_type", "authorization_code",
                "code", returned.get("code"),
                "redirect_uri", TestApp.REDIRECT.toString(),
                "code_verifier", verifier.getValue())));
  }

  private static HttpResponse<String> token(Map<String, String> fields) {
    Map<String, String> form = new LinkedHashMap<>(fields);
    form.putAll(APP.authentication(tokenEndpoint, claims -> {}));
    return BROWSER.post(URI.create(tokenEndpoint), form);
  }

  private static ObjectNode ok(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Browser.json(answer);
  }

  private static HttpResponse<String> exchange(String audience, String scope) {
    return exchange(login, audience, scope);
  }

  private static HttpResponse<String> exchange(ObjectNode login, String audience, String scope) {
    return token(
        Map.of(
            "grant_type",
            "urn:ietf:params:oauth:grant-type:token-exchange",
            "subject_token",
            login.path("access_token").asText(),
            "subject_token_type",
            "urn:ietf:params:oauth:token-type:access_token",
            "audience",
            audience,
            "scope",
            scope));
  }

  private static Caller caller(String bearer, String audience) {
    return identity.callers().authenticate(bearer, audience).await();
  }

  private static int status(String bearer, String audience) {
    try {
      caller(bearer, audience);
      return 200;
    } catch (Problem problem) {
      return problem.status();
    }
  }

  private static String apiToken() {
    return ok(exchange("farm-api", "farm-read")).path("access_token").asText();
  }

  @Test
  void theExchangedTokenIsAcceptedForThePersonAndTheApp() throws Exception {
    String bearer = apiToken();
    JWTClaimsSet claims = SignedJWT.parse(bearer).getJWTClaimsSet();
    Caller caller = caller(bearer, "farm-api");
    assertThat(caller.kind()).isEqualTo(CallerKind.PERSON);
    assertThat(caller.subject()).isEqualTo(claims.getSubject());
    assertThat(caller.clientId()).contains(APP.id());
    assertThat(caller.scopes()).contains("farm-read").doesNotContain("farm-write");
    assertThat(identity.ready().succeeded()).isTrue();
  }

  @Test
  void theTokenIsRefusedByTheOtherApis() {
    String bearer = apiToken();
    assertThat(status(bearer, "spatio-api")).isEqualTo(401);
    assertThat(status(bearer, "sensor-api")).isEqualTo(401);
  }

  @Test
  void loginAndIdTokensAreRefused() {
    assertThat(status(login.path("access_token").asText(), "farm-api")).isEqualTo(401);
    assertThat(status(login.path("id_token").asText(), "farm-api")).isEqualTo(401);
    assertThat(status(login.path("refresh_token").asText(), "farm-api")).isEqualTo(401);
  }

  @Test
  void aTokenWithAnotherPayloadIsRefused() {
    String[] parts = apiToken().split("\\.", -1);
    String[] others = login.path("access_token").asText().split("\\.", -1);
    assertThat(status(parts[0] + "." + others[1] + "." + parts[2], "farm-api")).isEqualTo(401);
  }

  @Test
  void aPersonWithAUserRecordHasRightsAndOthersHaveNone() throws Exception {
    String bearer = apiToken();
    assertThat(caller(bearer, "farm-api").userId()).isEmpty();
    String subject = SignedJWT.parse(bearer).getJWTClaimsSet().getSubject();
    var platform = TestPlatform.shared().platform();
    Onboarding onboarding =
        new Onboarding(platform.infrastructure().database(), platform.records().records());
    var user =
        onboarding
            .user(
                new Onboarding.NewUser(
                    subject, Optional.of(keycloak.issuer()), "Ana", Optional.empty()))
            .await();
    await().untilAsserted(() -> assertThat(caller(bearer, "farm-api").userId()).contains(user));
  }

  @Test
  void anInvitedPersonIsRecognizedByTheVerifiedEmailAddress() {
    RecordService records = TestPlatform.shared().platform().records().records();
    UUID invited = UUID.randomUUID();
    ObjectNode user = Json.object().put("id", invited.toString()).put("originType", "SYSTEM");
    user.put("displayName", "Bo").put("email", "BO@glebe.example").put("status", "INVITED");
    records
        .put(WriteRequest.of(Caller.system(), Catalogue.standard().get("User"), invited, user))
        .await();
    ObjectNode signedIn = signIn(new Browser(), "bo");
    String bearer = ok(exchange(signedIn, "farm-api", "farm-read")).path("access_token").asText();
    // this identity module receives record changes of the shared platform like another process
    await().untilAsserted(() -> assertThat(caller(bearer, "farm-api").userId()).contains(invited));
  }

  @Test
  void anAppWithoutAPersonIsAClient() {
    ObjectNode itself =
        ok(token(Map.of("grant_type", "client_credentials", "scope", "farm-read farm-write")));
    Caller caller = caller(itself.path("access_token").asText(), "farm-api");
    assertThat(caller.kind()).isEqualTo(CallerKind.CLIENT);
    assertThat(caller.subject()).isEqualTo(APP.id());
    assertThat(caller.personId()).isEmpty();
  }

  @Test
  void theProviderRefusesUnknownAudiencesAndReplayedAssertions() {
    assertThat(exchange("moon-api", "farm-read").statusCode()).isEqualTo(400);
    Map<String, String> form =
        new LinkedHashMap<>(Map.of("grant_type", "client_credentials", "scope", "farm-read"));
    form.putAll(APP.authentication(tokenEndpoint, claims -> {}));
    ok(BROWSER.post(URI.create(tokenEndpoint), form));
    assertThat(BROWSER.post(URI.create(tokenEndpoint), form).statusCode()).isIn(400, 401);
  }

  @Test
  void readinessReportsAConsoleThatIsAPublicClient(@TempDir Path data) throws IOException {
    Settings settings =
        TestPlatform.settings(data)
            .with(ProcessSettings.PROFILE, "production")
            .with(IdentitySettings.IDENTITY_ISSUER, keycloak.issuer());
    try (Platform platform = Platform.start(settings)) {
      URI ready = URI.create(platform.address() + "/health/ready");
      await()
          .untilAsserted(
              () ->
                  assertThat(new Browser().get(ready).body())
                      .contains("exchanges no tokens for the console's client glebe-console")
                      .contains("allow token exchange for it there")
                      .contains("set GLEBE_CONSOLE_KEY")
                      .contains("it answered "));
      assertThat(new Browser().get(ready).statusCode()).as("it serves all the same").isEqualTo(200);
    }
  }

  /**
   * Checks the responses that distinguish a client that may exchange tokens from a client that may
   * not.
   */
  @Test
  void anInvalidTokenIsNotReportedAsAClientProblem() {
    HttpResponse<String> refused =
        exchange(Json.object().put("access_token", "nothing"), "farm-api", "farm-read");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(Browser.json(refused).path("error_description").asText())
        .isNotEmpty()
        .doesNotContainIgnoringCase("client");
  }

  /** The platform with an app registry that makes its clients at this address. */
  private static Settings withRegistry(Path data, String admin) {
    return TestPlatform.settings(data)
        .with(ProcessSettings.PROFILE, "production")
        .with(IdentitySettings.IDENTITY_ISSUER, keycloak.issuer())
        .with(IdentitySettings.REGISTRY_KEYCLOAK, admin)
        .with(IdentitySettings.REGISTRY_SECRET, "registry-secret");
  }

  private static void awaitClient(Platform platform, String bearer, String app, String state) {
    await()
        .untilAsserted(
            () ->
                assertThat(
                        Browser.json(KeycloakApps.call(platform, bearer, "GET", app))
                            .at("/client/state")
                            .asText())
                    .isEqualTo(state));
  }

  @Test
  void anAppGetsItsClientWhenKeycloakIsBackAndLosesItByItsWithdrawal(@TempDir Path data)
      throws IOException {
    KeycloakApps apps = new KeycloakApps(keycloak.issuer());
    String developer = apps.consoleToken("ana");
    String reviewer = apps.consoleToken("bo");
    TestApp keys = TestApp.withNamedKey("registered");
    Settings down = withRegistry(data, "http://127.0.0.1:1/admin/realms/glebe");
    String app;
    try (Platform platform = Platform.start(down)) {
      apps.admit(platform, developer, Onboarding.APP_DEVELOPER);
      apps.admit(platform, reviewer, Onboarding.APP_REVIEWER);
      app = KeycloakApps.approved(platform, developer, reviewer, keys);
      await()
          .untilAsserted(
              () ->
                  assertThat(KeycloakApps.call(platform, developer, "GET", app).body())
                      .contains("\"PENDING\"", "Keycloak does not respond"));
    }
    TestApp registered = keys.named("ext-" + app.substring(app.lastIndexOf('/') + 1));
    try (Platform platform =
        Platform.start(down.with(IdentitySettings.REGISTRY_KEYCLOAK, keycloak.admin()))) {
      awaitClient(platform, developer, app, "ENABLED");
      ObjectNode signedIn = apps.login(registered, "ana", "openid farm-read");
      String bearer =
          KeycloakApps.ok(apps.exchange(registered, signedIn, "farm-read"))
              .path("access_token")
              .asText();
      assertThat(KeycloakApps.call(platform, bearer, "GET", "/v1/features").statusCode())
          .isEqualTo(200);
      assertThat(apps.exchange(registered, signedIn, "farm-write").statusCode()).isEqualTo(400);
      for (String grant : List.of("password", "client_credentials")) {
        Map<String, String> form =
            Map.of("grant_type", grant, "username", "ana", "password", "ana-password");
        assertThat(apps.token(registered, form).statusCode()).as(grant).isIn(400, 401);
      }
      KeycloakApps.ok(
          KeycloakApps.call(platform, developer, "POST", app + "/withdraw", "{\"reason\": \"x\"}"));
      assertThat(KeycloakApps.call(platform, bearer, "GET", "/v1/features").statusCode())
          .isEqualTo(401);
      awaitClient(platform, developer, app, "DISABLED");
      assertThat(apps.exchange(registered, signedIn, "farm-read").statusCode()).isIn(400, 401);
      assertThat(apps.authorize(registered, "openid").statusCode()).isEqualTo(400);
    }
  }
}
