package io.glebe.api.http.server;

import static io.glebe.api.http.server.GatewayAnswers.header;
import static io.glebe.api.http.server.GatewayAnswers.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.glebe.api.http.EchoArea;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class GatewayTest {
  private static final EchoArea ECHO = new EchoArea();
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = new TestServer(Settings.defaults().with(HttpSettings.MAX_BODY_BYTES, "1M"), ECHO);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/items/7;item 7", "/items/special;special", "/items/7/;item 7", "/items/a%2Fb;item a/b",
            "/items/%C3%A4;item ä", "/tiles/1/2/3.png;png 3", "/tiles/1/2/3;tile 3",
        "/tiles/1/2/3.mvt;tile 3.mvt", "/point/14.5,46.1;14.5|46.1",
            "/sta/v1.1/Things(42)/Datastreams;thing 42", "/static/a/b.js;static a/b.js",
            "/static/;static ''", "/both;legacy", "/api/v2/both;v2",
        "/query;10", "/query?limit=99;99"
      })
  void pathsFindTheMostLiteralRoute(String path, String answer) {
    assertThat(server.get(path).body()).isEqualTo(answer.replace("''", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/query?limit=0",
        "/query?limit=x",
        "/query?limit=1&limit=2",
        "/tiles/1/2/77.png",
        "/items/%2e%2e",
        "/items/%zz",
        "/query?limit=%zz",
        "/query?x=%00",
        "/items/%00",
        "/items/%ff"
      })
  void malformedPathsAndParametersAre400(String path) throws IOException {
    String response =
        server.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertThat(response).startsWith("HTTP/1.1 400").contains("malformed-request");
  }

  @Test
  void anUnknownPathIs404() {
    assertThat(problem(server.get("/nowhere"), 404).path("type").asText())
        .endsWith("/problems/v1/not-found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1"})
  void theTypeOfAProblemDoesNotFollowTheHostOfTheRequest(String host) throws IOException {
    assertThat(
            server.raw("GET /nowhere HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
        .contains("\"type\":\"http://localhost:8080/problems/v1/not-found\"");
  }

  @Test
  void aWrongMethodIs405WithTheAllowedMethods() {
    HttpResponse<String> response =
        server.send(server.to("/items/7").PUT(BodyPublishers.ofString("{}")));
    problem(response, 405);
    assertThat(header(response, "Allow")).isEqualTo("DELETE, GET, HEAD, OPTIONS");
  }

  @Test
  void optionsListsTheAllowedMethods() {
    HttpResponse<String> response =
        server.send(server.to("/json").method("OPTIONS", BodyPublishers.noBody()));
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(header(response, "Allow")).isEqualTo("OPTIONS, PATCH, POST");
  }

  @Test
  void headAnswersLikeGetWithoutABody() {
    HttpResponse<String> get = server.get("/items/7");
    HttpResponse<String> head =
        server.send(server.to("/items/7").method("HEAD", BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(header(head, "Content-Length")).isEqualTo(header(get, "Content-Length"));
    assertThat(header(head, "Content-Type")).isEqualTo(header(get, "Content-Type"));
  }

  @Test
  void validRequestIdsAreEchoedAndOthersAreReplaced() {
    assertThat(header(server.get("/items/7", "X-Request-Id", "abc-1.2_3"), "X-Request-Id"))
        .isEqualTo("abc-1.2_3");
    assertThat(header(server.get("/items/7", "X-Request-Id", "a b<script>"), "X-Request-Id"))
        .hasSize(36);
    assertThat(header(server.get("/items/7"), "X-Request-Id")).hasSize(36);
    assertThat(header(server.get("/items/7"), "Date")).endsWith(" GMT");
  }

  @Test
  void serverTimingShowsTheStages() {
    assertThat(header(server.get("/v1/whoami", "Authorization", "Bearer t"), "Server-Timing"))
        .matches("auth;dur=[0-9.]+, total;dur=[0-9.]+");
  }

  @Test
  void aRequestWithoutATokenIs401WithAChallenge() {
    HttpResponse<String> none = server.get("/v1/whoami");
    problem(none, 401);
    assertThat(header(none, "WWW-Authenticate")).isEqualTo("Bearer realm=\"glebe\"");
    HttpResponse<String> wrong = server.get("/v1/whoami", "Authorization", "Bearer nonsense");
    problem(wrong, 401);
    assertThat(header(wrong, "WWW-Authenticate")).contains("invalid_token");
    assertThat(wrong.body()).doesNotContain("nonsense");
  }

  @Test
  void aValidTokenGetsAPrivateResponse() {
    HttpResponse<String> response = server.get("/v1/whoami", "Authorization", "bearer t");
    assertThat(response.body()).isEqualTo("SYSTEM");
    assertThat(header(response, "Cache-Control")).isEqualTo("private, no-cache");
    assertThat(header(response, "Vary")).contains("Authorization");
  }

  @Test
  void preflightsNeedNoTokenAndAreCacheable() {
    HttpRequest.Builder request =
        server
            .to("/v1/whoami")
            .method("OPTIONS", BodyPublishers.noBody())
            .header("Origin", "https://map.example")
            .header("Access-Control-Request-Method", "GET");
    HttpResponse<String> response = server.send(request);
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo("*");
    assertThat(header(response, "Access-Control-Allow-Methods"))
        .isEqualTo("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    assertThat(header(response, "Access-Control-Allow-Headers")).contains("Authorization");
    assertThat(header(response, "Access-Control-Max-Age")).isEqualTo("7200");
  }

  @Test
  void crossOriginResponsesExposeTheirHeadersEvenWhenRefused() {
    HttpResponse<String> response = server.get("/nowhere", "Origin", "https://map.example");
    assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo("*");
    assertThat(header(response, "Access-Control-Expose-Headers"))
        .contains("ETag")
        .contains("X-Request-Id");
  }

  @Test
  void onlyConfiguredOriginsAreAllowed() {
    try (TestServer strict =
        new TestServer(
            Settings.defaults().with(HttpSettings.CORS_ORIGINS, "https://a.example"),
            new EchoArea())) {
      assertThat(
              header(
                  strict.get("/items/7", "Origin", "https://a.example"),
                  "Access-Control-Allow-Origin"))
          .isEqualTo("https://a.example");
      assertThat(
              header(
                  strict.get("/items/7", "Origin", "https://b.example"),
                  "Access-Control-Allow-Origin"))
          .isEmpty();
    }
  }

  @Test
  void aMatchingEtagIs304WithoutRendering() {
    HttpResponse<String> first = server.get("/version");
    assertThat(header(first, "ETag")).isEqualTo("\"7\"");
    int before = ECHO.rendered.get();
    HttpResponse<String> second = server.get("/version", "If-None-Match", "W/\"7\", \"8\"");
    assertThat(second.statusCode()).isEqualTo(304);
    assertThat(header(second, "ETag")).isEqualTo("\"7\"");
    assertThat(second.body()).isEmpty();
    assertThat(ECHO.rendered.get()).isEqualTo(before);
    assertThat(server.get("/version", "If-None-Match", "*").statusCode()).isEqualTo(304);
    assertThat(server.get("/version", "If-None-Match", "\"6\"").statusCode()).isEqualTo(200);
  }

  @Test
  void jsonIsCompressedWhenTheClientAcceptsGzip() throws IOException {
    HttpResponse<byte[]> response =
        server.send(
            server.to("/big").header("Accept-Encoding", "br, gzip"), BodyHandlers.ofByteArray());
    assertThat(header(response, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(response, "Vary")).contains("Accept-Encoding");
    byte[] plain = new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
    assertThat(plain).hasSize(5002);
    assertThat(header(server.get("/big"), "Content-Encoding")).isEmpty();
    assertThat(header(server.get("/big", "Accept-Encoding", "gzip;q=0"), "Content-Encoding"))
        .isEmpty();
    assertThat(header(server.get("/image", "Accept-Encoding", "gzip"), "Content-Encoding"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/html, image/gif, image/jpeg, */*; q=0.2|text/html",
        "*/*|application/json",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8|text/html",
        "application/*|application/json",
        "text/html;q=0.4, application/json;q=0.5|application/json"
      })
  void thePreferredMediaTypeIsChosen(String accept, String chosen) {
    assertThat(server.get("/negotiate", "Accept", accept).body()).isEqualTo(chosen);
  }

  @Test
  void anUnacceptableMediaTypeIs406() {
    assertThat(
            problem(server.get("/negotiate", "Accept", "image/png"), 406).path("detail").asText())
        .contains("text/html");
  }

  @Test
  void serverFaultsAre500WithoutDetails() {
    assertThat(problem(server.get("/broken"), 500).toString()).doesNotContain("secret-detail");
  }

  @Test
  void aResponseThatFailsInTheMiddleIsNotTakenAsComplete() {
    assertThatThrownBy(() -> server.get("/broken-late")).hasRootCauseInstanceOf(IOException.class);
  }

  @Test
  void problemsListViolationsAndCarryTheSensorThingsMembers() {
    assertThat(problem(server.get("/refused"), 422).at("/violations/0/pointer").asText())
        .isEqualTo("/name");
    assertThat(problem(server.get("/sta/v1.1/refused"), 422).path("code").asInt()).isEqualTo(422);
  }

  @Test
  void linksUseTheConfiguredBaseUrl() {
    Settings settings =
        Settings.defaults()
            .with(HttpSettings.TRUST_FORWARDED, "127.0.0.1")
            .with(HttpSettings.BASE_URL, "https://fixed.example/");
    try (TestServer fixed = new TestServer(settings, new EchoArea())) {
      assertThat(fixed.get("/links", "X-Forwarded-Proto", "http").body())
          .isEqualTo("https://fixed.example/x");
    }
  }

  @Test
  @Tag("GLEBE_MAX_LINE_BYTES")
  @Tag("GLEBE_MAX_HEADER_BYTES")
  void malformedAndOversizedRequestsGetProblemDocuments() throws IOException {
    assertThat(server.raw("GET /" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 414")
        .containsIgnoringCase("connection: close")
        .contains("uri-too-long");
    assertThat(server.raw("a b c d e\r\n\r\n")).startsWith("HTTP/1.1 400");
    assertThat(
            server.raw(
                "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(40_000) + "\r\n\r\n"))
        .contains(" 431 ")
        .contains("headers-too-large");
  }

  @Test
  void aHeadThatIsRefusedIsNoFailureInTheLog() throws IOException {
    Logger logger = (Logger) LoggerFactory.getLogger(Gateway.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      assertThat(server.raw("a b c d e\r\n\r\n")).contains(" 400 ");
      assertThat(server.raw("GET / HTTP/1.1\r\nX: " + "a".repeat(40_000) + "\r\n\r\n"))
          .contains(" 431 ");
    } finally {
      logger.detachAppender(lines);
    }
    assertThat(lines.list)
        .filteredOn(line -> String.valueOf(line.getMessage()).contains("connection failed"))
        .isEmpty();
  }

  @Test
  void metersAreLabelledWithTemplatesAndNotWithPaths() {
    server.get("/items/secret-id");
    await()
        .untilAsserted(
            () ->
                assertThat(server.meters().scrape())
                    .contains("route=\"/items/{id}\"")
                    .doesNotContain("secret-id"));
  }
}
