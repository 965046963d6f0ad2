package io.glebe.api.area;

import java.util.Optional;

/**
 * Whether the process can continue. Readiness may return by itself; a process that is not live must
 * be restarted.
 */
@FunctionalInterface
public interface Liveness {
  /** Returns the parts that have stopped working, as one sentence; empty when all parts work. */
  Optional<String> failure();
}
