package io.glebe.api.http;

import io.vertx.core.Future;

/**
 * The handler of an operation: it parses the request, calls a service and returns the reply. Runs
 * on an event loop. It may throw a problem or return a failed future.
 */
@FunctionalInterface
public interface Endpoint {
  Future<Reply> handle(ApiRequest request);
}
