package io.glebe.core.record.write;

import io.vertx.core.Future;

/**
 * One write among several that are done together.
 *
 * @param patch whether the body is a merge patch of a stored record; otherwise it is the whole
 *     record
 * @param name display name of the record; precedes the text of a refusal
 */
public record WriteStep(WriteRequest request, boolean patch, String name) {
  /** The same step by the caller with his current rights. */
  public Future<WriteStep> refreshed() {
    return request.refreshed().map(now -> new WriteStep(now, patch, name));
  }
}
