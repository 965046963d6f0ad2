package io.glebe.core.record.write;

import io.vertx.core.Future;

/**
 * One write among several that are done together.
 *
 * @param patch whether the body is a merge patch of a stored record; else it is the whole record
 * @param name what people call the record; stands in front of a refusal
 */
public record WriteStep(WriteRequest request, boolean patch, String name) {
  /** The same by the caller of now. */
  public Future<WriteStep> now() {
    return request.now().map(now -> new WriteStep(now, patch, name));
  }
}
