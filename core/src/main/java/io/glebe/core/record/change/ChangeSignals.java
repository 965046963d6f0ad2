package io.glebe.core.record.change;

import io.glebe.core.database.Notifications;
import io.glebe.core.database.Notifications.Subscription;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.metrics.PlatformMeters;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes threads that wait for changes of collections: in this process immediately, in other
 * processes shortly after. A signal carries no data; readers read the changes from the feed, so a
 * lost or repeated signal does no harm.
 *
 * <p>Writers never notify inside their transactions, because PostgreSQL lets only one notifying
 * transaction commit at a time; instead one message follows for all changes of the last {@value
 * #GATHER_MILLIS} ms.
 */
public final class ChangeSignals implements ChangeListener, AutoCloseable {
  private static final String TOPIC = "records_changed";
  private static final long GATHER_MILLIS = 50;

  /** Identifies messages of this process. */
  private final String process = UUID.randomUUID().toString();

  private final Vertx vertx;
  private final Notifications notifications;
  private final Subscription subscription;
  private final Map<String, Long> ticks = new ConcurrentHashMap<>();
  private final Set<String> pending = new HashSet<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ticked = lock.newCondition();
  private final Map<String, Long> lastTicks = new ConcurrentHashMap<>();
  private final LongAdder deliveries = new LongAdder();
  private final LongAdder lagNanos = new LongAdder();
  private volatile boolean closed;

  public ChangeSignals(Vertx vertx, Notifications notifications) {
    this.vertx = vertx;
    this.notifications = notifications;
    this.subscription = notifications.subscribe(TOPIC, this::received);
  }

  @Override
  public void changed(Set<String> collections) {
    tick(collections);
    lock.lock();
    try {
      if (pending.isEmpty() && !closed) {
        vertx.setTimer(GATHER_MILLIS, timer -> notifyOthers());
      }
      pending.addAll(collections);
    } finally {
      lock.unlock();
    }
  }

  private void notifyOthers() {
    String payload;
    lock.lock();
    try {
      payload = process + ',' + String.join(",", new TreeSet<>(pending));
      pending.clear();
    } finally {
      lock.unlock();
    }
    notifications.publish(TOPIC, payload); // the heartbeat makes up for a lost message
  }

  private void received(String payload) {
    if (payload.equals(Notifications.GAP)) {
      tick(Set.copyOf(ticks.keySet()));
    } else if (!payload.startsWith(process)) { // own messages were handled immediately
      tick(new HashSet<>(Arrays.asList(payload.split(","))));
    }
  }

  private void tick(Set<String> collections) {
    lock.lock();
    try {
      long now = System.nanoTime();
      collections.forEach(
          collection -> {
            ticks.merge(collection, 1L, Long::sum);
            lastTicks.put(collection, now);
          });
      ticked.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A stream has delivered the changes that the last signals of these collections announced. */
  public void delivered(List<String> collections) {
    long now = System.nanoTime();
    collections.stream()
        .map(lastTicks::get)
        .filter(Objects::nonNull)
        .max(Long::compare)
        .ifPresent(
            tick -> {
              deliveries.increment();
              lagNanos.add(Math.max(0, now - tick));
            });
  }

  /** Binds the time from a signal to its delivery to the meters. */
  public void bind(PlatformMeters meters) {
    meters.timer(
        MeterNames.FEED_LAG,
        deliveries::sum,
        lagNanos::sum,
        "time from the signal of a change to its delivery on an open change stream");
  }

  /** The number of signals of a collection so far. */
  public long count(String collection) {
    return ticks.getOrDefault(collection, 0L);
  }

  /**
   * Blocks a virtual thread until the sum of signals of the collections differs from {@code seen},
   * or the time is over.
   *
   * @return the current sum
   */
  public long await(List<String> collections, long seen, Duration timeout)
      throws InterruptedException {
    long left = timeout.toNanos();
    lock.lock();
    try {
      while (sum(collections) == seen && left > 0 && !closed) {
        left = ticked.awaitNanos(left);
      }
      return sum(collections);
    } finally {
      lock.unlock();
    }
  }

  /** The sum of signals of the collections. */
  public long sum(List<String> collections) {
    return collections.stream().mapToLong(this::count).sum();
  }

  /** Whether the platform is stopping; then nobody should wait any more. */
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      ticked.signalAll();
    } finally {
      lock.unlock();
    }
    subscription.close();
  }
}
