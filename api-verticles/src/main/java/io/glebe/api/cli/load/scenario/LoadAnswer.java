package io.glebe.api.cli.load.scenario;

import io.vertx.core.buffer.Buffer;

/**
 * The answer to a request.
 *
 * @param etag its ETag; empty without one
 * @param timing its header Server-Timing; empty without one
 * @param body empty unless it was kept
 * @param bytes length of the body
 */
public record LoadAnswer(int status, String etag, String timing, Buffer body, long bytes) {
  private static final int NOT_MODIFIED = 304;

  public boolean isNotModified() {
    return status == NOT_MODIFIED;
  }

  /** Whether the status is one of success, or says that a kept answer is still right. */
  public boolean isGood() {
    return status >= 200 && status < 300 || isNotModified();
  }
}
