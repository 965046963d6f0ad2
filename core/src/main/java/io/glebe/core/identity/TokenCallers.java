package io.glebe.core.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.RoleBook;
import io.glebe.core.access.ScopeMap;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** Callers by bearer token; a known token with known grants completes at once. */
public final class TokenCallers implements Callers {
  /** Longest time for which an admission holds: what is noted of callers is noted often enough. */
  private static final Duration ADMITTED = Duration.ofSeconds(5);

  private final TokenVerifier tokens;
  private final GrantsCache grants;
  private final ScopeMap scopes;
  private final Arrivals arrivals;
  private final InstantSource clock;

  /** By the token itself, as long as it is remembered elsewhere. */
  private final Cache<VerifiedToken, Caller> callers =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  public TokenCallers(
      TokenVerifier tokens,
      GrantsCache grants,
      ScopeMap scopes,
      Arrivals arrivals,
      InstantSource clock) {
    this.tokens = tokens;
    this.grants = grants;
    this.scopes = scopes;
    this.arrivals = arrivals;
    this.clock = clock;
  }

  @Override
  public Future<Caller> authenticate(String bearer, String audience) {
    return admit(bearer, audience).map(Admission::caller);
  }

  @Override
  public Future<Admission> admit(String bearer, String audience) {
    long before = epoch();
    return tokens.verify(bearer, audience).compose(token -> admit(token, before));
  }

  @Override
  public boolean knows(String bearer, String audience) {
    return tokens.knows(bearer, audience);
  }

  @Override
  public boolean holds(Admission admission) {
    return admission.epoch() == epoch() && clock.millis() < admission.untilMillis();
  }

  /** Grows with every change of tokens or grants; two numbers that only grow, in one. */
  private long epoch() {
    return tokens.generation() + grants.generation();
  }

  private Future<Admission> admit(VerifiedToken token, long epoch) {
    return moment(token)
        .compose(
            found ->
                arrivals
                    .arrive(token, found.grants().userId())
                    .compose(letIn -> letIn ? moment(token) : Future.succeededFuture(found)))
        .map(found -> new Admission(caller(token, found.grants()), epoch, until(token, found)));
  }

  /** A token of one User record says nothing of another that bears the subject later. */
  private static void requireSameUser(VerifiedToken token, Optional<UUID> bearer) {
    if (token.user().isPresent() && bearer.isPresent() && !token.user().equals(bearer)) {
      throw TokenRefused.invalid(TokenRefused.OF_ANOTHER);
    }
  }

  private Future<RoleBook.Moment> moment(VerifiedToken token) {
    return grants.moment(token.issuer(), token.subject());
  }

  private long until(VerifiedToken token, RoleBook.Moment found) {
    Instant until = clock.instant().plus(ADMITTED);
    until = until.isBefore(token.expiresAt()) ? until : token.expiresAt();
    return (until.isBefore(found.until()) ? until : found.until()).toEpochMilli();
  }

  /** The caller of the same token with the same grants is the same. */
  private Caller caller(VerifiedToken token, Grants found) {
    Caller known = callers.getIfPresent(token);
    if (known != null && known.grants() == found) {
      return known;
    }
    Caller made = made(token, found);
    callers.put(token, made);
    return made;
  }

  private Caller made(VerifiedToken token, Grants found) {
    requireSameUser(token, found.userId());
    return new Caller(
        kind(token),
        token.issuer(),
        token.subject(),
        token.clientId(),
        token.audience(),
        token.scopes(),
        scopes.rights(token.audience(), token.scopes()),
        found);
  }

  /** An app that speaks to the sensor service as itself is a service account, that is a device. */
  private static CallerKind kind(VerifiedToken token) {
    boolean device = token.kind() == CallerKind.CLIENT && token.audience().equals(Audiences.SENSOR);
    return device ? CallerKind.DEVICE : token.kind();
  }
}
