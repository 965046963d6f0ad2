package io.glebe.api.http.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.access.ViewerScope;
import io.glebe.core.identity.AdmittedCaller;
import io.glebe.core.identity.Callers;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.identity.TokenRefused;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Authenticates by the access token in the header {@code Authorization: Bearer}. */
public final class BearerAuthenticator implements Authenticator {
  private static final String SCHEME = "Bearer ";
  private static final int MAX_TOKEN_CHARACTERS = 16 * 1024;

  /** The last token of a connection and its caller. */
  private record Last(String header, String audience, AdmittedCaller admission) {}

  private final Callers callers;
  private final FailureThrottle throttle;
  private final Function<HttpServerRequest, InetAddress> clients;

  /** The last token of each open connection. */
  private final Cache<HttpConnection, Last> last =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  /** An authenticator without throttling. */
  public BearerAuthenticator(Callers callers) {
    this(callers, FailureThrottle.off(), ClientAddress::peer);
  }

  /**
   * @param throttle throttle for addresses that send forged tokens
   * @param clients determines the client address of a request
   */
  public BearerAuthenticator(
      Callers callers, FailureThrottle throttle, Function<HttpServerRequest, InetAddress> clients) {
    this.callers = callers;
    this.throttle = throttle;
    this.clients = clients;
  }

  /**
   * Refuses a request with more than one header {@code Authorization}: a proxy and the platform
   * could use different ones.
   *
   * @throws Problem 400
   */
  public static void requireOneCredential(HttpServerRequest request) {
    if (request.headers().contains(HttpHeaders.AUTHORIZATION)
        && request.headers().getAll(HttpHeaders.AUTHORIZATION).size() > 1) {
      throw Problem.malformed("a request has one header Authorization at most");
    }
  }

  /** The bearer token of a header; empty for any other header value. */
  static String token(@Nullable String header) {
    return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? header.substring(SCHEME.length()).strip()
        : "";
  }

  @Override
  public Future<Caller> authenticate(HttpServerRequest request, String audience) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      // RFC 6750: without credentials the challenge carries no error code
      return Future.failedFuture(
          Problem.of(
                  ProblemType.UNAUTHORIZED, "an access token is needed: Authorization: Bearer ...")
              .with("WWW-Authenticate", "Bearer realm=\"glebe\""));
    }
    String token = token(header);
    if (token.isEmpty() || token.length() > MAX_TOKEN_CHARACTERS) {
      return Future.failedFuture(Problem.unauthorized("the access token is malformed"));
    }
    return admit(request, header, token, audience);
  }

  @Override
  public Future<Caller> authenticateViewer(HttpServerRequest request, String token) {
    return admit(request, token, token, ViewerScope.AUDIENCE);
  }

  private Future<Caller> admit(
      HttpServerRequest request, String header, String token, String audience) {
    Optional<Problem> slowed = slowed(request, token, audience);
    if (slowed.isPresent()) {
      return Future.failedFuture(slowed.get());
    }
    return callers
        .admit(token, audience)
        .onFailure(failure -> failed(request, failure))
        .map(
            admitted -> {
              last.put(request.connection(), new Last(header, audience, admitted));
              return admitted.caller();
            });
  }

  /** Only an unknown token is throttled. */
  private Optional<Problem> slowed(HttpServerRequest request, String token, String audience) {
    if (throttle.isIdle() || callers.knows(token, audience)) {
      return Optional.empty();
    }
    return throttle.refusal(FailureThrottle.Kind.TOKEN, source(request), "");
  }

  private void failed(HttpServerRequest request, Throwable failure) {
    if (TokenRefused.isForged(failure)) {
      throttle.failed(FailureThrottle.Kind.TOKEN, source(request), "");
    }
  }

  private String source(HttpServerRequest request) {
    return FailureThrottle.source(clients.apply(request));
  }

  @Override
  public Optional<Caller> remembered(
      HttpConnection connection, String authorization, String audience) {
    Last known = authorization == null ? null : last.getIfPresent(connection);
    return known != null
            && known.header().equals(authorization)
            && known.audience().equals(audience)
            && callers.holds(known.admission())
        ? Optional.of(known.admission().caller())
        : Optional.empty();
  }
}
