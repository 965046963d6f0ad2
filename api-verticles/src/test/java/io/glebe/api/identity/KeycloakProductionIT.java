package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.PlatformProcess;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.boot.TlsClient;
import io.glebe.core.config.ConsoleSettings;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.farm.Onboarding;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The production profile with Keycloak: encrypted, and when Keycloak fails or changes. */
@Tag("keycloak")
class KeycloakProductionIT {
  private static Keycloak keycloak;

  @BeforeAll
  static void start() {
    keycloak = Keycloak.shared();
  }

  /** A trust store with the authority of the certificates of this test. */
  private static List<String> trust(Path folder) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(keycloak.authority())) {
      store.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    Path file = folder.resolve("trust.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, "trusted".toCharArray());
    }
    return List.of(
        "-Djavax.net.ssl.trustStore=" + file, "-Djavax.net.ssl.trustStorePassword=trusted");
  }

  private static String subject(String bearer) throws Exception {
    return SignedJWT.parse(bearer).getJWTClaimsSet().getSubject();
  }

  @Test
  void aPersonSignsInByTlsWithTheShippedRealmAndNoSecretIsLogged(@TempDir Path folder)
      throws Exception {
    String ana = new KeycloakApps(keycloak.issuer()).consoleToken("ana");
    URI base = keycloak.platform();
    Map<String, String> settings =
        Map.of(
            "GLEBE_PROFILE", "production",
            "GLEBE_MQTTS_PORT", "0",
            "GLEBE_MQTT_PORT", "0",
            "GLEBE_HTTP_CERTIFICATE", keycloak.certificate("server.pem").toString(),
            "GLEBE_HTTP_KEY", keycloak.certificate("server-key.pem").toString(),
            "GLEBE_IDENTITY_ISSUER", keycloak.securedIssuer(),
            "GLEBE_CONSOLE_KEY", KeycloakRealm.CONSOLE_KEY.toJSONString(),
            "GLEBE_REGISTRY_KEYCLOAK", keycloak.securedAdmin(),
            "GLEBE_REGISTRY_SECRET", KeycloakRealm.REGISTRY_SECRET,
            "GLEBE_FIRST_ADMINISTRATOR", subject(ana));
    try (PlatformProcess process =
        PlatformProcess.atPort(folder.resolve("data"), base.getPort(), settings, trust(folder))) {
      process.running();
      Browser browser = new Browser(HttpClient.newBuilder().sslContext(TlsClient.context()));
      await()
          .untilAsserted(
              () ->
                  assertThat(browser.get(base.resolve("/health/ready")))
                      .satisfies(ready -> assertThat(ready.statusCode()).isEqualTo(200))
                      .satisfies(
                          ready -> assertThat(ready.body()).doesNotContain("identity provider")));
      HttpResponse<String> login = browser.get(base.resolve("/console/session/login"));
      String authorize = login.headers().firstValue("Location").orElseThrow();
      assertThat(authorize).startsWith(keycloak.securedIssuer());
      HttpResponse<String> back =
          KeycloakApps.signIn(browser, browser.get(URI.create(authorize)), "ana");
      String callback = back.headers().firstValue("Location").orElseThrow();
      assertThat(callback).startsWith(base + "/console/session/callback");
      assertThat(browser.get(URI.create(callback)).statusCode()).isEqualTo(303);
      assertThat(browser.get(base.resolve("/console/session")).statusCode()).isEqualTo(200);
      HttpResponse<String> users = browser.get(base.resolve("/v1/users"));
      assertThat(users.statusCode()).as(users.body()).isEqualTo(200);
      HttpResponse<String> store = browser.get(base.resolve("/store/apps"));
      assertThat(store.statusCode()).as(store.body()).isEqualTo(200);
      assertThat(process.log() + process.output())
          .doesNotContain(
              KeycloakRealm.REGISTRY_SECRET,
              Browser.returned(back).get("code"),
              Browser.returned(login).get("state"),
              KeycloakRealm.CONSOLE_KEY.toECKey().getD().toString());
    }
  }

  private static Settings production(Path data, String issuer) {
    return TestPlatform.settings(data)
        .with(ProcessSettings.PROFILE, "production")
        .with(IdentitySettings.IDENTITY_ISSUER, issuer)
        .with(IdentitySettings.IDENTITY_KEY_INTERVAL, "100ms")
        .with(IdentitySettings.IDENTITY_KEY_AGE, "200ms")
        .with(ConsoleSettings.CONSOLE_CLIENT, KeycloakRealm.PUBLIC_CLIENT);
  }

  private static HttpResponse<String> read(Platform platform, String bearer) {
    return KeycloakApps.call(platform, bearer, "GET", "/v1/features");
  }

  private static HttpResponse<String> get(Platform platform, String path) {
    return new Browser().get(URI.create(platform.address() + path));
  }

  private static void awaitStatus(Platform platform, String bearer, int status) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(read(platform, bearer).statusCode()).isEqualTo(status));
  }

  @Test
  void withoutItsProviderThePlatformSaysSoAndContinuesWhenItIsBack(@TempDir Path data)
      throws Exception {
    try (Relay relay = new Relay(keycloak.port())) {
      relay.connect();
      KeycloakApps apps = new KeycloakApps(Keycloak.issuer(relay.port()));
      String bearer = apps.consoleToken("ana");
      relay.cut();
      try (Platform platform = Platform.start(production(data, Keycloak.issuer(relay.port())))) {
        apps.admit(platform, bearer, Onboarding.APP_DEVELOPER);
        isUnavailable(read(platform, bearer));
        isUnavailable(get(platform, "/console/session/login"));
        HttpResponse<String> starting = get(platform, "/health/ready");
        assertThat(starting.statusCode()).isEqualTo(503);
        assertThat(starting.body()).contains("keys of the identity provider cannot be fetched");

        relay.connect();
        awaitStatus(platform, bearer, 200);
        await().until(() -> get(platform, "/health/ready").statusCode() == 200);

        relay.cut();
        await()
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(
                () -> {
                  assertThat(read(platform, bearer).statusCode())
                      .as("the present keys stay valid")
                      .isEqualTo(200);
                  assertThat(get(platform, "/health/ready").body())
                      .contains("keys of the identity provider cannot be fetched");
                });

        relay.connect();
        await()
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(
                () -> {
                  assertThat(read(platform, bearer).statusCode()).isEqualTo(200);
                  assertThat(get(platform, "/health/ready").body()).doesNotContain("fetched");
                });
      }
    }
  }

  private static void isUnavailable(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(answer.body()).contains("the identity provider cannot be reached");
  }

  @Test
  void aNewKeyIsAcceptedWithoutARestartARemovedOneIsNotAndClocksMayDiffer(@TempDir Path data)
      throws Exception {
    KeycloakApps apps = new KeycloakApps(keycloak.issuer());
    KeycloakAdministrator administrator = new KeycloakAdministrator(keycloak);
    String before = apps.consoleToken("ana");
    RSAKey key = new RSAKeyGenerator(2048).generate();
    try (Platform platform = Platform.start(production(data, keycloak.issuer()))) {
      apps.admit(platform, before, Onboarding.APP_DEVELOPER);
      awaitStatus(platform, before, 200);
      String component = administrator.addKey(key);
      String after;
      try {
        after = apps.consoleToken("ana");
        assertThat(SignedJWT.parse(after).getHeader().getKeyID())
            .isNotEqualTo(SignedJWT.parse(before).getHeader().getKeyID());
        awaitStatus(platform, after, 200);
        assertThat(read(platform, before).statusCode()).isEqualTo(200);
        clocksMayDiffer(platform, after, key);
      } finally {
        administrator.removeKey(component);
      }
      awaitStatus(platform, after, 401);
      assertThat(read(platform, before).statusCode()).isEqualTo(200);
    }
  }

  /** The tolerance is GLEBE_IDENTITY_SKEW, 30 s. */
  private static void clocksMayDiffer(Platform platform, String genuine, RSAKey key)
      throws Exception {
    assertThat(read(platform, shifted(genuine, key, 10)).statusCode()).isEqualTo(200);
    assertThat(read(platform, shifted(genuine, key, -310)).statusCode())
        .as("expired 10 s ago")
        .isEqualTo(200);
    HttpResponse<String> future = read(platform, shifted(genuine, key, 90));
    assertThat(future.statusCode()).isEqualTo(401);
    assertThat(future.headers().firstValue("WWW-Authenticate").orElse(""))
        .contains("error=\"invalid_token\"");
    HttpResponse<String> expired = read(platform, shifted(genuine, key, -390));
    assertThat(expired.statusCode()).isEqualTo(401);
    assertThat(expired.headers().firstValue("WWW-Authenticate").orElse(""))
        .contains("the token has expired");
  }

  /** The same token of a provider whose clock differs; it is valid for 300 s. */
  private static String shifted(String genuine, RSAKey key, long seconds) throws Exception {
    SignedJWT token = SignedJWT.parse(genuine);
    Instant issued = Instant.now().plusSeconds(seconds);
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder(token.getJWTClaimsSet())
            .issueTime(Date.from(issued))
            .expirationTime(Date.from(issued.plusSeconds(300)))
            .build();
    return signed(token.getHeader().getKeyID(), claims, key);
  }

  private static String signed(String kid, JWTClaimsSet claims, RSAKey key) throws JOSEException {
    SignedJWT jwt =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(kid).build(), claims);
    jwt.sign(new RSASSASigner(key));
    return jwt.serialize();
  }
}
