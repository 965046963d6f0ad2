package io.glebe.core.sensor.observation;

import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Purpose;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distributes live observations to other processes. A process with listeners announces itself;
 * while any does, the other processes send the ids of the observations they store, and it reads
 * those rows and informs its listeners. Without listeners nothing is sent. Thread-safe, with
 * bounded queues in both directions: ids that exceed them are dropped and counted, and storing
 * never waits.
 */
public final class ObservationRelay implements AutoCloseable {
  public static final String STORED = "observations_stored";
  static final String WANTED = "observations_wanted";

  private static final long BEAT_MILLIS = 500;
  private static final Duration REPEATED = Duration.ofSeconds(10);
  private static final Duration BELIEVED = Duration.ofSeconds(30);
  private static final int MAX_WAITING = 200;
  private static final Logger LOG = LoggerFactory.getLogger(ObservationRelay.class);

  private static final String FETCH =
      """
      select o.*, d.farm_id, d.owner from sensor.observation o
      join sensor.datastream d on d.id = o.datastream_id
      where o.id = any($1::bigint[]) and o.phenomenon_time >= $2 and o.phenomenon_time < $3
      order by o.id
      """;

  private final Vertx vertx;
  private final Database database;
  private final Notifications notifications;
  private final LiveObservations live;
  private final ObservationCounters counters;
  private final String self = UUID.randomUUID().toString();
  private final Map<String, Instant> wantedBy = new ConcurrentHashMap<>();
  private final Line outgoing = new Line(this::send);
  private final Line incoming = new Line(this::fetch);
  private final List<Notifications.Subscription> subscriptions;
  private final long beat;
  private volatile Instant announcedAt = Instant.MIN;

  public ObservationRelay(
      Vertx vertx,
      Database database,
      Notifications notifications,
      LiveObservations live,
      ObservationCounters counters) {
    this.vertx = vertx;
    this.database = database;
    this.notifications = notifications;
    this.live = live;
    this.counters = counters;
    subscriptions =
        List.of(
            notifications.subscribe(WANTED, this::addInterest),
            notifications.subscribe(STORED, this::storedElsewhere));
    beat = vertx.setPeriodic(BEAT_MILLIS, tick -> announceInterest());
  }

  /** Spans that are processed one after the other. */
  private final class Line {
    private final Deque<StoredSpan> waiting = new ArrayDeque<>();
    private final Function<StoredSpan, Future<?>> work;
    private boolean busy;

    Line(Function<StoredSpan, Future<?>> work) {
      this.work = work;
    }

    void add(StoredSpan span) {
      synchronized (this) {
        if (waiting.size() >= MAX_WAITING) {
          counters.leftOut(waiting.poll().ids().size());
        }
        waiting.add(span);
      }
      next();
    }

    private void next() {
      StoredSpan span;
      synchronized (this) {
        if (busy || waiting.isEmpty()) {
          return;
        }
        busy = true;
        span = waiting.poll();
      }
      work.apply(span)
          .onFailure(failure -> LOG.debug("observations could not be passed on", failure))
          .onComplete(
              done -> {
                synchronized (this) {
                  busy = false;
                }
                vertx.runOnContext(go -> next());
              });
    }
  }

  private void announceInterest() {
    Instant now = Instant.now();
    wantedBy.values().removeIf(at -> at.isBefore(now.minus(BELIEVED)));
    if (!live.hasListeners()) {
      announcedAt = Instant.MIN;
    } else if (announcedAt.isBefore(now.minus(REPEATED))) {
      announcedAt = now;
      notifications.publish(WANTED, self).onFailure(failure -> announcedAt = Instant.MIN);
    }
  }

  private void addInterest(String by) {
    if (!by.equals(Notifications.GAP) && !by.equals(self)) {
      wantedBy.put(by, Instant.now());
    }
  }

  /** Called when this process has stored a group. */
  void stored(List<StoredObservation> group) {
    if (!wantedBy.isEmpty()) {
      StoredSpan.of(self, group).forEach(outgoing::add);
    }
  }

  private Future<?> send(StoredSpan span) {
    return notifications.publish(STORED, span.text());
  }

  private void storedElsewhere(String payload) {
    if (payload.equals(Notifications.GAP) || payload.startsWith(self) || !live.hasListeners()) {
      return;
    }
    try {
      incoming.add(StoredSpan.parse(payload));
    } catch (IllegalArgumentException e) {
      LOG.warn("a notification of stored observations is unreadable");
    }
  }

  private Future<?> fetch(StoredSpan span) {
    Tuple parameters =
        Tuple.of(
            span.ids().toArray(Long[]::new),
            span.earliest().atOffset(ZoneOffset.UTC),
            span.latest().atOffset(ZoneOffset.UTC));
    return database
        .pool(Purpose.INGESTION)
        .preparedQuery(FETCH)
        .execute(parameters)
        .map(LatestValues::read)
        .onSuccess(live::publish);
  }

  @Override
  public void close() {
    vertx.cancelTimer(beat);
    subscriptions.forEach(Notifications.Subscription::close);
  }
}
