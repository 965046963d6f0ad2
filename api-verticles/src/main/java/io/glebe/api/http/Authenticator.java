package io.glebe.api.http;

import io.glebe.core.access.Caller;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** Finds out who calls. */
@FunctionalInterface
public interface Authenticator {
  /**
   * The caller; fails with a 401 problem when the request proves nobody for the guard's audience.
   */
  Future<Caller> authenticate(HttpServerRequest request, Guard guard);

  /**
   * The caller of the request before on the same connection, if this one brings the very same proof
   * and the caller is still the same; empty for everybody who has to be asked for.
   *
   * @param authorization the header; may be null
   */
  default Optional<Caller> remembered(
      HttpConnection connection, String authorization, Guard guard) {
    return Optional.empty();
  }
}
