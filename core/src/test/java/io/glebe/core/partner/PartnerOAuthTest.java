package io.glebe.core.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Vertx;
import io.vertx.ext.web.client.WebClient;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PartnerOAuthTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Vertx vertx = Vertx.vertx();
  private final List<String> forms = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws Exception {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  private PartnerOAuth partner(int status, String body) throws Exception {
    int port =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            form -> {
                              forms.add(form.toString());
                              request.response().setStatusCode(status).end(body);
                            }))
            .listen(0, "127.0.0.1")
            .await(10, TimeUnit.SECONDS)
            .actualPort();
    return new PartnerOAuth(
        WebClient.create(vertx),
        URI.create("http://127.0.0.1:" + port + "/token"),
        "glebe",
        "secret",
        Duration.ofSeconds(5),
        InstantSource.fixed(NOW));
  }

  @Test
  void aCodeIsExchangedForAGrantThatDoesNotPrintItsTokens() throws Exception {
    PartnerOAuth.Grant grant =
        partner(200, "{\"access_token\":\"aaa\",\"refresh_token\":\"rrr\",\"expires_in\":60}")
            .code("c1", "https://farm.example/back")
            .await(10, TimeUnit.SECONDS);
    assertEquals(new PartnerOAuth.Grant("aaa", Optional.of("rrr"), NOW.plusSeconds(60)), grant);
    assertEquals(
        List.of(
            "grant_type=authorization_code&code=c1"
                + "&redirect_uri=https%3A%2F%2Ffarm.example%2Fback"),
        forms);
    assertFalse(grant.toString().contains("aaa") || grant.toString().contains("rrr"));
  }

  @Test
  void aRefusedGrantIsAConflictAndIsNotRetried() throws Exception {
    PartnerOAuth oauth = partner(400, "{\"error\":\"invalid_grant\"}");
    Problem problem =
        assertThrows(Problem.class, () -> oauth.refresh("r1").await(10, TimeUnit.SECONDS));
    assertEquals(ProblemType.CONFLICT, problem.type());
    assertEquals(List.of("grant_type=refresh_token&refresh_token=r1"), forms);
  }

  @Test
  void aResponseWithoutATokenIsABadGateway() throws Exception {
    PartnerOAuth oauth = partner(200, "{\"expires_in\":60}");
    Problem problem =
        assertThrows(Problem.class, () -> oauth.refresh("r1").await(10, TimeUnit.SECONDS));
    assertEquals(ProblemType.BAD_GATEWAY, problem.type());
  }
}
