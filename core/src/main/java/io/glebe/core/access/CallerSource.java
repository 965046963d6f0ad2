package io.glebe.core.access;

import io.vertx.core.Future;

/**
 * What a caller was found by, so that it can be asked again: the rights of a {@link Caller} are
 * those of the moment at which it was found, and what it does may last longer. Safe for threads.
 */
public interface CallerSource {
  /** Of the platform itself, and of callers whom nobody takes anything away from. */
  CallerSource LASTING =
      new CallerSource() {
        @Override
        public boolean holds() {
          return true;
        }

        @Override
        public Future<Caller> again() {
          throw new IllegalStateException("what holds for ever is not asked again");
        }
      };

  /**
   * Whether asking again would find the very same caller. Two comparisons; {@code false} also where
   * something has changed that is none of this caller's affairs.
   */
  boolean holds();

  /** The caller of now; fails as at first where there is none any more (401). */
  Future<Caller> again();
}
