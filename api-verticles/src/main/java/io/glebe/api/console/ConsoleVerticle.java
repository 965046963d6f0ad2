package io.glebe.api.console;

import com.nimbusds.jose.jwk.JWK;
import io.glebe.api.area.AreaVerticle;
import io.glebe.api.area.Readiness;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.guard.Authenticator;
import io.glebe.api.http.guard.PinnedCertificate;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.config.ConsoleSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.core.identity.Callers;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.identity.KeySource;
import io.glebe.core.identity.session.SharedSessions;
import io.glebe.core.identity.session.SharedTickets;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.TrustOptions;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * The verticle of the area {@code console}: its pages, its sessions and the authenticator that
 * accepts them. Nothing is fetched from the identity provider before the first sign-in.
 */
public final class ConsoleVerticle extends VerticleBase implements AreaVerticle {
  /**
   * The parts of the identity services that the console uses.
   *
   * @param keys of the issuer, for ID tokens and logout tokens
   * @param issuer the name of the issuer
   * @param ownIssuer path of the issuer when this process serves it; empty for an outside provider
   * @param throttle slows down addresses that send wrong states
   */
  public record Dependencies(
      Callers callers,
      KeySource keys,
      ScopeMap scopes,
      String issuer,
      String ownIssuer,
      FailureThrottle throttle) {}

  private final Infrastructure infrastructure;
  private final Dependencies dependencies;
  private final InstantSource clock = InstantSource.system();
  private ConsoleSessions sessions;
  private SharedTickets tickets;
  private IdentityProvider provider;
  private Optional<Basemap> basemap = Optional.empty();

  public ConsoleVerticle(Infrastructure infrastructure, Dependencies dependencies) {
    this.infrastructure = infrastructure;
    this.dependencies = dependencies;
  }

  /** Fails when the key or the base map of the console cannot be read. */
  @Override
  @SuppressWarnings("NullAway.Init") // the future completes after the services are set
  public Future<?> start() {
    return OffLoop.run(
        () -> {
          Settings settings = infrastructure.settings();
          basemap = Basemap.of(settings);
          ClientProof proof = proof(settings, clock);
          provider =
              new IdentityProvider(
                  new IdentityProvider.Dependencies(
                      client(),
                      dependencies.keys(),
                      dependencies.scopes(),
                      dependencies.issuer(),
                      reachedAt()),
                  proof,
                  clock);
          tickets = new SharedTickets(infrastructure.database(), clock);
          sessions =
              new ConsoleSessions(
                  new ConsoleSessions.Dependencies(
                      vertx,
                      new SharedSessions(
                          infrastructure.database(),
                          infrastructure.notifications(),
                          clock,
                          settings.get(ConsoleSettings.CONSOLE_SESSION),
                          ConsoleSessions.MAX_AGE),
                      provider),
                  clock);
          return provider;
        });
  }

  @Override
  public Future<?> stop() {
    sessions.close();
    return Future.succeededFuture();
  }

  private boolean isOwn() {
    return !dependencies.ownIssuer().isEmpty();
  }

  private String reachedAt() {
    return isOwn()
        ? infrastructure.address().local() + dependencies.ownIssuer()
        : dependencies.issuer();
  }

  /**
   * The development identity may use the platform's certificate, which is not valid for localhost.
   */
  private HttpClient client() {
    Optional<CertificateFiles> files =
        isOwn() ? CertificateFiles.http(infrastructure.settings()) : Optional.empty();
    return files
        .map(f -> new PinnedCertificate(() -> f.read().leaf()))
        .map(
            own ->
                new HttpClientOptions()
                    .setVerifyHost(false)
                    .setTrustOptions(TrustOptions.wrap(own)))
        .map(vertx::createHttpClient)
        .orElseGet(vertx::createHttpClient);
  }

  private static ClientProof proof(Settings settings, InstantSource clock) {
    try {
      return new ClientProof(
          settings.get(ConsoleSettings.CONSOLE_CLIENT),
          settings.get(ConsoleSettings.CONSOLE_KEY),
          clock);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(ConsoleSettings.CONSOLE_KEY.name() + " " + e.getMessage());
    }
  }

  /**
   * The public key of the console's client; empty for a public client.
   *
   * @throws InvalidSettings when the setting is no private key
   */
  public static Optional<JWK> publicKey(Settings settings) {
    return proof(settings, InstantSource.system()).publicKey();
  }

  /**
   * The development identity knows one address of the platform; an outside provider knows the
   * registered addresses.
   */
  private Function<ApiRequest, String> base() {
    String own = infrastructure.address().base();
    return isOwn() ? request -> own : request -> request.links().base();
  }

  /** An authenticator that also accepts console sessions when a request has no token. */
  public Authenticator authenticator(Authenticator bearer) {
    return new SessionAuthenticator(bearer, sessions, dependencies.callers());
  }

  @Override
  public String name() {
    return "console";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    new ConsoleArea(
            new SessionRoutes(
                sessions,
                new SignInFlow(
                    provider,
                    sessions,
                    new PendingSignIns(tickets),
                    base(),
                    dependencies.throttle()),
                new SignOutFlow(provider, sessions, tickets, base()),
                new SessionRoutes.Offers(
                    infrastructure.settings().get(ServiceSettings.REGISTRY), basemap)),
            basemap)
        .contribute(routes);
  }

  /** Adds the reason why sign-in at an outside provider does not work. */
  @Override
  public void contribute(Readiness readiness) {
    if (!isOwn()) {
      readiness.note("console", provider::failure);
    }
  }
}
