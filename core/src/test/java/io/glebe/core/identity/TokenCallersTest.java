package io.glebe.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.OutdatedCaller;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.access.SubjectRoles;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests how long a caller stays valid, and the cost of the check. */
class TokenCallersTest {
  private static final String FARM_API = "farm-api";
  private static final Duration LIFE = Duration.ofMinutes(5);

  private final TestClock clock = new TestClock();
  private final AtomicBoolean revoked = new AtomicBoolean();
  private final AtomicInteger verified = new AtomicInteger();
  private final AtomicInteger looked = new AtomicInteger();
  private volatile SubjectRoles roles =
      new SubjectRoles(Optional.of(UUID.randomUUID()), Set.of(), List.of(), List.of());
  private final GrantsCache grants =
      new GrantsCache(
          (issuer, subject) -> {
            looked.incrementAndGet();
            return Future.succeededFuture(roles);
          },
          clock);
  private final PlatformTokens tokens =
      new PlatformTokens(List.of(this::verify), token -> false, clock, 10);
  private final TokenCallers callers =
      new TokenCallers(
          tokens,
          grants,
          ScopeMap.parse(Settings.defaults().get(IdentitySettings.IDENTITY_SCOPES)),
          UserProvisioning.IGNORED,
          clock);

  private final VerifiedToken token =
      new VerifiedToken(
          CallerKind.PERSON,
          "issuer",
          "anna",
          Optional.of("app"),
          FARM_API,
          Set.of("farm-read"),
          clock.instant().plus(LIFE),
          Optional.empty(),
          Optional.empty());

  private Optional<Future<VerifiedToken>> verify(String bearer, String audience) {
    verified.incrementAndGet();
    boolean over = revoked.get() || !clock.instant().isBefore(token.expiresAt());
    return Optional.of(
        over
            ? Future.failedFuture(TokenRefused.invalid(TokenRefused.REVOKED))
            : Future.succeededFuture(token));
  }

  private Caller found() {
    return callers.authenticate("bearer", FARM_API).await();
  }

  private static void refused(Caller caller) {
    assertThatThrownBy(() -> caller.now().await())
        .isInstanceOfSatisfying(
            Problem.class, p -> assertThat(p.type()).isEqualTo(ProblemType.UNAUTHORIZED));
  }

  @Test
  void aCurrentCallerIsNotLoadedAgain() {
    Caller caller = found();
    assertThat(caller.isCurrent()).isTrue();
    assertThat(caller.now().await()).isSameAs(caller);
    caller.requireCurrent();
    assertThat(found()).as("the next request").isSameAs(caller);
    assertThat(verified).hasValue(1);
    assertThat(looked).hasValue(1);
  }

  @Test
  void revokedRightsAreGoneWhenTheCallerIsReloaded() {
    Caller caller = found();
    roles = SubjectRoles.EMPTY;
    grants.changed();
    assertThatThrownBy(caller::requireCurrent).isInstanceOf(OutdatedCaller.class);
    Caller now = caller.now().await();
    assertThat(now.userId()).isEmpty();
    assertThat(now.isCurrent()).isTrue();
  }

  @Test
  void aCallerWithARevokedTokenIsRefused() {
    Caller caller = found();
    revoked.set(true);
    tokens.drop();
    assertThat(caller.isCurrent()).isFalse();
    refused(caller);
  }

  @Test
  void aCallerWithAnExpiredTokenIsRefused() {
    Caller caller = found();
    clock.advance(LIFE);
    assertThat(caller.isCurrent()).isFalse();
    refused(caller);
  }

  @Test
  void aChangeOfOtherCallersCostsOneLookup() {
    Caller caller = found();
    grants.changed();
    Caller now = caller.now().await();
    assertThat(now.userId()).isEqualTo(caller.userId());
    assertThat(now.isCurrent()).isTrue();
    assertThat(found()).isSameAs(now);
    assertThat(looked).hasValue(2);
  }

  @Test
  void additionalGrantsAreAddedToReloadedRights() {
    UUID farm = UUID.randomUUID();
    Caller gaining = found().withAdditional(g -> g.with(farm, Optional.empty(), Set.of()));
    grants.changed();
    assertThat(gaining.isCurrent()).isFalse();
    Caller now = gaining.now().await();
    assertThat(now.isCurrent()).isTrue();
    assertThat(now.grants().farms()).contains(farm);
  }

  @Test
  void anOperationThatIsInterruptedTooOftenFails() {
    AtomicInteger tries = new AtomicInteger();
    Caller caller = found();
    grants.changed();
    assertThatThrownBy(
            () ->
                OutdatedCaller.repeating(
                        () -> {
                          tries.incrementAndGet();
                          return Future.succeededFuture()
                              .map(
                                  nothing -> {
                                    caller.requireCurrent();
                                    return nothing;
                                  });
                        })
                    .await())
        .isInstanceOfSatisfying(
            Problem.class, p -> assertThat(p.type()).isEqualTo(ProblemType.TOO_BUSY));
    assertThat(tries).hasValue(500);
  }
}
