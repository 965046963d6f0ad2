package io.glebe.core.record.change;

import java.util.Set;

/** Is notified of committed changes in this process, on the writer's event loop; must not block. */
@FunctionalInterface
public interface ChangeListener {
  ChangeListener NONE = collections -> {};

  /**
   * @param collections paths of the changed collections, always including {@code audit-logs}
   */
  void changed(Set<String> collections);
}
