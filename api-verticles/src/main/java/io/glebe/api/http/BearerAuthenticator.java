package io.glebe.api.http;

import io.glebe.core.access.Caller;
import io.glebe.core.identity.Callers;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** Takes the access token from the header {@code Authorization: Bearer}. */
public final class BearerAuthenticator implements Authenticator {
  private static final String SCHEME = "Bearer ";
  private static final int MAX_TOKEN_CHARACTERS = 16 * 1024;

  private final Callers callers;

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
    return callers.authenticate(token, guard.audience());
  }
}
