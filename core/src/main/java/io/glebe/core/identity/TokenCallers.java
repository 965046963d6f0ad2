package io.glebe.core.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.ScopeMap;
import io.vertx.core.Future;

/** Callers by bearer token; a known token with known grants completes at once. */
public final class TokenCallers implements Callers {
  private final TokenVerifier tokens;
  private final GrantsCache grants;
  private final ScopeMap scopes;
  private final Arrivals arrivals;

  /** By the token itself, as long as it is remembered elsewhere. */
  private final Cache<VerifiedToken, Caller> callers =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  public TokenCallers(
      TokenVerifier tokens, GrantsCache grants, ScopeMap scopes, Arrivals arrivals) {
    this.tokens = tokens;
    this.grants = grants;
    this.scopes = scopes;
    this.arrivals = arrivals;
  }

  @Override
  public Future<Caller> authenticate(String bearer, String audience) {
    return tokens.verify(bearer, audience).compose(this::caller);
  }

  private Future<Caller> caller(VerifiedToken token) {
    return grants(token)
        .compose(
            found ->
                arrivals
                    .arrive(token, found.userId())
                    .compose(letIn -> letIn ? grants(token) : Future.succeededFuture(found)))
        .map(found -> caller(token, found));
  }

  private Future<Grants> grants(VerifiedToken token) {
    return grants.grants(token.issuer(), token.subject());
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
