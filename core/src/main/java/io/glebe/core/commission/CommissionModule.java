package io.glebe.core.commission;

import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.RecordService;
import io.glebe.core.service.ServiceDirectory;
import io.glebe.core.thread.Awaiting;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services of commissions, and the virtual thread of this process that delivers messages again
 * and ends commissions whose time is over.
 */
public final class CommissionModule implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CommissionModule.class);

  /** Interval of the checks for messages and commissions whose time has come. */
  private static final long INTERVAL_MILLIS = 1_000;

  private final Commissions commissions;
  private final CommissionQueue queue;
  private final QueueSignals signals;
  private final CommissionResults results;
  private final CommissionExpiry expiry;
  private final Semaphore closing = new Semaphore(0);
  private final Thread thread;

  /**
   * Opens the services and starts the thread.
   *
   * @param rightsChanged called in this process after the rights of a service have changed
   */
  public CommissionModule(
      Infrastructure infrastructure,
      RecordService records,
      ServiceDirectory services,
      Runnable rightsChanged) {
    CommissionSettings settings = CommissionSettings.of(infrastructure.settings());
    queue = new CommissionQueue(infrastructure.database(), settings);
    signals = new QueueSignals(infrastructure.notifications());
    commissions =
        new Commissions(
            infrastructure.database(), records, services, queue, settings, rightsChanged);
    results = new CommissionResults(records, services);
    expiry = new CommissionExpiry(infrastructure.database(), records, rightsChanged);
    thread = Thread.ofVirtual().name("commissions").start(this::serve);
  }

  public Commissions commissions() {
    return commissions;
  }

  public CommissionQueue queue() {
    return queue;
  }

  public QueueSignals signals() {
    return signals;
  }

  public CommissionResults results() {
    return results;
  }

  private void serve() {
    try {
      while (!closing.tryAcquire(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
        step();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void step() {
    try {
      Awaiting.await(queue.sendDue());
      Awaiting.await(expiry.endDue());
    } catch (RuntimeException e) {
      LOG.warn("queues of services cannot be served now: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    signals.close();
    closing.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
