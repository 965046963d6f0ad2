package io.glebe.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.access.CallerKind;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PlatformTokensTest {
  private final TestClock clock = new TestClock();
  private final AtomicInteger checks = new AtomicInteger();
  private volatile boolean revoked;

  private VerifiedToken token(String audience) {
    return new VerifiedToken(
        CallerKind.PERSON,
        Signer.ISSUER,
        "person-1",
        Optional.empty(),
        audience,
        Set.of("farm-read"),
        clock.instant().plusSeconds(60),
        Optional.of("session-1"),
        Optional.empty());
  }

  private PlatformTokens tokens(PlatformTokens.Form form) {
    return new PlatformTokens(List.of(form), token -> revoked, clock, 100);
  }

  private PlatformTokens counting() {
    return tokens(
        (bearer, audience) -> {
          checks.incrementAndGet();
          return Optional.of(
              bearer.startsWith("good")
                  ? Future.succeededFuture(token(audience))
                  : Future.failedFuture(TokenRefused.invalid("no")));
        });
  }

  @Test
  void aCachedTokenIsNotCheckedAgainUntilItExpires() {
    PlatformTokens tokens = counting();
    VerifiedToken first = tokens.verify("good", "farm-api").await();
    assertThat(tokens.verify("good", "farm-api").await()).isSameAs(first);
    assertThat(checks).hasValue(1);
    clock.advance(Duration.ofSeconds(60));
    tokens.verify("good", "farm-api").await();
    assertThat(checks).hasValue(2);
  }

  @Test
  void aTokenCachedForOneApiIsCheckedAgainForAnother() {
    PlatformTokens tokens = counting();
    tokens.verify("good", "farm-api").await();
    assertThat(tokens.verify("good", "spatio-api").await().audience()).isEqualTo("spatio-api");
    assertThat(checks).hasValue(2);
  }

  @Test
  void aRefusalIsNotCached() {
    PlatformTokens tokens = counting();
    assertThatThrownBy(() -> tokens.verify("bad", "farm-api").await()).isInstanceOf(Problem.class);
    assertThat(tokens.size()).isZero();
  }

  @Test
  void aRevokedTokenIsRefusedAsSoonAsTheCacheIsDropped() {
    PlatformTokens tokens = counting();
    tokens.verify("good", "farm-api").await();
    revoked = true;
    tokens.drop();
    assertThatThrownBy(() -> tokens.verify("good", "farm-api").await())
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(401));
  }

  @Test
  void aCheckThatRunsWhileTheCacheIsDroppedIsNotCached() {
    Promise<VerifiedToken> slow = Promise.promise();
    PlatformTokens tokens = tokens((bearer, audience) -> Optional.of(slow.future()));
    Future<VerifiedToken> answer = tokens.verify("good", "farm-api");
    tokens.drop();
    slow.complete(token("farm-api"));
    answer.await();
    assertThat(tokens.size()).isZero();
  }

  @Test
  void theDevelopmentTokenIsValidForItsApisOnly() {
    DevelopmentToken form =
        new DevelopmentToken(
            "fixed", Signer.ISSUER, "owner", Map.of("spatio-api", Set.of("spatio-read")), clock);
    PlatformTokens tokens = tokens(form);
    VerifiedToken token = tokens.verify("fixed", "spatio-api").await();
    assertThat(token.subject()).isEqualTo("owner");
    assertThat(token.scopes()).containsExactly("spatio-read");
    assertThatThrownBy(() -> tokens.verify("fixed", "farm-api").await())
        .isInstanceOf(Problem.class);
    assertThatThrownBy(() -> tokens.verify("fixed2", "spatio-api").await())
        .isInstanceOf(Problem.class);
  }
}
