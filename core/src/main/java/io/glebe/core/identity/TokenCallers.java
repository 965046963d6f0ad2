package io.glebe.core.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.CallerSource;
import io.glebe.core.access.Grants;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.access.SubjectRoles;
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

  /** The last moment that has a number. */
  private static final Instant NEVER = Instant.ofEpochMilli(Long.MAX_VALUE);

  private final TokenVerifier tokens;
  private final GrantsCache grants;
  private final ScopeMap scopes;
  private final UserProvisioning arrivals;
  private final InstantSource clock;

  /** By the token itself, as long as it is remembered elsewhere. */
  private final Cache<VerifiedToken, Caller> callers =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  public TokenCallers(
      TokenVerifier tokens,
      GrantsCache grants,
      ScopeMap scopes,
      UserProvisioning arrivals,
      InstantSource clock) {
    this.tokens = tokens;
    this.grants = grants;
    this.scopes = scopes;
    this.arrivals = arrivals;
    this.clock = clock;
  }

  @Override
  public Future<Caller> authenticate(String bearer, String audience) {
    return admit(bearer, audience).map(AdmittedCaller::caller);
  }

  @Override
  public Future<AdmittedCaller> admit(String bearer, String audience) {
    long before = epoch();
    return tokens.verify(bearer, audience).compose(token -> admit(bearer, token, before));
  }

  @Override
  public boolean knows(String bearer, String audience) {
    return tokens.knows(bearer, audience);
  }

  @Override
  public boolean holds(AdmittedCaller admission) {
    return admission.epoch() == epoch() && clock.millis() < admission.untilMillis();
  }

  /** Grows with every change of tokens or grants; two numbers that only grow, in one. */
  private long epoch() {
    return tokens.generation() + grants.generation();
  }

  private Future<AdmittedCaller> admit(String bearer, VerifiedToken token, long epoch) {
    return moment(token)
        .compose(
            found ->
                arrivals
                    .arrive(token, found.grants().userId())
                    .compose(letIn -> letIn ? moment(token) : Future.succeededFuture(found)))
        .map(
            found -> {
              long end = end(token, found);
              Caller caller = caller(token, found.grants(), new Shown(bearer, token, epoch, end));
              long soon = clock.instant().plus(ADMITTED).toEpochMilli();
              return new AdmittedCaller(caller, epoch, Math.min(soon, end));
            });
  }

  /** A token of one User record says nothing of another that bears the subject later. */
  private static void requireSameUser(VerifiedToken token, Optional<UUID> bearer) {
    if (token.user().isPresent() && bearer.isPresent() && !token.user().equals(bearer)) {
      throw TokenRefused.invalid(TokenRefused.OF_ANOTHER);
    }
  }

  private Future<SubjectRoles.Moment> moment(VerifiedToken token) {
    return grants.moment(token.issuer(), token.subject());
  }

  /** When the token ends, or a period of its subject's roles begins or ends. */
  private static long end(VerifiedToken token, SubjectRoles.Moment found) {
    Instant end = token.expiresAt();
    end = end.isBefore(found.until()) ? end : found.until();
    return end.isAfter(NEVER) ? Long.MAX_VALUE : end.toEpochMilli();
  }

  /** The token that was shown, and what was known when it was found good. */
  private final class Shown implements CallerSource {
    private final String bearer;
    private final String audience;
    private final long epoch;
    private final long untilMillis;

    Shown(String bearer, VerifiedToken token, long epoch, long untilMillis) {
      this.bearer = bearer;
      this.audience = token.audience();
      this.epoch = epoch;
      this.untilMillis = untilMillis;
    }

    @Override
    public boolean holds() {
      return epoch == epoch() && clock.millis() < untilMillis;
    }

    @Override
    public Future<Caller> again() {
      return authenticate(bearer, audience);
    }
  }

  /** The caller of the same token with the same grants is the same, as long as that is known. */
  private Caller caller(VerifiedToken token, Grants found, CallerSource proof) {
    Caller known = callers.getIfPresent(token);
    if (known != null && known.grants() == found && known.isCurrent()) {
      return known;
    }
    Caller made = made(token, found, proof);
    callers.put(token, made);
    return made;
  }

  private Caller made(VerifiedToken token, Grants found, CallerSource proof) {
    requireSameUser(token, found.userId());
    return new Caller(
        kind(token),
        token.issuer(),
        token.subject(),
        token.clientId(),
        token.audience(),
        token.scopes(),
        scopes.rights(token.audience(), token.scopes()),
        found,
        proof);
  }

  /** An app that speaks to the sensor service as itself is a service account, that is a device. */
  private static CallerKind kind(VerifiedToken token) {
    boolean device = token.kind() == CallerKind.CLIENT && token.audience().equals(Audiences.SENSOR);
    return device ? CallerKind.DEVICE : token.kind();
  }
}
