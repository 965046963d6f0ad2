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
  private final List<Consumer<List<StoredObservation>>> requestListeners =
      new CopyOnWriteArrayList<>();

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

  /**
   * Registers a listener for the observations that requests to this process have created, after
   * their commit; not for messages of an outside broker. It must not block.
   */
  public Listening listenToRequests(Consumer<List<StoredObservation>> receiver) {
    requestListeners.add(receiver);
    return () -> requestListeners.remove(receiver);
  }

  void publishRequested(List<StoredObservation> group) {
    if (!group.isEmpty()) {
      requestListeners.forEach(receiver -> deliver(receiver, group));
    }
  }

  private static void deliver(
      Consumer<List<StoredObservation>> receiver, List<StoredObservation> group) {
    try {
      receiver.accept(group);
    } catch (RuntimeException e) {
      LOG.error("a listener of observations failed", e);
    }
  }

  boolean hasListeners() {
    return listeners.stream().anyMatch(listener -> listener.isReady().getAsBoolean());
  }

  void publish(List<StoredObservation> group) {
    listeners.forEach(listener -> deliver(listener.receiver(), group));
  }
}
