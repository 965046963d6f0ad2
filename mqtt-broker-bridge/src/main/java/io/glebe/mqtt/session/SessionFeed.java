package io.glebe.mqtt.session;

import io.glebe.core.access.Caller;
import io.glebe.core.sensor.journal.EntityChanges;
import io.glebe.core.sensor.journal.JournalEntry;
import io.glebe.core.sensor.journal.JournalInterest;
import io.glebe.core.sensor.journal.JournalPage;
import io.glebe.core.sensor.journal.JournalPosition;
import io.glebe.core.sensor.journal.SensorJournal;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.mqtt.message.Delivery;
import io.glebe.mqtt.message.EntityMessages;
import io.glebe.mqtt.message.EventNames;
import io.glebe.mqtt.message.ObservationJson;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.message.Routing;
import io.glebe.mqtt.topic.Subscription;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the journal for one stored session and sends what matches its subscriptions. It reads when
 * it is woken and, in case that nothing woke it, every {@value #POLL_MILLIS} ms; while the client
 * is slow it waits, so that the journal and not the memory keeps its messages. Used on the event
 * loop of the connection.
 */
public final class SessionFeed {
  private static final Logger LOG = LoggerFactory.getLogger(SessionFeed.class);
  private static final long POLL_MILLIS = 5_000;

  /** Pauses between reads after a wake, because a commit may be hidden by an older one. */
  private static final long[] PAUSES = {0, 10, 25, 50, 100, 200, 400};

  private static final long SPACING_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Parts that all sessions of the process read at the same time. */
  private static final int MAX_READS = 8;

  /** What all feeds share. */
  public record Sources(
      Vertx vertx,
      SensorJournal journal,
      EntityChanges changes,
      ObservationJson observations,
      EntityMessages entities,
      Semaphore reads) {
    /** The sources of a process. */
    public static Sources of(
        Vertx vertx,
        SensorJournal journal,
        EntityChanges changes,
        ObservationJson observations,
        EntityMessages entities) {
      return new Sources(vertx, journal, changes, observations, entities, new Semaphore(MAX_READS));
    }
  }

  private final Sources sources;
  private final Session session;
  private final SessionOutlet outlet;
  private final long poll;
  private int pause = PAUSES.length;
  private boolean reading;
  private boolean behind = true;
  private long lastRead = System.nanoTime();
  private long timer = -1;
  private long due;

  public SessionFeed(Sources sources, Session session, SessionOutlet outlet) {
    this.sources = sources;
    this.session = session;
    this.outlet = outlet;
    poll = sources.vertx().setPeriodic(POLL_MILLIS, tick -> outlet.execute(this::wake));
  }

  /** There may be new events. */
  public void wake() {
    if (!session.subscriptions().isEmpty()) {
      pause = 0;
      schedule(0);
    }
  }

  /** The client can get more. */
  public void resume() {
    if (behind) {
      schedule(0);
    }
  }

  /** Reads after this time, and some time after the last read. */
  private void schedule(long millis) {
    long now = System.nanoTime();
    long at = Math.max(now + TimeUnit.MILLISECONDS.toNanos(millis), lastRead + SPACING_NANOS);
    if (timer >= 0 && due <= at) {
      return;
    }
    if (timer >= 0) {
      sources.vertx().cancelTimer(timer);
    }
    due = at;
    long delay = Math.max(1, TimeUnit.NANOSECONDS.toMillis(at - now));
    timer =
        sources
            .vertx()
            .setTimer(
                delay,
                tick ->
                    outlet.execute(
                        () -> {
                          timer = -1;
                          pull();
                        }));
  }

  private void pull() {
    if (reading || session.isLost() || !outlet.isOpen()) {
      return;
    }
    SensorJournal.Capacity capacity = outlet.capacity();
    behind = capacity.entries() <= 0;
    if (behind) {
      return;
    }
    reading = true;
    JournalInterest interest = session.interest();
    if (interest.isEmpty()) {
      sources
          .journal()
          .end()
          .onComplete(end -> outlet.execute(() -> idle(Optional.ofNullable(end.result()))));
      return;
    }
    if (!sources.reads().tryAcquire()) {
      reading = false;
      schedule(PAUSES[2]);
      return;
    }
    sources
        .journal()
        .read(session.progress().reading(), interest, capacity)
        .onComplete(
            page -> {
              sources.reads().release();
              outlet.execute(() -> taken(page.result(), page.cause()));
            });
  }

  private void idle(Optional<JournalPosition> end) {
    reading = false;
    boolean still = session.interest().isEmpty();
    end.filter(at -> still && at.compareTo(session.progress().reading()) > 0)
        .ifPresent(at -> session.progress().read(at));
  }

  private void taken(JournalPage page, Throwable failure) {
    if (failure != null) {
      LOG.debug("the journal cannot be read now", failure);
      reading = false;
      return; // the poll tries again
    }
    outlet
        .now()
        .compose(caller -> send(page.entries(), 0, caller))
        .onComplete(done -> outlet.execute(() -> sent(page, done.succeeded())));
  }

  private void sent(JournalPage page, boolean complete) {
    reading = false;
    lastRead = System.nanoTime();
    if (!complete) {
      return; // the poll reads on where an entity could not be read
    }
    if (!page.next().equals(session.progress().reading())) {
      session.progress().read(page.next());
      session.touched();
    }
    if (page.more()) {
      behind = true;
      pull();
    } else if (!page.entries().isEmpty()) {
      wake();
    } else if (pause < PAUSES.length) {
      schedule(PAUSES[pause++]);
    }
  }

  private Future<Void> send(List<JournalEntry> entries, int from, Caller caller) {
    List<RoutedMessage> ready = new ArrayList<>();
    for (int i = from; i < entries.size(); i++) {
      switch (entries.get(i)) {
        case JournalEntry.Observed one -> ready.addAll(messages(one));
        case JournalEntry.Changed one -> {
          outlet.send(ready, caller);
          int next = i + 1;
          return messages(one, caller)
              .onFailure(failure -> outlet.execute(() -> session.progress().read(one.position())))
              .compose(found -> onLoop(() -> outlet.send(found, caller)))
              .compose(done -> send(entries, next, caller));
        }
      }
    }
    outlet.send(ready, caller);
    return Future.succeededFuture();
  }

  private Future<Void> onLoop(Runnable task) {
    Promise<Void> done = Promise.promise();
    outlet.execute(
        () -> {
          task.run();
          done.complete();
        });
    return done.future();
  }

  private List<Routing> routings(String name) {
    List<Subscription> matches =
        session.subscriptions().stream()
            .filter(one -> one.group().isEmpty() && one.filter().matches(name))
            .toList();
    return matches.isEmpty()
        ? List.of()
        : Routing.of(name, matches).stream().filter(routing -> routing.qos() > 0).toList();
  }

  private List<RoutedMessage> messages(JournalEntry.Observed entry) {
    StoredObservation stored = entry.observation();
    List<RoutedMessage> messages = new ArrayList<>();
    for (String name : EventNames.of(stored)) {
      for (Routing routing : routings(name)) {
        Delivery delivery =
            new Delivery(
                routing.topic(),
                sources.observations().of(stored, routing.select()),
                Optional.of(stored.datastream()),
                false);
        messages.add(routed(delivery, routing, entry, messages.size()));
      }
    }
    return messages;
  }

  private static RoutedMessage routed(
      Delivery delivery, Routing routing, JournalEntry entry, int part) {
    return new RoutedMessage(
        delivery,
        routing.qos(),
        routing.identifiers(),
        Optional.empty(),
        Optional.of(new RoutedMessage.Origin(entry.position(), part)));
  }

  private Future<List<RoutedMessage>> messages(JournalEntry.Changed entry, Caller caller) {
    EntityMessages.Event event = sources.entities().event(entry.change());
    return sources
        .changes()
        .addresses(entry.change())
        .compose(
            below -> {
              Future<List<RoutedMessage>> all = Future.succeededFuture(new ArrayList<>());
              for (Map.Entry<String, Optional<Property>> name :
                  EventNames.of(entry.change(), below).entrySet()) {
                for (Routing routing : routings(name.getKey())) {
                  all =
                      all.compose(
                          list ->
                              event
                                  .read(caller, name.getValue(), routing.select())
                                  .map(payload -> added(list, payload, routing, entry)));
                }
              }
              return all;
            });
  }

  private static List<RoutedMessage> added(
      List<RoutedMessage> list, Optional<byte[]> payload, Routing routing, JournalEntry entry) {
    payload.ifPresent(
        bytes ->
            list.add(
                routed(
                    new Delivery(routing.topic(), bytes, Optional.empty(), false),
                    routing,
                    entry,
                    list.size())));
    return list;
  }

  /** Ends the reading. */
  public void close() {
    sources.vertx().cancelTimer(poll);
    if (timer >= 0) {
      sources.vertx().cancelTimer(timer);
    }
  }
}
