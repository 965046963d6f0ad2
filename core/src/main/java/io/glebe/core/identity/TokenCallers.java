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
import io.glebe.core.access.ViewerScope;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** Authenticates bearer tokens; a cached token with cached grants completes at once. */
public final class TokenCallers implements Callers {
  /**
   * Maximum time for which an admission is valid, so that sign-in times are updated often enough.
   */
  private static final Duration ADMITTED = Duration.ofSeconds(5);

  /** The latest time in milliseconds. */
  private static final Instant NEVER = Instant.ofEpochMilli(Long.MAX_VALUE);

  private final TokenVerifier tokens;
  private final GrantsCache grants;
  private final ScopeMap scopes;
  private final UserProvisioning provisioning;
  private final InstantSource clock;

  /** By token, as long as the token itself is cached elsewhere. */
  private final Cache<VerifiedToken, Caller> callers =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  public TokenCallers(
      TokenVerifier tokens,
      GrantsCache grants,
      ScopeMap scopes,
      UserProvisioning provisioning,
      InstantSource clock) {
    this.tokens = tokens;
    this.grants = grants;
    this.scopes = scopes;
    this.provisioning = provisioning;
    this.clock = clock;
  }

  @Override
  public Future<Caller> authenticate(String bearer, String audience) {
    return admit(bearer, audience).map(AdmittedCaller::caller);
  }

  @Override
  public Future<AdmittedCaller> admit(String bearer, String audience) {
    long started = epoch();
    return tokens.verify(bearer, audience).compose(token -> admit(bearer, token, started));
  }

  @Override
  public boolean knows(String bearer, String audience) {
    return tokens.knows(bearer, audience);
  }

  @Override
  public boolean holds(AdmittedCaller admission) {
    return admission.epoch() == epoch() && clock.millis() < admission.untilMillis();
  }

  /** Increases with every change of tokens or grants; the sum of two increasing numbers. */
  private long epoch() {
    return tokens.generation() + grants.generation();
  }

  private Future<AdmittedCaller> admit(String bearer, VerifiedToken token, long epoch) {
    return current(token)
        .compose(found -> provisioned(token, found))
        .map(
            found -> {
              long end = end(token, found);
              Caller caller = caller(token, found.grants(), new Bearer(bearer, token, epoch, end));
              long soon = clock.instant().plus(ADMITTED).toEpochMilli();
              return new AdmittedCaller(caller, epoch, Math.min(soon, end));
            });
  }

  /** The use of a token for viewers is no sign-in of its maker. */
  private Future<SubjectRoles.CurrentGrants> provisioned(
      VerifiedToken token, SubjectRoles.CurrentGrants found) {
    return isForViewers(token)
        ? Future.succeededFuture(found)
        : provisioning
            .provision(token, found.grants().userId())
            .compose(added -> added ? current(token) : Future.succeededFuture(found));
  }

  private static boolean isForViewers(VerifiedToken token) {
    return token.audience().equals(ViewerScope.AUDIENCE);
  }

  /**
   * A token issued for one User record is not valid for another that has the subject later; one for
   * viewers is not valid while the record is not active.
   */
  private static void requireSameUser(VerifiedToken token, Optional<UUID> user) {
    boolean another = user.isPresent() ? !token.user().equals(user) : isForViewers(token);
    if (token.user().isPresent() && another) {
      throw TokenRefused.invalid(TokenRefused.OF_ANOTHER);
    }
  }

  private Future<SubjectRoles.CurrentGrants> current(VerifiedToken token) {
    return grants.current(token.issuer(), token.subject());
  }

  /** The time at which the token expires or the grants of its subject change. */
  private static long end(VerifiedToken token, SubjectRoles.CurrentGrants found) {
    Instant end = token.expiresAt();
    end = end.isBefore(found.until()) ? end : found.until();
    return end.isAfter(NEVER) ? Long.MAX_VALUE : end.toEpochMilli();
  }

  /** Authenticates the same token again. */
  private final class Bearer implements CallerSource {
    private final String bearer;
    private final String audience;
    private final long epoch;
    private final long untilMillis;

    Bearer(String bearer, VerifiedToken token, long epoch, long untilMillis) {
      this.bearer = bearer;
      this.audience = token.audience();
      this.epoch = epoch;
      this.untilMillis = untilMillis;
    }

    @Override
    public boolean isCurrent() {
      return epoch == epoch() && clock.millis() < untilMillis;
    }

    @Override
    public Future<Caller> reload() {
      return authenticate(bearer, audience);
    }
  }

  /** Reuses the caller of the same token while its grants stay the same. */
  private Caller caller(VerifiedToken token, Grants current, CallerSource source) {
    Caller known = callers.getIfPresent(token);
    if (known != null && known.grants() == current && known.isCurrent()) {
      return known;
    }
    Caller created = create(token, current, source);
    callers.put(token, created);
    return created;
  }

  private Caller create(VerifiedToken token, Grants current, CallerSource source) {
    requireSameUser(token, current.userId());
    return new Caller(
        kind(token),
        token.issuer(),
        token.subject(),
        token.clientId(),
        token.audience(),
        token.scopes(),
        scopes.rights(token.audience(), token.scopes()),
        current,
        source);
  }

  /** An app that acts for itself at the sensor API is a service account, i.e. a device. */
  private static CallerKind kind(VerifiedToken token) {
    boolean device = token.kind() == CallerKind.CLIENT && token.audience().equals(Audiences.SENSOR);
    return device ? CallerKind.DEVICE : token.kind();
  }
}
