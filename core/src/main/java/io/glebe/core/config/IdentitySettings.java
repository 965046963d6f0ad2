package io.glebe.core.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of identity: issuer, tokens, scopes, limits of failed sign-ins, apps. */
public final class IdentitySettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Optional<URI>> IDENTITY_ISSUER =
      LIST.add(
          Setting.uri(
              "GLEBE_IDENTITY_ISSUER",
              "issuer of access tokens (OpenID Connect discovery); default the development"
                  + " identity"));

  public static final Setting<Optional<String>> DEV_TOKEN =
      LIST.add(
          Setting.secret(
              "GLEBE_DEV_TOKEN",
              "glebe-dev-token",
              "fixed token of the development profile for the spatio-temporal and sensor API"));

  public static final Setting<String> IDENTITY_SCOPES =
      LIST.add(
          Setting.text(
              "GLEBE_IDENTITY_SCOPES",
              "farm-api: farm-read=*:read farm-write=*:create|*:update|*:delete;"
                  + " spatio-api: spatio-read=*:read spatio-write=*:create|*:update|*:delete;"
                  + " sensor-api: sensor-read=*:read sensor-write=*:create|*:update|*:delete",
              "scopes that count at each API and the permissions they open"));

  public static final Setting<Duration> IDENTITY_SKEW =
      LIST.add(
          Setting.duration(
              "GLEBE_IDENTITY_SKEW", "30s", "how far the identity provider's clock may differ"));

  public static final Setting<Duration> IDENTITY_KEY_INTERVAL =
      LIST.add(
          Setting.duration(
              "GLEBE_IDENTITY_KEY_INTERVAL",
              "10s",
              "least time between two fetches of the identity provider's keys"));

  public static final Setting<Duration> IDENTITY_KEY_AGE =
      LIST.add(
          Setting.duration(
              "GLEBE_IDENTITY_KEY_AGE",
              "10m",
              "age from which the identity provider's keys are fetched again"));

  public static final Setting<Integer> IDENTITY_TOKENS =
      LIST.add(
          Setting.integer(
              "GLEBE_IDENTITY_TOKENS",
              20_000,
              1,
              10_000_000,
              "checked tokens that are remembered until they expire"));

  public static final Setting<Integer> DEVICE_ACCOUNTS =
      LIST.add(
          Setting.integer(
              "GLEBE_DEVICE_ACCOUNTS", 1_000, 1, 100_000, "accounts of the devices of one farm"));

  public static final Setting<Integer> BRAKE_FAILURES =
      LIST.add(
          Setting.integer(
              "GLEBE_BRAKE_FAILURES",
              20,
              0,
              1_000_000,
              "wrong passwords of an account at an address before tries are slowed (429); 5 times"
                  + " as many for codes, for an address and for an account, 50 times for unknown"
                  + " tokens; 0 never slows"));

  public static final Setting<Duration> BRAKE_LONGEST =
      LIST.add(
          Setting.duration(
              "GLEBE_BRAKE_LONGEST",
              "1m",
              "longest time until the next try; it doubles from 1 s with every failure"));

  public static final Setting<Duration> BRAKE_QUIET =
      LIST.add(
          Setting.duration(
              "GLEBE_BRAKE_QUIET", "15m", "time without a failure after which none counts"));

  public static final Setting<Duration> IDENTITY_SIGN_IN_INTERVAL =
      LIST.add(
          Setting.duration(
              "GLEBE_IDENTITY_SIGN_IN_INTERVAL",
              "1h",
              "least time between two notes of a person's sign-in (User.lastSignInAt)"));

  public static final Setting<Optional<String>> FIRST_ADMINISTRATOR =
      LIST.add(
          Setting.optional(
              "GLEBE_FIRST_ADMINISTRATOR",
              "subject (sub) of the first administrator; used once, while there is none"));

  public static final Setting<Integer> REGISTRY_APPS =
      LIST.add(
          Setting.integer(
              "GLEBE_REGISTRY_APPS",
              50,
              1,
              100_000,
              "most apps of one developer, withdrawn ones among them; 409 for more"));

  public static final Setting<Integer> REGISTRY_VERSIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_REGISTRY_VERSIONS", 200, 1, 1000, "most versions of one app; 409 for more"));

  public static final Setting<Long> REGISTRY_MANIFEST_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_REGISTRY_MANIFEST_BYTES", "64K", "largest manifest of an app; 413 above"));

  public static final Setting<Integer> REGISTRY_REDIRECTS =
      LIST.add(
          Setting.integer(
              "GLEBE_REGISTRY_REDIRECTS", 20, 1, 1000, "most redirect URIs of a manifest"));

  public static final Setting<Integer> REGISTRY_KEYS =
      LIST.add(Setting.integer("GLEBE_REGISTRY_KEYS", 4, 1, 100, "most public keys of a manifest"));

  public static final Setting<List<String>> REGISTRY_RESTRICTED =
      LIST.add(
          Setting.list(
              "GLEBE_REGISTRY_RESTRICTED",
              "farm-write,spatio-write,sensor-write",
              "scopes that need the approval of two reviewers"));

  public static final Setting<Boolean> REGISTRY_PRIVATE_LOGOUT =
      LIST.add(
          Setting.flag(
              "GLEBE_REGISTRY_PRIVATE_LOGOUT",
              false,
              "accept logout addresses of apps in private networks, and http on loopback; for"
                  + " development only"));

  public static final Setting<Optional<URI>> REGISTRY_KEYCLOAK =
      LIST.add(
          Setting.uri(
              "GLEBE_REGISTRY_KEYCLOAK",
              "realm in Keycloak's admin API where the app registry makes clients, for example"
                  + " https://id.example/admin/realms/farm"));

  public static final Setting<Boolean> REGISTRY_OPENID =
      LIST.add(
          Setting.flag(
              "GLEBE_REGISTRY_OPENID",
              false,
              "make clients by OpenID dynamic client registration at the issuer, instead of"
                  + " Keycloak's admin API"));

  public static final Setting<String> REGISTRY_CLIENT =
      LIST.add(
          Setting.text(
              "GLEBE_REGISTRY_CLIENT",
              "glebe-registry",
              "client id of the platform's service account there"));

  public static final Setting<Optional<String>> REGISTRY_SECRET =
      LIST.add(Setting.secret("GLEBE_REGISTRY_SECRET", "", "secret of that client"));

  private IdentitySettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
