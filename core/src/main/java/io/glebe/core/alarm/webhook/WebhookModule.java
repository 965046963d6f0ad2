package io.glebe.core.alarm.webhook;

import io.glebe.core.access.Caller;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.alarm.push.PushKey;
import io.glebe.core.config.AlarmSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.database.Database;
import io.glebe.core.host.SystemHostAddresses;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.RecordService;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The webhooks, the browsers that are notified, and the virtual thread of this process that sends
 * messages to them.
 */
public final class WebhookModule implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookModule.class);

  /** Interval of the checks for messages that are due again, or that other processes have added. */
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final long FORGET_NANOS = Duration.ofHours(1).toNanos();

  private final AlarmWebhooks webhooks;
  private final AlarmSubscriptions subscriptions;
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
   * @param grants the rights of the people whose browsers are notified
   * @param requireNoApp fails for a registered app
   */
  public WebhookModule(
      Infrastructure infrastructure,
      RecordService records,
      GrantsCache grants,
      Function<Caller, Future<Void>> requireNoApp) {
    WebhookLimits limits = WebhookLimits.of(infrastructure.settings());
    WebhookAddress addresses =
        new WebhookAddress(limits.privateAddresses(), new SystemHostAddresses());
    database = infrastructure.database();
    secrets = WebhookSecrets.of(infrastructure.settings());
    sender = new WebhookSender(infrastructure.vertx(), limits.timeout());
    WebhookMeters meters = new WebhookMeters(infrastructure.meters().registry());
    Optional<PushKey> key = pushKey(infrastructure);
    deliveries =
        new WebhookDeliveries(
            database,
            sender,
            addresses,
            limits,
            secrets,
            key.map(own -> new NotifiedBrowsers(own, grants)),
            meters);
    queue = new WebhookQueue(limits.queue(), key.isPresent(), wake::release);
    subscriptions =
        new AlarmSubscriptions(database, records, addresses, limits.ofPerson(), key, requireNoApp);
    webhooks =
        new AlarmWebhooks(
            database, records, addresses, limits, secrets, requireNoApp, wake::release);
    thread = Thread.ofVirtual().name("alarm webhooks").start(this::serve);
  }

  private static Optional<PushKey> pushKey(Infrastructure infrastructure) {
    try {
      return infrastructure
          .settings()
          .get(AlarmSettings.PUSH_KEY)
          .map(text -> PushKey.parse(text, infrastructure.address().base()));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(AlarmSettings.PUSH_KEY.name() + " " + e.getMessage());
    }
  }

  public AlarmSubscriptions subscriptions() {
    return subscriptions;
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
        subscriptions.endThoseOfAnotherKey();
        renewed = true;
      }
      if (System.nanoTime() - forgot > FORGET_NANOS) {
        forgot = System.nanoTime();
        deliveries.forget();
      }
      return deliveries.sendDue();
    } catch (RuntimeException e) {
      LOG.warn("messages about alarms cannot be sent now: {}", e.getMessage());
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
