package io.glebe.api.console;

import io.glebe.api.http.guard.Authenticator;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerSource;
import io.glebe.core.identity.Callers;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/**
 * Accepts the console's session instead of a bearer token. The caller is the same as with the
 * user's own token for that API. A request with an Authorization header never uses a session.
 */
final class SessionAuthenticator implements Authenticator {
  private final Authenticator bearer;
  private final ConsoleSessions sessions;
  private final Callers callers;

  SessionAuthenticator(Authenticator bearer, ConsoleSessions sessions, Callers callers) {
    this.bearer = bearer;
    this.sessions = sessions;
    this.callers = callers;
  }

  @Override
  public Future<Caller> authenticate(HttpServerRequest request, String audience) {
    Optional<String> cookie =
        request.headers().contains(HttpHeaders.AUTHORIZATION)
            ? Optional.empty()
            : SessionCookies.session(request);
    if (cookie.isEmpty()) {
      return bearer.authenticate(request, audience);
    }
    return LoopLocal.onCallerLoop(token(request, audience, cookie.get()))
        .compose(token -> callers.authenticate(token, audience).recover(SessionAuthenticator::over))
        .map(
            caller ->
                caller.withSource(new Proven(request, audience, cookie.get(), caller.source())));
  }

  private Future<String> token(HttpServerRequest request, String audience, String cookie) {
    return sessions
        .find(cookie)
        .compose(
            found -> {
              ConsoleSession session = found.orElseThrow(SessionAuthenticator::ended);
              SameOriginPages.require(request, session);
              return session.token(audience).recover(failure -> explained(failure, cookie));
            });
  }

  /** A valid session and its token. */
  private final class Proven implements CallerSource {
    private final HttpServerRequest request;
    private final String audience;
    private final String cookie;
    private final CallerSource token;

    Proven(HttpServerRequest request, String audience, String cookie, CallerSource token) {
      this.request = request;
      this.audience = audience;
      this.cookie = cookie;
      this.token = token;
    }

    @Override
    public boolean isCurrent() {
      return token.isCurrent() && sessions.holds(cookie);
    }

    @Override
    public Future<Caller> reload() {
      return authenticate(request, audience);
    }
  }

  /** Only tokens are cached: a session is checked each time. */
  @Override
  public Optional<Caller> remembered(
      HttpConnection connection, String authorization, String audience) {
    return bearer.remembered(connection, authorization, audience);
  }

  @Override
  public Future<Caller> authenticateViewer(HttpServerRequest request, String token) {
    return bearer.authenticateViewer(request, token);
  }

  @Override
  public boolean isIdentified(HttpServerRequest request) {
    return bearer.isIdentified(request) || SessionCookies.session(request).isPresent();
  }

  /** A token of the session that has ended before it, for example with its signing key. */
  private static Future<Caller> over(Throwable failure) {
    return Future.failedFuture(
        failure instanceof Problem problem && problem.type() == ProblemType.UNAUTHORIZED
            ? ended()
            : failure);
  }

  private static Problem ended() {
    return withLogin("the console's session has ended; sign in again");
  }

  /** A 401 problem that names the sign-in. */
  static Problem withLogin(String detail) {
    return Problem.unauthorized(detail).with("Link", login(""));
  }

  /** A link to the sign-in, which pages follow with their own address as {@code return}. */
  private static String login(String query) {
    return "<" + SignInFlow.LOGIN + query + ">; rel=\"login\"";
  }

  private <T> Future<T> explained(Throwable failure, String cookie) {
    if (!(failure instanceof OAuthError refused)) {
      return Future.failedFuture(failure);
    }
    Future<Void> ended = refused.isOver() ? sessions.end(cookie) : Future.succeededFuture();
    return ended.transform(done -> Future.failedFuture(refusal(refused)));
  }

  /**
   * The problem for an error of the token exchange; 401 names the sign-in that can help, which asks
   * for the missing consent.
   */
  static Problem refusal(OAuthError refused) {
    if (refused.isOver()) {
      return ended();
    }
    return refused.lacksConsent()
        ? Problem.unauthorized("you have not consented to this API; sign in again")
            .with("Link", login("?prompt=" + SignInFlow.CONSENT))
        : Problem.forbidden(
            "the identity provider refuses a token for this API: " + refused.error());
  }
}
