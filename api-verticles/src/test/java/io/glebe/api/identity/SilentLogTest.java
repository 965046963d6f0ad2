package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.TokenEndpoint;
import io.glebe.api.registry.StoreClient;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.problem.Problem;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** At the most detailed log level, the platform logs no token, password or name. */
class SilentLogTest extends OidcFlow {
  private static final class LogRecorder extends AppenderBase<ILoggingEvent> {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    @Override
    protected void append(ILoggingEvent event) {
      String thrown =
          event.getThrowableProxy() == null ? "" : event.getThrowableProxy().getMessage();
      lines.add(
          event.getFormattedMessage()
              + " "
              + thrown
              + " "
              + event.getKeyValuePairs()
              + " "
              + event.getMDCPropertyMap());
    }
  }

  private final LogRecorder recorder = new LogRecorder();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.glebe");
  private final Level before = logger.getLevel();

  @BeforeEach
  void listen() {
    TestPlatform.shared();
    recorder.start();
    logger.addAppender(recorder);
    logger.setLevel(Level.TRACE);
  }

  @AfterEach
  void leave() {
    logger.detachAppender(recorder);
    logger.setLevel(before);
  }

  @Test
  void tokensPasswordsAndNamesAreNotLogged() {
    TestPlatform platform = TestPlatform.shared();
    ObjectNode answer =
        Browser.json(
            browser.post(
                platform.uri("/dev/identity/token"),
                Map.of("grant_type", TokenEndpoint.DEVELOPMENT_GRANT, "user", "admin")));
    String token = answer.path("access_token").asText();
    String account = "/v1/admin/service-accounts/silent";
    String secret = "a password nobody may read";
    browser.send(
        HttpRequest.newBuilder(platform.uri(account + "?access_token=" + token))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .PUT(
                HttpRequest.BodyPublishers.ofString(
                    "{\"password\": \"" + secret + "\", \"scopes\": [\"sensor-read\"]}")));
    browser.send(
        HttpRequest.newBuilder(platform.uri("/v1/users"))
            .header("Authorization", "Bearer " + token + "x"));
    browser.send(
        HttpRequest.newBuilder(platform.uri("/v1/users"))
            .header("Authorization", "Bearer " + token));
    refused(platform, secret);
    nothingLoggedOf(
        List.of(token, token.split("\\.", -1)[2], secret, "admin@glebe.example", "argon2id"));
  }

  private void nothingLoggedOf(List<String> secrets) {
    assertThat(String.join("\n", recorder.lines)).isNotBlank();
    for (String hidden : secrets) {
      assertThat(recorder.lines).noneMatch(line -> line.contains(hidden));
    }
  }

  @Test
  void theSecretsOfAnAppAreNeitherLoggedNorInAnAddress() {
    StoreClient store = new StoreClient();
    ObjectNode manifest = StoreClient.manifest();
    manifest.withObject("/publicKeys/0").put("d", "VerySecretNumber");
    assertThat(store.registration(manifest).statusCode()).isEqualTo(422);
    Map<String, String> back = signIn("owner", "openid farm-read");
    assertThat(back).containsOnlyKeys("fixed", "code", "state", "iss");
    ObjectNode login = Browser.json(token(redemption(back.get("code"))));
    String refresh = login.path("refresh_token").asText();
    ObjectNode exchanged = Browser.json(token(exchange(login, "farm-api", "farm-read")));
    String bearer = exchanged.path("access_token").asText();
    for (String path : List.of("/v1/farms", "/store/apps", "/store/apps?access_token=" + bearer)) {
      browser.send(
          HttpRequest.newBuilder(TestPlatform.shared().uri(path))
              .header("Authorization", "Bearer " + bearer));
    }
    Map<String, String> assertion = app().authentication(tokenEndpoint, claims -> {});
    Map<String, String> itself = new LinkedHashMap<>(assertion);
    itself.put("grant_type", "client_credentials");
    browser.post(URI.create(tokenEndpoint), itself);
    browser.post(URI.create(tokenEndpoint), itself); // refused: the assertion was used
    token(refresh(refresh));
    nothingLoggedOf(
        List.of(
            "VerySecretNumber",
            back.get("code"),
            verifier.getValue(),
            login.path("access_token").asText(),
            login.path("id_token").asText(),
            refresh,
            bearer,
            assertion.get("client_assertion")));
  }

  @Test
  void aTokenForViewersIsNotLogged() {
    TestPlatform platform = TestPlatform.shared();
    String collection = new SpatioClient("/api/v2").cube();
    String bearer =
        Browser.json(
                browser.post(
                    platform.uri("/dev/identity/token"),
                    Map.of(
                        "grant_type", TokenEndpoint.DEVELOPMENT_GRANT,
                        "user", "owner",
                        "audience", "spatio-api")))
            .path("access_token")
            .asText();
    ObjectNode made =
        Browser.json(
            browser.send(
                HttpRequest.newBuilder(platform.uri("/api/v2/tokens/tiles"))
                    .header("Authorization", "Bearer " + bearer)
                    .header("Content-Type", "application/json")
                    .POST(
                        HttpRequest.BodyPublishers.ofString(
                            "{\"collections\": [\"" + collection + "\"]}"))));
    String token = made.path("token").asText();
    assertThat(token).startsWith("glv_");
    for (String path :
        List.of(
            "/api/v2/collections/" + collection + "/legend?layers=nothing&access_token=",
            "/collections/" + collection + "/tiles/WebMercatorQuad/0/0/0?access_token=",
            "/api/v2/collections/" + collection + "/items?access_token=",
            "/no/such/path?access_token=")) {
      browser.send(HttpRequest.newBuilder(platform.uri(path + token)));
      browser.send(HttpRequest.newBuilder(platform.uri(path + token + "x")));
    }
    nothingLoggedOf(List.of(token, token.substring("glv_".length(), 40)));
  }

  private static void refused(TestPlatform platform, String secret) {
    try {
      platform.platform().identity().accounts().signIn("silent", secret + "!").await();
      throw new AssertionError("a wrong password signed in");
    } catch (Problem expected) {
      assertThat(expected.status()).isEqualTo(401);
    }
  }
}
