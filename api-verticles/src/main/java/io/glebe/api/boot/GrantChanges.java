package io.glebe.api.boot;

import io.glebe.core.record.change.ChangeListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells listeners in this process that records have changed which decide who may do what. Listeners
 * are called before the writer has its answer and must not block. Thread-safe.
 */
public final class GrantChanges implements ChangeListener {
  private static final Set<String> GRANTING =
      Set.of("users", "roles", "access-assignments", "farms", "organizations");

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  void listen(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public void changed(Set<String> collections) {
    if (collections.stream().anyMatch(GRANTING::contains)) {
      listeners.forEach(Runnable::run);
    }
  }
}
