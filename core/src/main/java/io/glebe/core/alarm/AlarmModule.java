package io.glebe.core.alarm;

import io.glebe.core.access.Caller;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.alarm.webhook.AlarmSubscriptions;
import io.glebe.core.alarm.webhook.AlarmWebhooks;
import io.glebe.core.alarm.webhook.WebhookModule;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.config.AlarmSettings;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeSignals;
import io.glebe.core.sensor.observation.LiveObservations;
import io.glebe.core.sensor.observation.StoredObservation;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checks of alarm rules in this process, on one virtual thread, and the webhooks. Observations
 * of this process are checked at once; changes of rules and of tasks shortly after; everything else
 * at an interval.
 */
public final class AlarmModule implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AlarmModule.class);

  /** Datastreams that are checked together. */
  private static final int TOGETHER = 200;

  /** Pause between two looks at changes of rules and tasks. */
  private static final long LOOK_MILLIS = 500;

  private static final long EXPIRE_NANOS = Duration.ofHours(1).toNanos();
  private static final List<String> CAUSES =
      List.of(Catalogue.standard().get(EntityNames.ALARM_RULE).path(), "tasks");

  private final ChangeSignals signals;
  private final WebhookModule webhooks;
  private final AlarmSweep sweep;
  private final MarkedDatastreams marked;
  private final Optional<LiveObservations.Listening> listening;
  private final long intervalNanos;
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closed;
  private long swept;
  private long expired = System.nanoTime();
  private long seen;

  /** Time of the first failure since the last success; 0 without one. */
  private volatile long failedAt;

  /**
   * Opens the services and starts the threads.
   *
   * @param live observations that this process stores, if it stores any
   * @param grants the rights of the people whose browsers are notified
   * @param requireNoApp fails for a registered app
   */
  public AlarmModule(
      Infrastructure infrastructure,
      RecordService records,
      ChangeSignals signals,
      Optional<LiveObservations> live,
      GrantsCache grants,
      Function<Caller, Future<Void>> requireNoApp) {
    var settings = infrastructure.settings();
    var registry = infrastructure.meters().registry();
    this.signals = signals;
    webhooks = new WebhookModule(infrastructure, records, grants, requireNoApp);
    sweep =
        new AlarmSweep(
            infrastructure.database(),
            records.platformWrites(),
            webhooks.queue(),
            new AlarmMeters(registry),
            settings.get(AlarmSettings.EVENT_DAYS));
    marked =
        new MarkedDatastreams(
            () -> signals.count(CAUSES.getFirst()), settings.get(AlarmSettings.DATASTREAMS));
    AlarmMeters.bindLag(registry, this::lagNanos);
    intervalNanos = settings.get(AlarmSettings.INTERVAL).toNanos();
    swept = System.nanoTime() - intervalNanos;
    listening = live.map(observations -> observations.listen(this::stored, () -> false));
    thread = Thread.ofVirtual().name("alarms").start(this::serve);
  }

  public AlarmWebhooks webhooks() {
    return webhooks.webhooks();
  }

  public AlarmSubscriptions subscriptions() {
    return webhooks.subscriptions();
  }

  /** On an event loop, after the commit. */
  private void stored(List<StoredObservation> group) {
    boolean any = false;
    for (StoredObservation one : group) {
      any |= marked.mark(one.datastream().id());
    }
    if (any) {
      wake.release();
    }
  }

  private void serve() {
    while (!closed) {
      try {
        if (wake.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          wake.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      step();
    }
  }

  /** After a failure everything that is open is checked, for what was marked is forgotten. */
  private void step() {
    try {
      checkMarked();
      long changes = signals.sum(CAUSES);
      boolean isTime = failedAt != 0 || System.nanoTime() - swept >= intervalNanos;
      if (isTime || changes != seen || marked.takeOverflow()) {
        seen = changes;
        swept = System.nanoTime();
        sweep.run();
        failedAt = 0;
      }
      if (System.nanoTime() - expired >= EXPIRE_NANOS) {
        expired = System.nanoTime();
        sweep.expire();
      }
    } catch (RuntimeException e) {
      if (!closed && failedAt == 0) {
        failedAt = System.nanoTime();
        LOG.warn("alarm rules cannot be checked now: {}", e.getMessage());
      }
    }
  }

  /** After a failure everything waits. */
  private long lagNanos() {
    long failure = failedAt;
    return Math.max(marked.waitingNanos(), failure == 0 ? 0 : System.nanoTime() - failure);
  }

  private void checkMarked() {
    for (List<Long> taken = marked.take(TOGETHER); !taken.isEmpty() && !closed; ) {
      long before = marked.changes();
      marked.remember(taken, sweep.ofDatastreams(taken), before);
      taken = marked.take(TOGETHER);
    }
  }

  /** Ends the checks; what is left is checked after the next start, or by another process. */
  @Override
  public void close() {
    listening.ifPresent(LiveObservations.Listening::close);
    closed = true;
    wake.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    webhooks.close();
  }
}
