package io.glebe.core.sensor.observation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes on what may end in any order in the order in which it began, one after the other.
 * Thread-safe; {@link #end} never waits.
 *
 * @param <T> compared by identity
 */
final class InOrder<T> {
  private final Consumer<T> receiver;
  private final Deque<Step<T>> steps = new ArrayDeque<>();
  private boolean passing;

  private static final class Step<T> {
    private final T value;
    private boolean ended;

    Step(T value) {
      this.value = value;
    }
  }

  InOrder(Consumer<T> receiver) {
    this.receiver = receiver;
  }

  synchronized void begin(T value) {
    steps.add(new Step<>(value));
  }

  /** Something has ended: passes it on, or leaves that to the end of what began before it. */
  @SuppressWarnings("ReferenceEquality") // two groups may have equal members
  void end(T value) {
    synchronized (this) {
      for (Step<T> step : steps) {
        step.ended |= step.value == value;
      }
    }
    for (T next = next(); next != null; next = next()) {
      try {
        receiver.accept(next);
      } finally {
        passed();
      }
    }
  }

  private synchronized @Nullable T next() {
    Step<T> first = steps.peek();
    if (passing || first == null || !first.ended) {
      return null;
    }
    passing = true;
    return steps.remove().value;
  }

  private synchronized void passed() {
    passing = false;
  }
}
