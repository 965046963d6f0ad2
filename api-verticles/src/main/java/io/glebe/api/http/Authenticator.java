package io.glebe.api.http;

import io.glebe.core.access.Caller;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;

/** Finds out who calls. */
@FunctionalInterface
public interface Authenticator {
  /**
   * The caller; fails with a 401 problem when the request proves nobody for the guard's audience.
   */
  Future<Caller> authenticate(HttpServerRequest request, Guard guard);
}
