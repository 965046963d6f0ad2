package io.glebe.api.http;

import io.vertx.core.Future;

/**
 * What answers an operation: parse, call a service, reply. Runs on an event loop; a problem may be
 * thrown or fail the future.
 */
@FunctionalInterface
public interface Endpoint {
  Future<Reply> handle(ApiRequest request);
}
