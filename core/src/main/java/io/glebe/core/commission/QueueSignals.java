package io.glebe.core.commission;

import io.glebe.core.database.Notifications;
import io.glebe.core.thread.ListenerRegistration;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Tells readers in this process that the queue of a service has changed, on whichever process. */
public final class QueueSignals implements AutoCloseable {
  private final Notifications notifications;
  private final Notifications.Subscription subscription;
  private final Set<Signal> signals = ConcurrentHashMap.newKeySet();

  QueueSignals(Notifications notifications) {
    this.notifications = notifications;
    subscription = notifications.subscribe(CommissionQueue.TOPIC, this::changed);
  }

  /** Completes when no later change is missed. */
  public Future<Void> listening() {
    return notifications.listening(CommissionQueue.TOPIC);
  }

  /** Without a service in the payload, notifications may have been lost. */
  private void changed(String service) {
    for (Signal signal : signals) {
      if (service.equals(Notifications.GAP) || service.equals(signal.service.toString())) {
        signal.raise();
      }
    }
  }

  /** The changes of the queue of one service, for one reader; raised at the beginning. */
  public Signal of(UUID service) {
    Signal signal = new Signal(service);
    signals.add(signal);
    return signal;
  }

  /** Calls the listener at each change of the queue of one service; it must not block. */
  public ListenerRegistration listen(UUID service, Runnable listener) {
    return notifications.subscribe(
        CommissionQueue.TOPIC,
        changed -> {
          if (changed.equals(Notifications.GAP) || changed.equals(service.toString())) {
            listener.run();
          }
        });
  }

  /** Wakes all readers, and no more after that. */
  @Override
  public void close() {
    subscription.close();
    signals.forEach(Signal::raise);
  }

  /** The changes of one queue. */
  public final class Signal implements AutoCloseable {
    private final UUID service;
    private final Semaphore changes = new Semaphore(1);

    private Signal(UUID service) {
      this.service = service;
    }

    /** Makes the next {@link #await} return at once. */
    public void raise() {
      changes.release();
    }

    /** Waits for a change; false if there was none in this time. */
    public boolean await(Duration time) throws InterruptedException {
      boolean changed = changes.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
      changes.drainPermits();
      return changed;
    }

    @Override
    public void close() {
      signals.remove(this);
    }
  }
}
