package io.glebe.core.identity;

import io.glebe.core.access.CallerKind;
import io.vertx.core.Future;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fixed token of the development profile, accepted for one user by some of the APIs. */
public final class DevelopmentToken implements PlatformTokens.Form {
  private final byte[] digest;
  private final String issuer;
  private final String subject;
  private final Map<String, Set<String>> scopes;
  private final InstantSource clock;

  /**
   * @param scopes the granted scopes for each API that accepts the token
   */
  public DevelopmentToken(
      String token,
      String issuer,
      String subject,
      Map<String, Set<String>> scopes,
      InstantSource clock) {
    this.digest = TokenDigest.sha256(token);
    this.issuer = issuer;
    this.subject = subject;
    this.scopes = Map.copyOf(scopes);
    this.clock = clock;
  }

  @Override
  public Optional<Future<VerifiedToken>> apply(String bearer, String audience) {
    if (!MessageDigest.isEqual(digest, TokenDigest.sha256(bearer))) {
      return Optional.empty();
    }
    if (!scopes.containsKey(audience)) {
      return Optional.of(
          Future.failedFuture(TokenRefused.invalid(TokenRefused.NO_DEVELOPMENT_TOKEN)));
    }
    VerifiedToken token =
        new VerifiedToken(
            CallerKind.PERSON,
            issuer,
            subject,
            Optional.empty(),
            audience,
            scopes.get(audience),
            PlatformTokens.inAMinute(clock),
            Optional.empty(),
            Optional.empty());
    return Optional.of(Future.succeededFuture(token));
  }
}
