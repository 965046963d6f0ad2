package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Apps of the registry as clients of Keycloak, by its admin API and by dynamic registration. */
@Tag("keycloak")
class KeycloakAppsIT {
  private static Keycloak keycloak;
  private static KeycloakApps apps;
  private static String developer;
  private static String reviewer;

  @BeforeAll
  static void start() {
    keycloak = Keycloak.shared();
    apps = new KeycloakApps(keycloak.issuer());
    developer = apps.consoleToken("ana");
    reviewer = apps.consoleToken("bo");
  }

  private static Settings settings(Path data) {
    return TestPlatform.settings(data)
        .with(ProcessSettings.PROFILE, "production")
        .with(IdentitySettings.IDENTITY_ISSUER, keycloak.issuer())
        .with(IdentitySettings.REGISTRY_SECRET, KeycloakRealm.REGISTRY_SECRET);
  }

  private static void admit(Platform platform) {
    apps.admit(platform, developer, Onboarding.APP_DEVELOPER);
    apps.admit(platform, reviewer, Onboarding.APP_REVIEWER);
  }

  /** Waits for the client of an app, and returns the app. */
  private static ObjectNode awaitClient(Platform platform, String app, String state) {
    await()
        .untilAsserted(
            () -> {
              ObjectNode now = Browser.json(KeycloakApps.call(platform, developer, "GET", app));
              assertThat(now.at("/client/state").asText()).as(now.toString()).isEqualTo(state);
            });
    return Browser.json(KeycloakApps.call(platform, developer, "GET", app));
  }

  private static String apiToken(TestApp app, ObjectNode login) {
    return KeycloakApps.ok(apps.exchange(app, login, "farm-read")).path("access_token").asText();
  }

  private static int status(Platform platform, String bearer) {
    return KeycloakApps.call(platform, bearer, "GET", "/v1/features").statusCode();
  }

  private static void withdraw(Platform platform, String app) {
    KeycloakApps.ok(
        KeycloakApps.call(platform, developer, "POST", app + "/withdraw", "{\"reason\": \"x\"}"));
  }

  private static void noOtherGrants(TestApp app) {
    for (String grant : List.of("password", "client_credentials")) {
      Map<String, String> form =
          Map.of("grant_type", grant, "username", "ana", "password", KeycloakRealm.password("ana"));
      assertThat(apps.token(app, form).statusCode()).as(grant).isIn(400, 401);
    }
  }

  /** Approves a version with another key, which also works without a person, and its client. */
  private static TestApp rotated(Platform platform, String app, TestApp former) {
    TestApp keys = TestApp.withNamedKey("rotated");
    ObjectNode manifest =
        (ObjectNode)
            Browser.json(KeycloakApps.call(platform, developer, "GET", app + "/versions/1"))
                .path("manifest");
    manifest.set("publicKeys", Json.parseObject(keys.jwks()).path("keys"));
    manifest.put("clientCredentials", true);
    KeycloakApps.newVersion(platform, developer, reviewer, app, manifest);
    awaitClient(platform, app, "ENABLED");
    TestApp next = keys.named(former.id());
    Map<String, String> itself = Map.of("grant_type", "client_credentials", "scope", "farm-read");
    await().untilAsserted(() -> assertThat(apps.token(next, itself).statusCode()).isEqualTo(200));
    assertThat(apps.token(former, itself).statusCode()).as("the former key").isIn(400, 401);
    String bearer = KeycloakApps.ok(apps.token(next, itself)).path("access_token").asText();
    assertThat(KeycloakApps.call(platform, bearer, "GET", "/v1/fields").statusCode())
        .as("without a User record")
        .isEqualTo(403);
    String user = apps.admitClient(platform, former.id());
    await()
        .untilAsserted(
            () ->
                assertThat(KeycloakApps.call(platform, bearer, "GET", user).statusCode())
                    .isEqualTo(200));
    return next;
  }

  @Test
  void anAppGetsItsClientWhenKeycloakIsBackAndLosesItByItsWithdrawal(@TempDir Path data)
      throws IOException {
    TestApp keys = TestApp.withNamedKey("registered");
    Settings down =
        settings(data)
            .with(IdentitySettings.REGISTRY_KEYCLOAK, "http://127.0.0.1:1/admin/realms/glebe");
    String app;
    try (Platform platform = Platform.start(down)) {
      admit(platform);
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
      awaitClient(platform, app, "ENABLED");
      ObjectNode signedIn = apps.login(registered, "ana", "openid farm-read");
      String bearer = apiToken(registered, signedIn);
      assertThat(status(platform, bearer)).isEqualTo(200);
      assertThat(apps.exchange(registered, signedIn, "farm-write").statusCode()).isEqualTo(400);
      noOtherGrants(registered);
      TestApp rotated = rotated(platform, app, registered);
      assertThat(status(platform, apiToken(rotated, signedIn))).isEqualTo(200);
      withdraw(platform, app);
      assertThat(status(platform, bearer)).isEqualTo(401);
      awaitClient(platform, app, "DISABLED");
      assertThat(apps.exchange(rotated, signedIn, "farm-read").statusCode()).isIn(400, 401);
      assertThat(apps.authorize(rotated, "openid").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void anAppGetsItsClientByDynamicRegistration(@TempDir Path data) throws IOException {
    TestApp keys = TestApp.withNamedKey("dynamic");
    try (Platform platform =
        Platform.start(settings(data).with(IdentitySettings.REGISTRY_OPENID, "true"))) {
      admit(platform);
      String app = KeycloakApps.approved(platform, developer, reviewer, keys);
      String id = awaitClient(platform, app, "ENABLED").path("clientId").asText();
      assertThat(id).as("assigned by Keycloak").isNotEmpty().doesNotStartWith("ext-");
      TestApp registered = keys.named(id);
      assertThat(Browser.returned(apps.authorizeWithoutChallenge(registered)))
          .as("PKCE is required")
          .containsEntry("error", "invalid_request");
      ObjectNode signedIn = apps.login(registered, "ana", "openid farm-read");
      String bearer = apiToken(registered, signedIn);
      assertThat(status(platform, bearer)).isEqualTo(200);
      assertThat(KeycloakApps.call(platform, bearer, "GET", "/store/apps").statusCode())
          .as("an app does not use the registry")
          .isEqualTo(403);
      noOtherGrants(registered);
      TestApp rotated = rotated(platform, app, registered);
      withdraw(platform, app);
      assertThat(status(platform, bearer)).isEqualTo(401);
      awaitClient(platform, app, "DISABLED");
      assertThat(apps.authorize(rotated, "openid").statusCode()).isEqualTo(400);
    }
  }
}
