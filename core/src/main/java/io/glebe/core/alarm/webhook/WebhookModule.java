package io.glebe.core.alarm.webhook;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.host.SystemHostAddresses;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.RecordService;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The webhooks and the virtual thread of this process that sends their messages. */
public final class WebhookModule implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookModule.class);

  /** Interval of the checks for messages that are due again, or that other processes have added. */
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final long FORGET_NANOS = Duration.ofHours(1).toNanos();

  private final AlarmWebhooks webhooks;
  private final WebhookQueue queue;
  private final WebhookSender sender;
  private final WebhookDeliveries deliveries;
  private final WebhookSecrets secrets;
  private final Database database;
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closed;
  private long forgot = System.nanoTime();
  private boolean renewed;

  /**
   * Opens the service and starts the thread.
   *
   * @param requireNoApp fails for a registered app
   */
  public WebhookModule(
      Infrastructure infrastructure,
      RecordService records,
      Function<Caller, Future<Void>> requireNoApp) {
    WebhookLimits limits = WebhookLimits.of(infrastructure.settings());
    WebhookAddress addresses =
        new WebhookAddress(limits.privateAddresses(), new SystemHostAddresses());
    database = infrastructure.database();
    secrets = WebhookSecrets.of(infrastructure.settings());
    sender = new WebhookSender(infrastructure.vertx(), limits.timeout());
    WebhookMeters meters = new WebhookMeters(infrastructure.meters().registry());
    deliveries = new WebhookDeliveries(database, sender, addresses, limits, secrets, meters);
    queue = new WebhookQueue(limits.queue(), wake::release);
    webhooks =
        new AlarmWebhooks(
            database, records, addresses, limits, secrets, requireNoApp, wake::release);
    thread = Thread.ofVirtual().name("alarm webhooks").start(this::serve);
  }

  public AlarmWebhooks webhooks() {
    return webhooks;
  }

  /** Takes the events of which webhooks get messages. */
  public WebhookQueue queue() {
    return queue;
  }

  private void serve() {
    while (!closed) {
      try {
        if (!step()) {
          boolean woken = wake.tryAcquire(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
          if (woken) {
            wake.drainPermits();
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private boolean step() {
    try {
      if (!renewed) {
        secrets.renew(database);
        renewed = true;
      }
      if (System.nanoTime() - forgot > FORGET_NANOS) {
        forgot = System.nanoTime();
        deliveries.forget();
      }
      return deliveries.sendDue();
    } catch (RuntimeException e) {
      LOG.warn("messages to webhooks cannot be sent now: {}", e.getMessage());
      return false;
    }
  }

  /** Sends nothing more; waits for the messages that are under way. */
  @Override
  public void close() {
    closed = true;
    wake.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sender.close();
  }
}
