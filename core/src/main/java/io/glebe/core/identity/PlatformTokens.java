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
 * All forms of bearer tokens in one: known ones from a bounded cache by SHA-256, others sent to the
 * form they have. A known token costs a digest and a look-up. Safe for threads.
 */
public final class PlatformTokens implements TokenVerifier {
  /** One form of tokens; empty when the text has another form. */
  public interface Form extends BiFunction<String, String, Optional<Future<VerifiedToken>>> {}

  private record Key(TokenDigest digest, String audience) {}

  /**
   * A token, and how many times tokens had been dropped when it began to be checked: a check that
   * began before a revocation says nothing about the time after it.
   */
  private record Known(VerifiedToken token, long generation) {}

  private final List<Form> forms;
  private final Revocations revocations;
  private final InstantSource clock;
  private final Cache<Key, Known> cache;
  private final AtomicLong generation = new AtomicLong();

  /**
   * @param forms tried in order; the last takes what is left
   * @param size most tokens that are remembered
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
    long before = generation.get();
    return fresh(bearer, audience).map(token -> remember(key, token, before));
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

  private VerifiedToken remember(Key key, VerifiedToken token, long before) {
    if (revocations.revoked(token)) {
      throw TokenRefused.invalid(TokenRefused.REVOKED);
    }
    if (generation.get() == before) { // a check that began before is not believed later
      cache.put(key, new Known(token, before));
    }
    return token;
  }

  /** A key has gone or a token was revoked: nothing is believed unseen any more. */
  public void drop() {
    generation.incrementAndGet(); // from here on nothing that is remembered is believed
    cache.invalidateAll();
  }

  @Override
  public long generation() {
    return generation.get();
  }

  /** Number of remembered tokens, for metrics. */
  public long size() {
    return cache.estimatedSize();
  }

  /** When a token of unknown end is checked again. */
  static Instant inAMinute(InstantSource clock) {
    return clock.instant().plus(Duration.ofMinutes(1));
  }
}
