package io.glebe.core.thread;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Whether the client of a request has disconnected, so that work for it can end early. Thread-safe.
 */
public final class Departure implements BooleanSupplier {
  private final Set<Runnable> actions = new LinkedHashSet<>();
  private boolean left;

  /** The client has disconnected: runs the registered actions, on this thread. */
  public void happened() {
    List<Runnable> now;
    synchronized (this) {
      left = true;
      now = List.copyOf(actions);
      actions.clear();
    }
    now.forEach(Runnable::run);
  }

  /** Registers an action for the moment of the departure; runs it at once if that has passed. */
  public void then(Runnable action) {
    synchronized (this) {
      if (!left) {
        actions.add(action);
        return;
      }
    }
    action.run();
  }

  /** Removes a registered action: the work that it would end has ended. */
  public synchronized void forget(Runnable action) {
    actions.remove(action);
  }

  @Override
  public synchronized boolean getAsBoolean() {
    return left;
  }
}
