package io.glebe.api.http;

import java.util.Optional;

/**
 * An address taken apart: the route to which it leads, its parameters, and what the route's
 * endpoint has settled about it before. Immutable; holds nothing of a caller.
 */
record RequestTarget(RouteTable.Match match, Params params, Optional<Object> settled) {
  RequestTarget settling(Object what) {
    return new RequestTarget(match, params, Optional.of(what));
  }
}
