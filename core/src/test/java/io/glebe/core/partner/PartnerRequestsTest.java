package io.glebe.core.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PartnerRequestsTest {
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger asked = new AtomicInteger();

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
                  asked.incrementAndGet();
                  partner.handle(request);
                })
            .listen(0, "127.0.0.1")
            .await(10, TimeUnit.SECONDS)
            .actualPort();
    URI base = URI.create("http://127.0.0.1:" + port + "/");
    return new PartnerRequests(vertx, vertx.createHttpClient(), base, Duration.ofSeconds(1))
        .all("organizations", "t0ken")
        .await(20, TimeUnit.SECONDS);
  }

  private ProblemType refusal(Handler<HttpServerRequest> partner) {
    return assertThrows(Problem.class, () -> all(partner)).type();
  }

  private static void answer(HttpServerRequest request, int status, String body) {
    request.response().setStatusCode(status).end(body);
  }

  @Test
  void pagesAreFollowedWithTheToken() throws Exception {
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
  void aPassingFailureIsTriedAgain() throws Exception {
    List<JsonNode> found =
        all(request -> answer(request, asked.get() < 3 ? 503 : 200, "{\"values\":[{}]}"));
    assertEquals(1, found.size());
    assertEquals(3, asked.get());
  }

  @Test
  void aLastingFailureIsGivenUpAfterThreeAttempts() {
    assertEquals(ProblemType.BAD_GATEWAY, refusal(request -> answer(request, 500, "")));
    assertEquals(3, asked.get());
  }

  @Test
  void aSilentPartnerIsGivenUp() {
    assertEquals(ProblemType.BAD_GATEWAY, refusal(request -> {}));
    assertEquals(3, asked.get());
  }

  @Test
  void aLongRetryAfterIsHandedToTheCaller() {
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
    assertEquals(1, asked.get());
  }

  @Test
  void aRevokedGrantAsksToConnectAgainWithoutRetry() {
    assertEquals(ProblemType.CONFLICT, refusal(request -> answer(request, 401, "")));
    assertEquals(1, asked.get());
  }

  @Test
  void garbageIsABadGateway() {
    assertEquals(ProblemType.BAD_GATEWAY, refusal(request -> answer(request, 200, "<html>")));
    assertEquals(1, asked.get());
  }

  @Test
  void theTokenIsNotCarriedToAnotherServer() {
    assertEquals(
        ProblemType.BAD_GATEWAY,
        refusal(
            request ->
                answer(
                    request,
                    200,
                    "{\"values\":[],\"links\":[{\"rel\":\"nextPage\","
                        + "\"uri\":\"http://localhost:1/organizations\"}]}")));
    assertEquals(1, asked.get());
  }

  @Test
  void anEndlessListIsRefused() {
    assertEquals(
        ProblemType.BAD_GATEWAY,
        refusal(
            request ->
                answer(
                    request,
                    200,
                    "{\"values\":[],\"links\":[{\"rel\":\"nextPage\","
                        + "\"uri\":\"/organizations\"}]}")));
    assertEquals(PartnerRequests.MAX_PAGES, asked.get());
  }
}
