package io.glebe.core.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * Verifies bearer tokens of all forms: known ones from a bounded cache by SHA-256, others by the
 * verifier of their form. A known token costs a digest and a lookup. Safe for threads.
 */
public final class PlatformTokens implements TokenVerifier {
  /** Verifies one form of tokens; returns empty if the text has another form. */
  public interface Form extends BiFunction<String, String, Optional<Future<VerifiedToken>>> {}

  private record Key(TokenDigest digest, String audience) {}

  /**
   * A token and the generation in which its check began; a check that began before a revocation is
   * not valid after it.
   */
  private record Known(VerifiedToken token, long generation) {}

  private final List<Form> forms;
  private final Revocations revocations;
  private final InstantSource clock;
  private final Cache<Key, Known> cache;
  private final AtomicLong generation = new AtomicLong();

  /**
   * @param forms tried in order
   * @param size maximum number of cached tokens
   */
  public PlatformTokens(List<Form> forms, Revocations revocations, InstantSource clock, int size) {
    this.forms = List.copyOf(forms);
    this.revocations = revocations;
    this.clock = clock;
    cache =
        Caffeine.newBuilder()
            .maximumSize(size)
            .executor(Runnable::run)
            .expireAfter(Expiry.<Key, Known>creating((key, known) -> left(known.token())))
            .build();
  }

  private Duration left(VerifiedToken token) {
    Duration left = Duration.between(clock.instant(), token.expiresAt());
    return left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public boolean knows(String bearer, String audience) {
    if (bearer.length() > TokenRules.MAX_TOKEN_CHARS) {
      return false;
    }
    Known known = cache.getIfPresent(new Key(TokenDigest.of(bearer), audience));
    return known != null && known.generation() == generation.get();
  }

  @Override
  public Future<VerifiedToken> verify(String bearer, String audience) {
    if (bearer.length() > TokenRules.MAX_TOKEN_CHARS) {
      return Future.failedFuture(TokenRefused.invalid("the token is too long"));
    }
    Key key = new Key(TokenDigest.of(bearer), audience);
    Known known = cache.getIfPresent(key);
    if (known != null
        && known.generation() == generation.get()
        && clock.instant().isBefore(known.token().expiresAt())) {
      return Future.succeededFuture(known.token());
    }
    long started = generation.get();
    return fresh(bearer, audience).map(token -> cached(key, token, started));
  }

  private Future<VerifiedToken> fresh(String bearer, String audience) {
    for (Form form : forms) {
      Optional<Future<VerifiedToken>> answer = form.apply(bearer, audience);
      if (answer.isPresent()) {
        return answer.get();
      }
    }
    return Future.failedFuture(TokenRefused.invalid("the token is malformed"));
  }

  private VerifiedToken cached(Key key, VerifiedToken token, long started) {
    if (revocations.revoked(token)) {
      throw TokenRefused.invalid(TokenRefused.REVOKED);
    }
    if (generation.get() == started) { // otherwise tokens were revoked during the check
      cache.put(key, new Known(token, started));
    }
    return token;
  }

  /** Invalidates all cached tokens; call when a key is gone or a token was revoked. */
  public void drop() {
    generation.incrementAndGet(); // from here on no cached token is accepted
    cache.invalidateAll();
  }

  @Override
  public long generation() {
    return generation.get();
  }

  /** Number of cached tokens, for metrics. */
  public long size() {
    return cache.estimatedSize();
  }

  /** The time at which a token without a known expiry is checked again. */
  static Instant inAMinute(InstantSource clock) {
    return clock.instant().plus(Duration.ofMinutes(1));
  }
}
