package io.glebe.core.sensor.observation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes committed observations to listeners such as live streams and MQTT subscribers.
 * Thread-safe.
 */
public final class LiveObservations {
  private static final Logger LOG = LoggerFactory.getLogger(LiveObservations.class);

  private record Listener(Consumer<List<StoredObservation>> receiver, BooleanSupplier isReady) {}

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  /** A listener's registration; closing it ends the listening. */
  @FunctionalInterface
  public interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Registers a listener that receives each group after its commit, without duplicates. It must not
   * block.
   *
   * @param isReady whether the listener has subscribers at present; observations stored by other
   *     processes are read only in this case
   */
  public Listening listen(Consumer<List<StoredObservation>> receiver, BooleanSupplier isReady) {
    Listener listener = new Listener(receiver, isReady);
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  boolean hasListeners() {
    return listeners.stream().anyMatch(listener -> listener.isReady().getAsBoolean());
  }

  void publish(List<StoredObservation> group) {
    for (Listener listener : listeners) {
      try {
        listener.receiver().accept(group);
      } catch (RuntimeException e) {
        LOG.error("a listener of observations failed", e);
      }
    }
  }
}
