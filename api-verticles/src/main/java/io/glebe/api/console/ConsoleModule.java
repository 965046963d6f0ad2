package io.glebe.api.console;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.guard.Authenticator;
import io.glebe.api.http.guard.PinnedCertificate;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.config.CertificateFiles;
import io.glebe.core.config.ConsoleSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.Callers;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.identity.KeySource;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.TrustOptions;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Everything about the console, wired: its doors, and the authenticator that takes its session. */
public final class ConsoleModule {
  /**
   * What it stands on.
   *
   * @param keys of the issuer, for ID tokens and logout tokens
   * @param issuer its name
   * @param ownIssuer path of the issuer when this process serves it; empty for an outside provider
   * @param baseUrl address of the platform for people, without a slash at the end
   * @param localUrl the same for this process itself
   * @param brake slows down addresses that try to end sign-ins which nobody began
   */
  public record Dependencies(
      Settings settings,
      Vertx vertx,
      Callers callers,
      KeySource keys,
      ScopeMap scopes,
      Supplier<String> issuer,
      String ownIssuer,
      Supplier<String> baseUrl,
      Supplier<String> localUrl,
      FailureThrottle brake) {
    boolean isOwn() {
      return !ownIssuer.isEmpty();
    }
  }

  private final ConsoleSessions sessions;
  private final Callers callers;
  private final ConsoleArea area;
  private final Supplier<Optional<String>> trouble;

  /** Opens the room; nothing is fetched before somebody signs in. */
  public ConsoleModule(Dependencies dependencies) {
    this(dependencies, InstantSource.system());
  }

  ConsoleModule(Dependencies dependencies, InstantSource clock) {
    Settings settings = dependencies.settings();
    Supplier<String> reachedAt =
        dependencies.isOwn()
            ? () -> dependencies.localUrl().get() + dependencies.ownIssuer()
            : dependencies.issuer();
    IdentityProvider provider =
        new IdentityProvider(
            new IdentityProvider.Dependencies(
                client(dependencies),
                dependencies.keys(),
                dependencies.scopes(),
                dependencies.issuer(),
                reachedAt),
            proof(settings, clock),
            clock);
    trouble = dependencies.isOwn() ? Optional::empty : provider::trouble;
    // our own provider knows the platform by one address, an outside one by those registered there
    Function<ApiRequest, String> base =
        dependencies.isOwn()
            ? request -> dependencies.baseUrl().get()
            : request -> request.links().base();
    sessions = new ConsoleSessions(settings.get(ConsoleSettings.CONSOLE_SESSION), clock);
    callers = dependencies.callers();
    area =
        new ConsoleArea(
            new SessionRoutes(
                sessions,
                new SignInFlow(provider, sessions, base, dependencies.brake(), clock),
                new SignOutFlow(provider, sessions, base)));
  }

  /** Our own provider may stand behind our own certificate, which is for another name. */
  private static HttpClient client(Dependencies dependencies) {
    Optional<CertificateFiles> files =
        dependencies.isOwn() ? CertificateFiles.http(dependencies.settings()) : Optional.empty();
    return files
        .map(f -> new PinnedCertificate(() -> f.read().leaf()))
        .map(
            own ->
                new HttpClientOptions()
                    .setVerifyHost(false)
                    .setTrustOptions(TrustOptions.wrap(own)))
        .map(dependencies.vertx()::createHttpClient)
        .orElseGet(dependencies.vertx()::createHttpClient);
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

  /** Why nobody can sign in at the console at an outside provider; empty when all is well. */
  public Optional<String> trouble() {
    return trouble.get();
  }

  /** The doors. */
  public ApiArea area() {
    return area;
  }

  /** Takes the console's session where a request brings no token of its own. */
  public Authenticator authenticator(Authenticator bearer) {
    return new SessionAuthenticator(bearer, sessions, callers);
  }
}
