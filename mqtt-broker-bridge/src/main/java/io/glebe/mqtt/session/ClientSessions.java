package io.glebe.mqtt.session;

import io.glebe.core.sensor.journal.JournalPosition;
import io.glebe.core.sensor.session.HeldSession;
import io.glebe.core.sensor.session.SessionGeneration;
import io.glebe.core.sensor.session.SessionState;
import io.glebe.core.sensor.session.SessionStore;
import io.glebe.core.thread.ListenerRegistration;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions that connections of this process hold, at most one connection each. Stores what has
 * changed every {@value #SAVE_MILLIS} ms and at the end of a connection. Thread-safe.
 */
public final class ClientSessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientSessions.class);
  private static final long SAVE_MILLIS = 2_000;
  private static final long SEEN_MILLIS = 30_000;
  private static final long SWEEP_MILLIS = 60_000;

  private final Vertx vertx;
  private final SessionStore store;
  private final long maxKept;
  private final AbsentSessions absent;
  private final Map<String, Holder> holders = new ConcurrentHashMap<>();
  private final ListenerRegistration takenOver;
  private final List<Long> timers = new ArrayList<>();

  /** What is kept in this process for sessions without a connection. */
  @FunctionalInterface
  public interface AbsentSessions {
    /**
     * A connection has taken the session over or ended it; what is kept for an older connection
     * ends. From any thread.
     *
     * @param key as of {@link #key}
     */
    void takenOver(String key, SessionGeneration generation);
  }

  /** A connection that holds a session, or waits for it. */
  public static final class Holder {
    private final String account;
    private final String client;
    private final Executor loop;
    private final BooleanSupplier isOpen;
    private final Runnable lost;
    private final Promise<Void> released = Promise.promise();
    private volatile Optional<Session> session = Optional.empty();
    private Optional<SessionGeneration> newest = Optional.empty();
    private volatile boolean elsewhere;

    /**
     * @param loop event loop of the connection
     * @param isOpen whether the connection is open
     * @param lost called when another connection takes the session over
     */
    public Holder(
        String account, String client, Executor loop, BooleanSupplier isOpen, Runnable lost) {
      this.account = account;
      this.client = client;
      this.loop = loop;
      this.isOpen = isOpen;
      this.lost = lost;
    }

    /** Completes when the connection has given the session up. */
    public Future<Void> released() {
      return released.future();
    }

    /** Returns whether a connection of another process has taken the session over. */
    public boolean isElsewhere() {
      return elsewhere;
    }

    private String key() {
      return ClientSessions.key(account, client);
    }

    private synchronized void opened(Session own) {
      session = Optional.of(own);
      endIfOlder();
    }

    /**
     * A connection of this number has the session, which may be this one or an older one. Returns
     * whether this one has lost it.
     */
    private synchronized boolean holderChanged(SessionGeneration generation) {
      newest =
          newest.filter(known -> !known.isBefore(generation)).or(() -> Optional.of(generation));
      endIfOlder();
      return elsewhere;
    }

    private void endIfOlder() {
      Optional<SessionGeneration> own = session.flatMap(Session::generation);
      if (own.isPresent() && newest.filter(own.get()::isBefore).isPresent()) {
        end();
      }
    }

    /** The session is not that of this connection any more. */
    private synchronized void end() {
      if (!elsewhere) {
        elsewhere = true;
        lost.run();
      }
    }
  }

  /** Names the session of a client in this process. */
  public static String key(String account, String client) {
    return account + '\0' + client;
  }

  /** What a client asks for. */
  public record Wish(boolean fresh, Duration expiry, boolean assigned) {}

  /**
   * @param maxKept messages that are kept for sessions
   */
  public ClientSessions(Vertx vertx, SessionStore store, long maxKept, AbsentSessions absent) {
    this.vertx = vertx;
    this.store = store;
    this.maxKept = maxKept;
    this.absent = absent;
    takenOver = store.takenOver(this::takenOver, this::seen);
    timers.add(vertx.setPeriodic(SAVE_MILLIS, tick -> saveChanged()));
    timers.add(vertx.setPeriodic(SEEN_MILLIS, tick -> seen()));
    timers.add(vertx.setPeriodic(SWEEP_MILLIS, tick -> sweep()));
  }

  /**
   * Opens the session of a client, after an earlier connection has given it up; fails with 409
   * beyond the limit of the account. The holder must be {@link #release released} in any case.
   */
  public Future<Session> open(Holder holder, Wish wish) {
    Holder previous = holders.put(holder.key(), holder);
    Future<Void> free = Future.succeededFuture();
    if (previous != null) {
      previous.lost.run();
      free = previous.released.future();
    }
    return free.compose(done -> opened(holder, wish)).onSuccess(holder::opened);
  }

  private Future<Session> opened(Holder holder, Wish wish) {
    if (wish.expiry().isZero() && wish.fresh()) {
      return wish.assigned()
          ? Future.succeededFuture(Session.brief())
          : store.end(holder.account, holder.client).map(ended -> Session.brief());
    }
    return store
        .open(holder.account, holder.client, wish.expiry(), wish.fresh())
        .map(
            held -> {
              if (held.present() && held.incomplete()) {
                LOG.warn(
                    "messages for the session of {} were removed before it came back",
                    holder.account);
              }
              return Session.of(held, wish.expiry());
            });
  }

  /**
   * Stores the subscriptions of a session; then what is published is kept for it.
   *
   * @param first whether nothing was kept for it so far: returns the place from which it is now
   */
  public Future<Optional<JournalPosition>> subscribed(Session session, boolean first) {
    if (session.held().isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    Future<Void> saved = save(session, session.state(), true);
    return first
        ? saved.compose(done -> store.journaled()).map(Optional::of)
        : saved.map(Optional.empty());
  }

  private Future<Void> save(Session session, SessionState state, boolean connected) {
    HeldSession held = session.held().orElseThrow();
    return store.save(held, state, session.expiry(), connected);
  }

  /** Gives a session up at the end of its connection; on the event loop of the connection. */
  public void release(Holder holder) {
    Future<Void> stored =
        holder
            .session
            .filter(Session::isStored)
            .map(
                session ->
                    session.expiry().isZero()
                        ? store.end(session.held().orElseThrow())
                        : save(session, session.state(), false))
            .orElse(Future.succeededFuture());
    stored
        .onFailure(failure -> LOG.warn("a session cannot be stored now", failure))
        .onComplete(
            done -> {
              holders.remove(holder.key(), holder);
              holder.released.complete();
            });
  }

  /** A connection of this process that opens the session looks itself for what is kept. */
  private void takenOver(SessionStore.HolderChange change) {
    String key = key(change.account(), change.client());
    Holder holder = holders.get(key);
    if (holder == null || holder.holderChanged(change.generation())) {
      absent.takenOver(key, change.generation());
    }
  }

  private void saveChanged() {
    for (Holder holder : holders.values()) {
      holder
          .session
          .filter(Session::isStored)
          .ifPresent(session -> holder.loop.execute(() -> saveChanged(holder, session)));
    }
  }

  private void saveChanged(Holder holder, Session session) {
    if (holder.isOpen.getAsBoolean()) {
      session
          .takeChange()
          .ifPresent(
              state ->
                  save(session, state, true)
                      .onFailure(
                          failure -> {
                            LOG.debug("a session cannot be stored now", failure);
                            holder.loop.execute(session::touched);
                          }));
    }
  }

  /** Keeps the sessions of this process, and ends connections that have lost theirs unnoticed. */
  private void seen() {
    Map<UUID, Holder> held = new HashMap<>();
    List<HeldSession> sessions = new ArrayList<>();
    for (Holder holder : holders.values()) {
      holder
          .session
          .flatMap(Session::held)
          .ifPresent(
              own -> {
                held.put(own.holder(), holder);
                sessions.add(own);
              });
    }
    if (!sessions.isEmpty()) {
      store
          .seen(sessions)
          .onSuccess(
              known -> {
                held.keySet().removeAll(known);
                held.values().forEach(Holder::end);
              })
          .onFailure(failure -> LOG.debug("sessions cannot be kept now", failure));
    }
  }

  private void sweep() {
    store.sweep(maxKept).onFailure(failure -> LOG.debug("sessions cannot be swept now", failure));
  }

  @Override
  public void close() {
    timers.forEach(vertx::cancelTimer);
    takenOver.close();
  }
}
