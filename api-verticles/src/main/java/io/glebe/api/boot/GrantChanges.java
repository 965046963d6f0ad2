package io.glebe.api.boot;

import io.glebe.core.record.change.ChangeListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Notifies listeners in this process of changes to records that determine access rights. Listeners
 * are called before the writer receives its response and must not block. Thread-safe.
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
