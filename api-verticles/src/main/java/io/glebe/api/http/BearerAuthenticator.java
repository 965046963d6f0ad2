package io.glebe.api.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.identity.Admission;
import io.glebe.core.identity.Callers;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** Takes the access token from the header {@code Authorization: Bearer}. */
public final class BearerAuthenticator implements Authenticator {
  private static final String SCHEME = "Bearer ";
  private static final int MAX_TOKEN_CHARACTERS = 16 * 1024;

  /** The token that came last on a connection, and whose it was. */
  private record Last(String header, String audience, Admission admission) {}

  private final Callers callers;

  /** By connection, as long as there is one; what it is about came over that very connection. */
  private final Cache<HttpConnection, Last> last =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  public BearerAuthenticator(Callers callers) {
    this.callers = callers;
  }

  @Override
  public Future<Caller> authenticate(HttpServerRequest request, Guard guard) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      // RFC 6750: without credentials the challenge carries no error code
      return Future.failedFuture(
          Problem.of(
                  ProblemType.UNAUTHORIZED, "an access token is needed: Authorization: Bearer ...")
              .with("WWW-Authenticate", "Bearer realm=\"glebe\""));
    }
    String token = header.substring(SCHEME.length()).strip();
    if (token.isEmpty() || token.length() > MAX_TOKEN_CHARACTERS) {
      return Future.failedFuture(Problem.unauthorized("the access token is malformed"));
    }
    return callers
        .admit(token, guard.audience())
        .map(
            admitted -> {
              last.put(request.connection(), new Last(header, guard.audience(), admitted));
              return admitted.caller();
            });
  }

  @Override
  public Optional<Caller> remembered(HttpConnection connection, String authorization, Guard guard) {
    Last known = authorization == null ? null : last.getIfPresent(connection);
    return known != null
            && known.header().equals(authorization)
            && known.audience().equals(guard.audience())
            && callers.holds(known.admission())
        ? Optional.of(known.admission().caller())
        : Optional.empty();
  }
}
