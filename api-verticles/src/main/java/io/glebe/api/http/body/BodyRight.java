package io.glebe.api.http.body;

import io.glebe.core.access.Caller;
import io.vertx.core.Future;
import java.util.Map;

/**
 * The right to what the path of a request names, or a place for its work, required before a large
 * body is read. Whether it suffices for the content is decided when that is known.
 */
@FunctionalInterface
public interface BodyRight {
  /**
   * Fails with 403 for whoever cannot succeed with any content, with 429 or 503 where there is no
   * place. Completes on the event loop.
   */
  Future<Void> require(Caller caller, Map<String, String> pathParameters);
}
