package io.glebe.core.identity;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.vertx.core.Future;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys found by OIDC discovery. They are fetched again when they are old or when a token names an
 * unknown key: one fetch at a time, never two within a minimum interval. While the issuer is down
 * the last fetched keys stay in use.
 */
public final class DiscoveredKeys implements KeySource {
  /** Maximum number of keys of one issuer. */
  static final int MAX_KEYS = 100;

  private static final String DISCOVERY = "/.well-known/openid-configuration";
  private static final Logger LOG = LoggerFactory.getLogger(DiscoveredKeys.class);

  /**
   * The interval of fetches.
   *
   * @param minInterval minimum time between two fetches
   * @param maxAge age after which keys are fetched again in the background
   */
  public record Pace(Duration minInterval, Duration maxAge) {}

  private record Known(List<JWK> keys, Instant at) {
    boolean has(String kid) {
      return keys.stream().anyMatch(key -> kid.equals(key.getKeyID()));
    }
  }

  private final String issuer;
  private final DocumentFetch fetch;
  private final Pace pace;
  private final InstantSource clock;
  private final Runnable keyGone;

  private volatile Known known = new Known(List.of(), Instant.MIN);
  private volatile Optional<String> lastFailure = Optional.empty();
  private Optional<Future<List<JWK>>> running = Optional.empty();
  private Instant lastAttempt = Instant.MIN;

  /**
   * @param keyGone runs when a key is gone, so that tokens it signed are not accepted any more
   */
  public DiscoveredKeys(
      String issuer, DocumentFetch fetch, Pace pace, InstantSource clock, Runnable keyGone) {
    this.issuer = issuer;
    this.fetch = fetch;
    this.pace = pace;
    this.clock = clock;
    this.keyGone = keyGone;
  }

  @Override
  public Future<List<JWK>> keys(Optional<String> kid) {
    Known now = known;
    if (now.keys().isEmpty()) {
      return refresh();
    }
    if (kid.isPresent() && !now.has(kid.get())) {
      return refresh().recover(failure -> Future.succeededFuture(known.keys()));
    }
    boolean old = now.at().plus(pace.maxAge()).isBefore(clock.instant());
    if (old || lastFailure.isPresent()) {
      refresh();
    }
    return Future.succeededFuture(now.keys());
  }

  @Override
  public Optional<String> failure() {
    return lastFailure;
  }

  private synchronized Future<List<JWK>> refresh() {
    if (running.isPresent()) {
      return running.get();
    }
    Instant now = clock.instant();
    if (lastAttempt.isAfter(now.minus(pace.minInterval()))) {
      return known.keys().isEmpty()
          ? Future.failedFuture(unreachable())
          : Future.succeededFuture(known.keys());
    }
    lastAttempt = now;
    Future<List<JWK>> fetched = fetchKeys().onComplete(done -> finished());
    running = fetched.isComplete() ? Optional.empty() : Optional.of(fetched);
    return fetched;
  }

  private synchronized void finished() {
    running = Optional.empty();
  }

  private Future<List<JWK>> fetchKeys() {
    return fetch
        .json(issuer.replaceFirst("/$", "") + DISCOVERY)
        .map(this::jwksUri)
        .compose(fetch::json)
        .map(DiscoveredKeys::parse)
        .map(this::keep)
        .recover(this::failed);
  }

  private String jwksUri(Map<String, Object> metadata) {
    if (!issuer.equals(metadata.get("issuer"))) {
      throw new IllegalStateException("the discovery document names another issuer");
    }
    return Objects.requireNonNull(metadata.get("jwks_uri"), "no jwks_uri").toString();
  }

  private static List<JWK> parse(Map<String, Object> document) {
    try {
      return JWKSet.parse(document).getKeys().stream()
          .map(JWK::toPublicJWK)
          .filter(Objects::nonNull)
          .limit(MAX_KEYS)
          .toList();
    } catch (ParseException e) {
      throw new IllegalStateException("the key set is malformed");
    }
  }

  private List<JWK> keep(List<JWK> fetched) {
    if (fetched.isEmpty()) {
      throw new IllegalStateException("the key set is empty");
    }
    boolean isKeyRemoved = !fetched.containsAll(known.keys());
    known = new Known(fetched, clock.instant());
    lastFailure.ifPresent(before -> LOG.info("the identity provider responds again"));
    lastFailure = Optional.empty();
    if (isKeyRemoved) {
      keyGone.run();
    }
    return fetched;
  }

  private Future<List<JWK>> failed(Throwable cause) {
    if (lastFailure.isEmpty()) {
      LOG.warn("keys of the identity provider cannot be fetched: {}", cause.getMessage());
    }
    lastFailure = Optional.of("keys of the identity provider cannot be fetched");
    return Future.failedFuture(unreachable());
  }

  private static Problem unreachable() {
    return Problem.tooBusy(
        "the identity provider cannot be reached", RetrySeconds.IDENTITY_PROVIDER);
  }
}
