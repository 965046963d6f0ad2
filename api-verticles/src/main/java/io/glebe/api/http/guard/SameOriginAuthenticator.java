package io.glebe.api.http.guard;

import io.glebe.core.access.Caller;
import io.glebe.core.config.AddressRanges;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses the fixed token of the development profile, which is public, in requests from pages of
 * other sites. Otherwise any page in a developer's browser could read the data on this machine.
 * Browsers mark such requests with {@code Sec-Fetch-Site: cross-site}. Pages of this machine and of
 * the origins that GLEBE_CORS_ORIGINS names (not by {@code *}) may use the token.
 */
public final class SameOriginAuthenticator implements Authenticator {
  private static final String CROSS_SITE = "cross-site";

  private final Authenticator all;
  private final Optional<String> fixed;
  private final Set<String> named;

  public SameOriginAuthenticator(Authenticator all, Settings settings) {
    this.all = all;
    this.fixed =
        settings.development() ? settings.get(IdentitySettings.DEV_TOKEN) : Optional.empty();
    this.named = Set.copyOf(settings.get(HttpSettings.CORS_ORIGINS));
  }

  @Override
  public Future<Caller> authenticate(HttpServerRequest request, String audience) {
    return isOfForeignPage(request) && isFixed(request)
        ? Future.failedFuture(
            Problem.forbidden(
                "the development token is not for pages of other sites, unless "
                    + HttpSettings.CORS_ORIGINS.name()
                    + " names their origin"))
        : all.authenticate(request, audience);
  }

  /** Requests of other origins never reach this method. */
  @Override
  public Optional<Caller> remembered(
      HttpConnection connection, String authorization, String audience) {
    return all.remembered(connection, authorization, audience);
  }

  @Override
  public Future<Caller> authenticateViewer(HttpServerRequest request, String token) {
    return all.authenticateViewer(request, token);
  }

  private boolean isFixed(HttpServerRequest request) {
    String token = BearerAuthenticator.token(request.getHeader(HttpHeaders.AUTHORIZATION));
    return fixed.filter(token::equals).isPresent();
  }

  private boolean isOfForeignPage(HttpServerRequest request) {
    if (!CROSS_SITE.equals(request.getHeader("Sec-Fetch-Site"))) {
      return false;
    }
    String origin = Optional.ofNullable(request.getHeader(HttpHeaders.ORIGIN)).orElse("null");
    return !named.contains(origin) && !isOfThisMachine(origin);
  }

  /**
   * Whether a host name is of this machine. Compares the text only: no DNS lookup is made for an
   * unknown client.
   */
  static boolean isLoopback(String host) {
    return host.equals("localhost")
        || AddressRanges.literal(host.replace("[", "").replace("]", ""))
            .filter(InetAddress::isLoopbackAddress)
            .isPresent();
  }

  private static boolean isOfThisMachine(String origin) {
    try {
      return Optional.ofNullable(URI.create(origin).getHost())
          .filter(SameOriginAuthenticator::isLoopback)
          .isPresent();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
