package io.glebe.core.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.config.PartnerSettings.PartnerPaging;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PartnerRequestsTest {
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger requests = new AtomicInteger();
  private PartnerPaging paging = PartnerPaging.LINKS;
  private int patience = 30;

  /** Supplies the token t0ken, and a fresh token as its replacement if there is one. */
  private Optional<String> fresh = Optional.empty();

  private final Bearer tokens =
      new Bearer() {
        @Override
        public Future<String> token() {
          return Future.succeededFuture("t0ken");
        }

        @Override
        public Future<String> renewed(String refused) {
          assertEquals("t0ken", refused);
          return fresh
              .map(Future::succeededFuture)
              .orElseGet(() -> Future.failedFuture(Problem.conflict("connect again")));
        }
      };

  @AfterEach
  void close() throws Exception {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  private List<JsonNode> all(Handler<HttpServerRequest> partner) throws Exception {
    int port =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  requests.incrementAndGet();
                  partner.handle(request);
                })
            .listen(0, "127.0.0.1")
            .await(10, TimeUnit.SECONDS)
            .actualPort();
    URI base = URI.create("http://127.0.0.1:" + port + "/");
    Duration timeout = Duration.ofSeconds(patience);
    return new PartnerRequests(vertx, vertx.createHttpClient(), base, paging, timeout)
        .all("organizations", tokens)
        .await(60, TimeUnit.SECONDS);
  }

  private ProblemType refusal(Handler<HttpServerRequest> partner) {
    return assertThrows(Problem.class, () -> all(partner)).type();
  }

  private static void answer(HttpServerRequest request, int status, String body) {
    request.response().setStatusCode(status).end(body);
  }

  @Test
  void allPagesAreRequestedWithTheToken() throws Exception {
    List<JsonNode> found =
        all(
            request -> {
              if (!"Bearer t0ken".equals(request.getHeader("Authorization"))) {
                answer(request, 401, "");
              } else if (request.query() == null) {
                answer(
                    request,
                    200,
                    "{\"values\":[{\"id\":\"1\"}],"
                        + "\"links\":[{\"rel\":\"nextPage\",\"uri\":\"/organizations?page=2\"}]}");
              } else {
                answer(request, 200, "{\"values\":[{\"id\":\"2\"}]}");
              }
            });
    assertEquals(List.of("1", "2"), found.stream().map(v -> v.path("id").asText()).toList());
  }

  @Test
  void aTransientFailureIsRetried() throws Exception {
    List<JsonNode> found =
        all(request -> answer(request, requests.get() < 3 ? 503 : 200, "{\"values\":[{}]}"));
    assertEquals(1, found.size());
    assertEquals(3, requests.get());
  }

  @Test
  void aPersistentFailureEndsAfterThreeAttempts() {
    assertEquals(ProblemType.BAD_GATEWAY, refusal(request -> answer(request, 500, "")));
    assertEquals(3, requests.get());
  }

  @Test
  void aPartnerWithoutAResponseTimesOut() {
    patience = 1;
    assertEquals(ProblemType.BAD_GATEWAY, refusal(request -> {}));
    assertEquals(3, requests.get());
  }

  @Test
  void aLongRetryAfterIsReturnedToTheCaller() {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                all(
                    request -> {
                      request.response().putHeader("Retry-After", "60");
                      answer(request, 429, "");
                    }));
    assertEquals(ProblemType.TOO_MANY_REQUESTS, problem.type());
    assertEquals("60", problem.headers().get("Retry-After"));
    assertEquals(1, requests.get());
  }

  @Test
  void aRevokedGrantRequiresANewConnectionWithoutRetry() {
    assertEquals(ProblemType.CONFLICT, refusal(request -> answer(request, 401, "")));
    assertEquals(1, requests.get());
  }

  @Test
  void aRejectedTokenIsReplacedOnce() throws Exception {
    fresh = Optional.of("fresh");
    List<JsonNode> found =
        all(
            request -> {
              boolean good = "Bearer fresh".equals(request.getHeader("Authorization"));
              answer(request, good ? 200 : 401, "{\"values\":[{}]}");
            });
    assertEquals(1, found.size());
    assertEquals(2, requests.get());
    requests.set(0);
    assertEquals(ProblemType.CONFLICT, refusal(request -> answer(request, 401, "")));
    assertEquals(2, requests.get());
  }

  @Test
  void aDateInRetryAfterIsParsed() {
    String inAnHour =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC).plusHours(1));
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                all(
                    request -> {
                      request.response().putHeader("Retry-After", inAnHour);
                      answer(request, 429, "");
                    }));
    int seconds = Integer.parseInt(problem.headers().get("Retry-After"));
    assertTrue(seconds > 3000 && seconds <= 3600, "seconds: " + seconds);
  }

  @Test
  void aShortRetryAfterIsFollowedByARetry() throws Exception {
    List<JsonNode> found =
        all(
            request -> {
              request.response().putHeader("Retry-After", "1");
              answer(request, requests.get() < 2 ? 429 : 200, "{\"values\":[{}]}");
            });
    assertEquals(1, found.size());
    assertEquals(2, requests.get());
  }

  @Test
  void theNextPageIsReadFromTheLinkHeader() throws Exception {
    paging = PartnerPaging.HEADER;
    List<JsonNode> found =
        all(
            request -> {
              if (request.query() == null) {
                request
                    .response()
                    .putHeader(
                        "Link",
                        "</organizations>; rel=\"self\", </organizations?page=2>; rel=\"next\"");
              }
              answer(request, 200, "[{}]");
            });
    assertEquals(2, found.size());
  }

  @Test
  void theNextPageIsRequestedByItsToken() throws Exception {
    paging = PartnerPaging.TOKEN;
    List<JsonNode> found =
        all(
            request ->
                answer(
                    request,
                    200,
                    "pageToken=a%26b".equals(request.query())
                        ? "{\"values\":[{}]}"
                        : "{\"values\":[{}],\"nextPageToken\":\"a&b\"}"));
    assertEquals(2, found.size());
  }

  @Test
  void anInvalidResponseIsABadGateway() {
    assertEquals(ProblemType.BAD_GATEWAY, refusal(request -> answer(request, 200, "<html>")));
    assertEquals(1, requests.get());
  }

  @Test
  void theTokenIsNotSentToAnotherServer() {
    assertEquals(
        ProblemType.BAD_GATEWAY,
        refusal(
            request ->
                answer(
                    request,
                    200,
                    "{\"values\":[],\"links\":[{\"rel\":\"nextPage\","
                        + "\"uri\":\"http://localhost:1/organizations\"}]}")));
    assertEquals(1, requests.get());
  }

  @Test
  void anEndlessListIsRejected() {
    assertEquals(
        ProblemType.BAD_GATEWAY,
        refusal(
            request ->
                answer(
                    request,
                    200,
                    "{\"values\":[],\"links\":[{\"rel\":\"nextPage\","
                        + "\"uri\":\"/organizations\"}]}")));
    assertEquals(PartnerRequests.MAX_PAGES, requests.get());
  }

  private static void endless(HttpServerResponse response) {
    response.write(" ".repeat(64 * 1024)).onSuccess(written -> endless(response));
  }

  @Test
  void anEndlessResponseIsAborted() {
    assertEquals(
        ProblemType.BAD_GATEWAY, refusal(request -> endless(request.response().setChunked(true))));
  }

  @Test
  void aCompressedResponseIsNotDecompressed() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write("{\"values\":[]}".getBytes(StandardCharsets.UTF_8));
    }
    Buffer body = Buffer.buffer(packed.toByteArray());
    assertEquals(
        ProblemType.BAD_GATEWAY,
        refusal(request -> request.response().putHeader("Content-Encoding", "gzip").end(body)));
  }
}
