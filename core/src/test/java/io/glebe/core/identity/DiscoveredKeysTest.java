package io.glebe.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DiscoveredKeysTest {
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration AGE = Duration.ofMinutes(10);
  private final Vertx vertx = Vertx.vertx();
  private final TestClock clock = new TestClock();
  private final AtomicInteger fetches = new AtomicInteger();
  private final AtomicInteger keysGone = new AtomicInteger();
  private volatile List<JWK> published = List.of(Signer.EC256);
  private volatile boolean up = true;
  private volatile String claimedIssuer;
  private volatile Optional<Promise<Void>> gate = Optional.empty();
  private HttpServer server;
  private String issuer;
  private DiscoveredKeys keys;
  private TokenVerifier verifier;

  @BeforeEach
  void start() {
    server = vertx.createHttpServer().requestHandler(this::serve).listen(0, "127.0.0.1").await();
    issuer = "http://127.0.0.1:" + server.actualPort();
    claimedIssuer = issuer;
    DocumentFetch fetch = new DocumentFetch(vertx.createHttpClient(), Duration.ofMinutes(1));
    keys =
        new DiscoveredKeys(
            issuer,
            fetch,
            new DiscoveredKeys.Pace(INTERVAL, AGE),
            clock,
            keysGone::incrementAndGet);
    TokenRules rules =
        new TokenRules(
            issuer, issuer, Map.of(Audiences.FARM, Set.of("farm-read")), Duration.ofSeconds(30));
    verifier = new JwtVerifier(new JwtCheck(rules), keys, clock);
  }

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private void serve(HttpServerRequest request) {
    if (!up) {
      request.response().setStatusCode(503).end();
    } else if (request.path().equals("/.well-known/openid-configuration")) {
      JsonObject metadata = new JsonObject().put("issuer", claimedIssuer);
      request.response().end(metadata.put("jwks_uri", issuer + "/jwks").encode());
    } else {
      fetches.incrementAndGet();
      String body = new JWKSet(published).toString(true);
      gate.map(Promise::future)
          .orElse(Future.succeededFuture())
          .onSuccess(open -> request.response().end(body));
    }
  }

  private String token(JWK key) {
    JWSAlgorithm algorithm = JWSAlgorithm.ES256;
    return Signer.token(key, algorithm, Signer.claims().issuer(issuer).build());
  }

  private void verify(JWK key) {
    verifier.verify(token(key), Audiences.FARM).await();
  }

  private int refusal(JWK key) {
    try {
      verify(key);
      return 200;
    } catch (Problem problem) {
      return problem.status();
    }
  }

  @Test
  void keysAreFetchedOnceForManyTokens() {
    IntStream.range(0, 20).forEach(i -> verify(Signer.EC256));
    assertThat(fetches).hasValue(1);
    assertThat(keys.failure()).isEmpty();
  }

  @Test
  void anIssuerWithATrailingSlashIsFound() {
    claimedIssuer = issuer + "/";
    DocumentFetch fetch = new DocumentFetch(vertx.createHttpClient(), Duration.ofSeconds(10));
    KeySource slashed =
        new DiscoveredKeys(
            issuer + "/", fetch, new DiscoveredKeys.Pace(INTERVAL, AGE), clock, () -> {});
    assertThat(slashed.keys(Optional.empty()).await()).hasSize(1);
  }

  @Test
  void aNewKeyIsFetchedWhenATokenNamesIt() {
    verify(Signer.EC256);
    JWK next = Signer.ec("next", Curve.P_256);
    published = List.of(Signer.EC256, next);
    clock.advance(INTERVAL);
    verify(next);
    assertThat(fetches).hasValue(2);
  }

  @Test
  void manyUnknownKeysCauseOneFetchPerInterval() {
    verify(Signer.EC256);
    clock.advance(INTERVAL);
    for (int i = 0; i < 50; i++) {
      assertThat(refusal(Signer.ec("flood-" + i, Curve.P_256))).isEqualTo(401);
    }
    assertThat(fetches).hasValue(2);
    clock.advance(INTERVAL);
    assertThat(refusal(Signer.ec("flood-again", Curve.P_256))).isEqualTo(401);
    assertThat(fetches).hasValue(3);
  }

  @Test
  void concurrentTokensShareOneFetch() {
    Promise<Void> open = Promise.promise();
    gate = Optional.of(open);
    List<Future<VerifiedToken>> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      answers.add(verifier.verify(token(Signer.EC256), Audiences.FARM));
    }
    open.complete();
    Future.all(answers).await();
    assertThat(fetches).hasValue(1);
  }

  @Test
  void knownKeysStayInUseWhileTheIssuerIsDownAndReadinessReportsTheFailure() {
    verify(Signer.EC256);
    up = false;
    clock.advance(Duration.ofSeconds(20));
    assertThat(refusal(Signer.ec("unknown", Curve.P_256))).isEqualTo(401);
    assertThat(keys.failure()).isPresent();
    verify(Signer.EC256);
    up = true;
    clock.advance(INTERVAL);
    keys.keys(Optional.empty()); // as the readiness check does
    await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(keys.failure()).isEmpty());
  }

  @Test
  void withoutAnyKeyARequestIsRefusedWithRetryAfter() {
    up = false;
    assertThat(refusal(Signer.EC256)).isEqualTo(503);
    assertThat(refusal(Signer.EC256)).isEqualTo(503);
    assertThat(keys.failure()).isPresent();
    up = true;
    clock.advance(INTERVAL);
    verify(Signer.EC256);
  }

  @Test
  void aDiscoveryDocumentOfAnotherIssuerIsRefused() {
    claimedIssuer = issuer + "/";
    assertThat(refusal(Signer.EC256)).isEqualTo(503);
    assertThat(fetches).hasValue(0);
  }

  @Test
  void theListenerIsNotifiedOfARemovedKey() {
    verify(Signer.EC256);
    assertThat(keysGone).hasValue(0);
    JWK next = Signer.ec("next", Curve.P_256);
    published = List.of(next);
    clock.advance(INTERVAL);
    verify(next);
    assertThat(keysGone).hasValue(1);
    assertThat(refusal(Signer.EC256)).isEqualTo(401);
  }

  @Test
  void keysAreFetchedOverHttpsUnlessTheIssuerIsOnLoopback() {
    DocumentFetch fetch = new DocumentFetch(vertx.createHttpClient(), Duration.ofMinutes(1));
    assertThatThrownBy(() -> fetch.json("http://issuer.example/keys"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("https");
  }
}
