package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.DevelopmentIdentity;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.HashedTokens;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that guess passwords, codes or tokens are throttled; valid clients are not. */
class SignInThrottleTest {
  private static final int ALLOWED = 3;
  private static final String PASSWORD = "a long password";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private static Path folder;
  private static Platform platform;

  private final String account = "gateway-" + UUID.randomUUID().toString().substring(0, 8);

  @BeforeAll
  static void start() throws Exception {
    Settings settings =
        TestPlatform.settings(folder)
            .with(IdentitySettings.BRAKE_FAILURES, Integer.toString(ALLOWED))
            .with(HttpSettings.TRUST_FORWARDED, "127.0.0.0/8");
    platform = Platform.start(settings);
  }

  @AfterAll
  static void stop() {
    platform.close();
    CLIENT.close();
  }

  private static HttpResponse<String> send(String from, HttpRequest.Builder request) {
    try {
      return CLIENT.send(
          request.header("X-Forwarded-For", from).build(), HttpResponse.BodyHandlers.ofString());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpResponse<String> token(String from, Map<String, String> form) {
    return send(
        from,
        HttpRequest.newBuilder(URI.create(platform.address() + "/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(Browser.encoded(form))));
  }

  private void made() {
    platform.identity().accounts().put(account, PASSWORD, Set.of("sensor-write")).await();
  }

  private HttpResponse<String> signIn(String from, String password) {
    return token(
        from,
        Map.of(
            "grant_type", "client_credentials",
            "client_id", account,
            "client_secret", password));
  }

  private static void isSlowed(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(Integer.parseInt(answer.headers().firstValue("Retry-After").orElseThrow()))
        .isBetween(1, 60);
  }

  @Test
  @Tag("GLEBE_BRAKE_FAILURES")
  void wrongPasswordsAreThrottledAndTheCorrectOneWorksAfterwards() {
    made();
    for (int i = 0; i < ALLOWED; i++) {
      assertThat(signIn("192.0.2.1", "wrong").statusCode()).isEqualTo(401);
    }
    isSlowed(signIn("192.0.2.1", "wrong"));
    isSlowed(signIn("192.0.2.1", PASSWORD));
    assertThat(signIn("192.0.2.2", PASSWORD).statusCode()).as("elsewhere").isEqualTo(200);
    await().until(() -> signIn("192.0.2.1", PASSWORD).statusCode() == 200);
  }

  @Test
  void wrongPasswordsFromAnotherAddressDoNotLockAnAccount() {
    made();
    assertThat(signIn("192.0.2.10", PASSWORD).statusCode()).isEqualTo(200);
    for (int i = 0; i < 8 * ALLOWED; i++) {
      signIn("198.51.100." + i, "wrong");
    }
    isSlowed(signIn("203.0.113.1", PASSWORD));
    assertThat(signIn("192.0.2.10", PASSWORD).statusCode()).isEqualTo(200);
  }

  @Test
  void wrongCodesAreThrottledAndOtherClientsAreNot() {
    Map<String, String> guess =
        Map.of(
            "grant_type", "authorization_code",
            "code", "guessed",
            "redirect_uri", "http://127.0.0.1/",
            "code_verifier", "0123456789012345678901234567890123456789012",
            "client_id", DevelopmentIdentity.CLI_CLIENT);
    for (int i = 0; i < 5 * ALLOWED; i++) {
      HttpResponse<String> answer = token("192.0.2.20", guess);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    }
    isSlowed(token("192.0.2.20", guess));
    assertThat(token("192.0.2.21", guess).statusCode()).isEqualTo(400);
  }

  @Test
  void invalidRefreshTokensAreThrottled() {
    Map<String, String> guess =
        Map.of(
            "grant_type", "refresh_token",
            "refresh_token", "guessed",
            "client_id", DevelopmentIdentity.CLI_CLIENT);
    for (int i = 0; i < 5 * ALLOWED; i++) {
      assertThat(token("192.0.2.40", guess).statusCode()).isEqualTo(400);
    }
    isSlowed(token("192.0.2.40", guess));
    assertThat(token("192.0.2.41", guess).statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/session/callback?state=guessed&code=guessed",
        "/dev/identity/authorize?client_id=guessed&redirect_uri=http://127.0.0.1/"
      })
  void invalidSignInStatesAreThrottledAndRealSignInsAreNot(String path) {
    String from = "198.18.0." + Math.floorMod(path.hashCode(), 250);
    for (int i = 0; i < 10 * ALLOWED; i++) {
      assertThat(page(from, path).statusCode()).as(path).isEqualTo(400);
    }
    isSlowed(page(from, path));
    assertThat(page("198.18.1.1", path).statusCode()).as("elsewhere").isEqualTo(400);
    assertThat(page(from, "/console/session/login").statusCode()).as("a real one").isEqualTo(302);
  }

  private static HttpResponse<String> page(String from, String path) {
    return send(from, HttpRequest.newBuilder(URI.create(platform.address() + path)));
  }

  private static HttpResponse<String> tokens(String from, String bearer) {
    return send(
        from,
        HttpRequest.newBuilder(URI.create(platform.address() + "/api/v2/collections"))
            .header("Authorization", "Bearer " + bearer));
  }

  @Test
  void forgedTokensAreThrottledAndValidTokensAreNot() {
    String used =
        new HashedTokens(platform.infrastructure().database(), InstantSource.system(), () -> {})
            .issue(
                new HashedTokens.Order(
                    "in use",
                    platform.identity().issuer(),
                    "owner",
                    Set.of("spatio-api"),
                    Set.of("spatio-read"),
                    Optional.empty()),
                Optional.empty())
            .await()
            .token();
    assertThat(tokens("192.0.2.30", used).statusCode()).isEqualTo(200);
    IntStream.range(0, 50 * ALLOWED)
        .forEach(
            i ->
                assertThat(tokens("192.0.2.30", UUID.randomUUID().toString()).statusCode())
                    .isEqualTo(401));
    isSlowed(tokens("192.0.2.30", UUID.randomUUID().toString()));
    assertThat(tokens("192.0.2.30", used).statusCode()).isEqualTo(200);
    assertThat(tokens("192.0.2.31", UUID.randomUUID().toString()).statusCode()).isEqualTo(401);
  }
}
