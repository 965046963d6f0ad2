package io.glebe.api.http;

import java.util.Map;
import java.util.Optional;

/**
 * A parsed request target: its route, its path and query parameters, and the value that the route's
 * endpoint has cached for it. Immutable; holds no data of a caller.
 */
public record RequestTarget(
    Route route, Map<String, String> pathParameters, Params params, Optional<Object> cached) {
  /**
   * Fails with 400 for a query parameter that the operation does not declare, and for a text that
   * does not have the declared form. Pages and the sign-in protocols declare that they ignore
   * unknown parameters.
   *
   * @see Parameter#ignored
   */
  public void refuseUndeclared() {
    if (cached.isEmpty()) {
      route.operation().refuseUnknownParameters(params);
      params.check(route.forms());
    }
  }

  RequestTarget caching(Object value) {
    return new RequestTarget(route, pathParameters, params, Optional.of(value));
  }
}
