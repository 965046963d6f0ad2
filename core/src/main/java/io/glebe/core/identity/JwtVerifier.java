package io.glebe.core.identity;

import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.Optional;

/** Verifies signed tokens of the issuer, without a cache; {@link PlatformTokens} caches. */
public final class JwtVerifier implements TokenVerifier {
  /** Maximum number of signatures that wait to be checked or are being checked. */
  private static final int MAX_WAITING = 512;

  private static final int MAX_WORKING = Math.max(2, Runtime.getRuntime().availableProcessors());

  private final JwtCheck check;
  private final KeySource keys;
  private final InstantSource clock;
  private final BoundedWork work = new BoundedWork(MAX_WAITING, MAX_WORKING);

  public JwtVerifier(JwtCheck check, KeySource keys, InstantSource clock) {
    this.check = check;
    this.keys = keys;
    this.clock = clock;
  }

  @Override
  public Future<VerifiedToken> verify(String bearer, String audience) {
    SignedJWT jwt;
    try {
      jwt = check.parse(bearer);
    } catch (Problem refused) {
      return Future.failedFuture(refused);
    }
    return keys.keys(Optional.ofNullable(jwt.getHeader().getKeyID()))
        .compose(known -> work.run(() -> check.verify(jwt, known, audience, clock.instant())));
  }
}
