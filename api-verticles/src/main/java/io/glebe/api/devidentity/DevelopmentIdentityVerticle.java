package io.glebe.api.devidentity;

import com.nimbusds.jose.jwk.JWK;
import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.identity.RevokedSessions;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.identity.SigningKeys;
import io.glebe.core.infrastructure.Infrastructure;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The verticle of the area {@code development-identity}: the stand-in for an OpenID provider. It is
 * deployed only in the development profile and only without an outside provider.
 */
public final class DevelopmentIdentityVerticle extends VerticleBase implements AreaVerticle {
  /** The name of the area in {@code GLEBE_AREAS}. */
  public static final String NAME = DevelopmentIdentityArea.NAME;

  /**
   * The identity services that it uses.
   *
   * @param console the client of the web console
   */
  public record Dependencies(
      SigningKeys keys,
      ScopeMap scopes,
      ServiceAccounts accounts,
      RevokedSessions revoked,
      FailureThrottle throttle,
      ConsoleClient console) {}

  /**
   * The client of the web console.
   *
   * @param key its public key; empty for a public client
   */
  public record ConsoleClient(String id, Optional<JWK> key) {}

  private final Infrastructure infrastructure;
  private final Dependencies dependencies;
  private DevelopmentIdentity identity;

  public DevelopmentIdentityVerticle(Infrastructure infrastructure, Dependencies dependencies) {
    this.infrastructure = infrastructure;
    this.dependencies = dependencies;
  }

  @Override
  public Future<?> start() {
    identity =
        new DevelopmentIdentity(
            new DevelopmentIdentity.Dependencies(
                vertx,
                vertx.createHttpClient(),
                dependencies.keys(),
                dependencies.scopes(),
                dependencies.accounts(),
                dependencies.revoked(),
                dependencies.throttle(),
                dependencies.console(),
                infrastructure.address().base(),
                InstantSource.system()));
    return Future.succeededFuture();
  }

  /** The identity provider; other areas register their clients with it. */
  public DevelopmentIdentity identity() {
    return identity;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    new DevelopmentIdentityArea(identity).contribute(routes);
  }
}
