package io.glebe.core.record.change;

import java.util.Set;

/** Hears of committed changes in this process; called on the writer's event loop, must not wait. */
@FunctionalInterface
public interface ChangeListener {
  ChangeListener NONE = collections -> {};

  /**
   * @param collections paths of the collections that changed, always with {@code audit-logs}
   */
  void changed(Set<String> collections);
}
