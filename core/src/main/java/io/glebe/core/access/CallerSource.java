package io.glebe.core.access;

import io.vertx.core.Future;

/**
 * Loads a {@link Caller} again and knows whether the loaded rights are still current; the work of a
 * caller may take longer than its rights last. Safe for threads.
 */
public interface CallerSource {
  /** Of the platform itself and of other callers whose rights never change. */
  CallerSource PERMANENT =
      new CallerSource() {
        @Override
        public boolean isCurrent() {
          return true;
        }

        @Override
        public Future<Caller> reload() {
          throw new IllegalStateException("permanent rights are not reloaded");
        }
      };

  /**
   * Whether loading again would return the same caller. Costs two comparisons; also {@code false}
   * after a change that concerns other callers only.
   */
  boolean isCurrent();

  /** The caller with its current rights; fails with 401 if the token is no longer valid. */
  Future<Caller> reload();
}
