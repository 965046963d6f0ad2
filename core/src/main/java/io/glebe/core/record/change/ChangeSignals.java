package io.glebe.core.record.change;

import io.glebe.core.database.Notifications;
import io.glebe.core.database.Notifications.Subscription;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes those who wait for changes of collections, in this process at once and in others a moment
 * later. A signal only says "look": what changed is read from the feed, so a lost or doubled one
 * does no harm.
 *
 * <p>Writers never notify inside their transactions, because PostgreSQL lets only one notifying
 * transaction commit at a time; instead one message for all changes of the last {@value
 * #GATHER_MILLIS} ms follows.
 */
public final class ChangeSignals implements ChangeListener, AutoCloseable {
  private static final String TOPIC = "records_changed";
  private static final long GATHER_MILLIS = 50;

  /** Tells our own messages from those of other processes. */
  private final String process = UUID.randomUUID().toString();

  private final Vertx vertx;
  private final Notifications notifications;
  private final Subscription subscription;
  private final Map<String, Long> ticks = new ConcurrentHashMap<>();
  private final Set<String> gathered = new HashSet<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ticked = lock.newCondition();
  private volatile boolean closed;

  public ChangeSignals(Vertx vertx, Notifications notifications) {
    this.vertx = vertx;
    this.notifications = notifications;
    this.subscription = notifications.subscribe(TOPIC, this::heard);
  }

  @Override
  public void changed(Set<String> collections) {
    tick(collections);
    lock.lock();
    try {
      if (gathered.isEmpty() && !closed) {
        vertx.setTimer(GATHER_MILLIS, timer -> tellOthers());
      }
      gathered.addAll(collections);
    } finally {
      lock.unlock();
    }
  }

  private void tellOthers() {
    String payload;
    lock.lock();
    try {
      payload = process + ',' + String.join(",", new TreeSet<>(gathered));
      gathered.clear();
    } finally {
      lock.unlock();
    }
    notifications.publish(TOPIC, payload); // a lost one is made up for by the heartbeat
  }

  private void heard(String payload) {
    if (payload.equals(Notifications.GAP)) {
      tick(Set.copyOf(ticks.keySet()));
    } else if (!payload.startsWith(process)) { // our own have been heard at once
      tick(new HashSet<>(Arrays.asList(payload.split(","))));
    }
  }

  private void tick(Set<String> collections) {
    lock.lock();
    try {
      collections.forEach(collection -> ticks.merge(collection, 1L, Long::sum));
      ticked.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The count of signals of a collection so far. */
  public long count(String collection) {
    return ticks.getOrDefault(collection, 0L);
  }

  /**
   * Waits on a virtual thread until the sum of signals of the collections differs from {@code
   * seen}, at most for that long.
   *
   * @return the sum now
   */
  public long await(List<String> collections, long seen, Duration most)
      throws InterruptedException {
    long left = most.toNanos();
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

  /** Whether the platform is stopping, so that nobody should wait any more. */
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
