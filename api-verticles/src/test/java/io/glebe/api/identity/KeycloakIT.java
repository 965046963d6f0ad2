package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import io.glebe.core.config.ConsoleSettings;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The platform in its production profile with a real identity provider. */
@Tag("keycloak")
class KeycloakIT {
  private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");
  private static final TestApp APP = KeycloakRealm.APP;
  private static final Browser BROWSER = new Browser();
  private static Keycloak keycloak;
  private static IdentityModule identity;
  private static String tokenEndpoint;
  private static String authorizationEndpoint;
  private static ObjectNode login;

  @BeforeAll
  static void start() {
    keycloak = Keycloak.shared();
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
            Map.of("username", user, "password", KeycloakRealm.password(user)));
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
            .with(IdentitySettings.IDENTITY_ISSUER, keycloak.issuer())
            .with(ConsoleSettings.CONSOLE_CLIENT, KeycloakRealm.PUBLIC_CLIENT);
    try (Platform platform = Platform.start(settings)) {
      URI ready = URI.create(platform.address() + "/health/ready");
      await()
          .untilAsserted(
              () ->
                  assertThat(new Browser().get(ready).body())
                      .contains("exchanges no tokens for the console's client public-console")
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
}
