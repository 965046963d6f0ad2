package io.glebe.api.http.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.HashedTokens;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A caller over the rate limit is refused; other callers are not affected. */
class RateLimitTest {
  private static final int BURST = 20;
  private static final int SERIES_BURST = 5;
  private static final String SERIES = "/collections/none/aggregate/time-series";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private static Path folder;
  private static Platform platform;

  @BeforeAll
  static void start() throws Exception {
    platform =
        Platform.start(
            TestPlatform.settings(folder)
                .with(
                    HttpSettings.RATE_LIMITS,
                    "spatio=60/" + BURST + ",sensor=600,series=60/" + SERIES_BURST));
  }

  @AfterAll
  static void stop() {
    platform.close();
    CLIENT.close();
  }

  private static String token(String subject) {
    return new HashedTokens(platform.infrastructure().database(), InstantSource.system(), () -> {})
        .issue(
            new HashedTokens.Order(
                "limits",
                platform.identity().issuer(),
                subject,
                Set.of("spatio-api"),
                Set.of("spatio-read"),
                Optional.empty()),
            Optional.empty())
        .await()
        .token();
  }

  private static HttpResponse<String> get(String path, String token) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(platform.address() + path))
            .header("Authorization", "Bearer " + token)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  @Tag("GLEBE_RATE_LIMITS")
  void responsesShowTheRemainingRequestsAndRefusalsShowRetryAfter() throws Exception {
    String greedy = token("owner");
    HttpResponse<String> first = get("/api/v2/collections", greedy);
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.headers().firstValue("RateLimit-Policy")).contains("\"spatio\";q=60;w=60");
    assertThat(first.headers().firstValue("RateLimit"))
        .hasValueSatisfying(output -> assertThat(output).matches("\"spatio\";r=\\d+;t=\\d+"));
    HttpResponse<String> last = first;
    for (int i = 0; i < 3 * BURST && last.statusCode() == 200; i++) {
      last = get("/api/v2/collections", greedy);
    }
    assertThat(last.statusCode()).isEqualTo(429);
    assertThat(last.body()).contains("too-many-requests");
    assertThat(last.headers().firstValue("RateLimit"))
        .hasValueSatisfying(output -> assertThat(output).contains(";r=0;"));
    assertThat(last.headers().firstValue("Retry-After")).isPresent();
    assertThat(get("/collections", greedy).statusCode()).as("the other form").isEqualTo(429);
    assertThat(get("/api/v2/collections", token("viewer")).statusCode()).isEqualTo(200);
  }

  @Test
  void aClassOfRequestsMayHaveALimitOfItsOwn() throws Exception {
    String dashboard = token("manager");
    HttpResponse<String> last = get("/api/v2" + SERIES, dashboard);
    assertThat(last.headers().firstValue("RateLimit-Policy")).contains("\"series\";q=60;w=60");
    for (int i = 0; i < 3 * SERIES_BURST && last.statusCode() != 429; i++) {
      last = get("/api/v2" + SERIES, dashboard);
    }
    assertThat(last.statusCode()).isEqualTo(429);
    HttpResponse<String> other = get("/api/v2/collections", dashboard);
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(other.headers().firstValue("RateLimit-Policy")).contains("\"spatio\";q=60;w=60");
  }

  @Test
  @Tag("GLEBE_RATE_LIMITS")
  @Tag("GLEBE_DISCARD_PAUSE")
  void aConnectionPausesAfterTooManyRefusals() throws Exception {
    Duration pause = Duration.ofMillis(300);
    try (TestServer server =
            new TestServer(
                Settings.defaults()
                    .with(HttpSettings.RATE_LIMITS, "refused=1/3")
                    .with(ConnectionSettings.DISCARD_PAUSE, pause.toMillis() + "ms"));
        RawConnection client =
            new RawConnection(URI.create("http://127.0.0.1:" + server.verticle.port()))) {
      long from = System.nanoTime();
      int free = 23; // three of the address, and the first ones of the connection
      int paused = 2;
      for (int i = 0; i < free + paused + 1; i++) {
        client.say("GET /nothing HTTP/1.1", "Host: localhost", "");
        assertThat(client.read(true).status()).isEqualTo(404);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - from))
          .as("nothing follows the last one")
          .isGreaterThanOrEqualTo(pause.multipliedBy(paused));
    }
  }

  @Test
  void responsesWithoutALimitHaveNoRateLimitHeader() throws Exception {
    HttpResponse<String> answer = get("/v1/farms", token("manager"));
    assertThat(answer.headers().firstValue("RateLimit")).isEmpty();
    assertThat(answer.headers().firstValue("RateLimit-Policy")).isEmpty();
  }

  @Test
  void byDefaultEveryAreaHasAHighLimitAndSignInIsLimitedByAddress() throws Exception {
    Map<String, String> policies =
        Map.of(
            "/v1/openapi.json",
            "\"farm\";q=3000000;w=60",
            SERIES,
            "\"series\";q=600000;w=60",
            "/api/v2/collections/none/tiles/WebMercatorQuad/0/0/0",
            "\"spatio\";q=6000000;w=60",
            "/api/v2/collections",
            "\"spatio\";q=6000000;w=60",
            "/collections",
            "\"spatio\";q=6000000;w=60",
            "/sta/v1.1/Things",
            "\"sensor\";q=3000000;w=60",
            "/docs/",
            "\"root\";q=3000000;w=60",
            "/dev/identity/jwks",
            "\"identity\";q=12000;w=60",
            "/console/session/login",
            "\"identity\";q=12000;w=60");
    for (Map.Entry<String, String> expected : policies.entrySet()) {
      HttpResponse<String> answer =
          CLIENT.send(
              HttpRequest.newBuilder(TestPlatform.shared().uri(expected.getKey()))
                  .header("Authorization", "Bearer glebe-dev-token")
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.headers().firstValue("RateLimit-Policy"))
          .as(expected.getKey())
          .contains(expected.getValue());
      assertThat(answer.headers().firstValue("RateLimit").orElse(""))
          .matches("\"[a-z]+\";r=\\d+;t=\\d+");
    }
  }

  private static HttpResponse<String> send(URI address, String method) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(address).method(method, HttpRequest.BodyPublishers.noBody()).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/farms, 401, farm",
    "GET, /v1/nothing, 404, farm",
    "PATCH, /v1/openapi.json, 405, farm",
    "OPTIONS, /v1/openapi.json, 204, farm",
    "GET, /sta/v1.1/Things, 401, sensor",
    "GET, /api/v2/nothing, 404, spatio",
    "PATCH, /collections, 405, spatio",
    "GET, /nothing, 404, root",
    "GET, /v1/%00, 400, farm"
  })
  void requestsOfNobodyAreCountedAndShowTheirLimit(
      String method, String path, int status, String area) throws Exception {
    HttpResponse<String> answer = send(TestPlatform.shared().uri(path), method);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().allValues("RateLimit-Policy"))
        .singleElement()
        .satisfies(policy -> assertThat(policy).startsWith("\"" + area + "\";q="));
    assertThat(answer.headers().allValues("RateLimit"))
        .singleElement()
        .satisfies(left -> assertThat(left).matches("\"" + area + "\";r=\\d+;t=\\d+"));
  }

  @Test
  void tooManyRequestsOfNobodyAreRefused() throws Exception {
    URI nothing = URI.create(platform.address() + "/api/v2/nothing");
    int status = 404;
    for (int i = 0; i < 3 * BURST && status == 404; i++) {
      status = send(nothing, "GET").statusCode();
    }
    assertThat(status).isEqualTo(429);
  }

  /**
   * About one second's worth of the limit succeeds and the other requests are refused. The second
   * caller gets all responses.
   */
  @Test
  void aCallerOverTheLimitDoesNotSlowAnotherCaller() throws Exception {
    String polite = token("neighbour");
    String greedy = token("worker");
    long[] unloaded = times(polite, BURST / 4);
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger passed = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    Thread[] crowd = new Thread[4];
    for (int i = 0; i < crowd.length; i++) {
      crowd[i] =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (!over.get()) {
                      try {
                        int status = get("/api/v2/collections", greedy).statusCode();
                        (status == 200 ? passed : refused).incrementAndGet();
                      } catch (Exception e) {
                        throw new IllegalStateException(e);
                      }
                    }
                  });
    }
    while (refused.get() < 500) {
      Thread.onSpinWait();
    }
    long[] beside = times(polite, BURST / 4);
    over.set(true);
    for (Thread one : crowd) {
      one.join();
    }
    assertThat(beside[beside.length / 2])
        .as("median of the other, in nanoseconds; alone %s", unloaded[unloaded.length / 2])
        .isLessThan(TimeUnit.SECONDS.toNanos(2));
    assertThat(passed.get()).isLessThan(3 * BURST);
  }

  private static long[] times(String token, int count) throws Exception {
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      long from = System.nanoTime();
      assertThat(get("/api/v2/collections", token).statusCode()).isEqualTo(200);
      times[i] = System.nanoTime() - from;
    }
    Arrays.sort(times);
    return times;
  }

  @Test
  void anInvalidLimitIsRefusedAtTheStart() {
    for (String wrong : new String[] {"farm", "farm=", "moon=5", "plain=5", "farm=5/", "farm=x"}) {
      assertThatThrownBy(
              () -> RateLimits.of(Settings.defaults().with(HttpSettings.RATE_LIMITS, wrong)))
          .as(wrong)
          .isInstanceOf(InvalidSettings.class);
    }
  }
}
