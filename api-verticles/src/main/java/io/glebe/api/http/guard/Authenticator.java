package io.glebe.api.http.guard;

import io.glebe.core.access.Caller;
import io.glebe.core.identity.TokenRefused;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** Identifies the caller of a request. */
@FunctionalInterface
public interface Authenticator {
  /**
   * Returns the caller; fails with a 401 problem when the request has no valid credentials for the
   * audience.
   *
   * @param audience of the operation's API
   */
  Future<Caller> authenticate(HttpServerRequest request, String audience);

  /**
   * The caller of a token for viewers, which is no header; fails with a 401 problem if it is not
   * valid.
   */
  default Future<Caller> authenticateViewer(HttpServerRequest request, String token) {
    return Future.failedFuture(TokenRefused.missing());
  }

  /** Whether the request has any credentials besides a token for viewers. */
  default boolean isIdentified(HttpServerRequest request) {
    return request.headers().contains(HttpHeaders.AUTHORIZATION);
  }

  /** Whether callers without credentials are refused, because this process knows of no changes. */
  default boolean isOutdated() {
    return false;
  }

  /**
   * The caller of the previous request on the same connection, if this request has the same
   * credentials and they are still valid; empty where {@link #authenticate} has to decide.
   *
   * @param authorization the header, or the token for viewers with its audience; may be null
   */
  default Optional<Caller> remembered(
      HttpConnection connection, String authorization, String audience) {
    return Optional.empty();
  }
}
