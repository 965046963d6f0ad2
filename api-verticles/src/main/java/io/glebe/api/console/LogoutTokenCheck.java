package io.glebe.api.console;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import io.glebe.core.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * What a logout token must satisfy beside its signature and its claims (OpenID Connect Back-Channel
 * Logout 1.0, section 2.6): it has just been issued, and it comes once. Thread-safe.
 */
final class LogoutTokenCheck {
  private static final Duration SKEW = Duration.ofMinutes(5);

  /** Most by which the provider's clock may be ahead of ours. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  private static final int MAX_TOKENS = 100_000;

  private final InstantSource clock;

  /** Ids of accepted tokens, for longer than a token is accepted. */
  private final Cache<String, Boolean> accepted =
      Caffeine.newBuilder().maximumSize(MAX_TOKENS).expireAfterWrite(SKEW.multipliedBy(3)).build();

  LogoutTokenCheck(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Accepts the token; 400 if its {@code iat} is more than five minutes ago or in the future, or if
   * a token with this {@code jti} has been accepted by this process.
   */
  LogoutTokenClaimsSet accept(LogoutTokenClaimsSet claims) {
    Instant issued = claims.getIssueTime().toInstant();
    Instant now = clock.instant();
    if (issued.isBefore(now.minus(SKEW)) || issued.isAfter(now.plus(AHEAD))) {
      throw Problem.malformed("iat of the logout token is not within the last five minutes");
    }
    if (accepted.asMap().putIfAbsent(claims.getJWTID().getValue(), true) != null) {
      throw Problem.malformed("a logout token with this jti has been accepted before");
    }
    return claims;
  }
}
