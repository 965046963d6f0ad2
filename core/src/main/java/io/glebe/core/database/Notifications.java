package io.glebe.core.database;

import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.ListenerRegistration;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Short messages to all processes of the platform over PostgreSQL's LISTEN/NOTIFY: {@code
 * notifications.subscribe("grants_changed", userId -> ...)}. A message published inside a
 * transaction arrives after its commit, and never after a rollback. Messages are lost while the
 * connection is interrupted; afterwards every listener receives {@link #GAP} and must read the
 * current state itself. Listeners run on an event loop and must not wait.
 */
public final class Notifications implements AutoCloseable {
  /** Listeners receive this instead of a payload when messages may have been lost. */
  public static final String GAP = "";

  /** Limit of PostgreSQL, in bytes. */
  public static final int MAX_PAYLOAD_BYTES = 7999;

  private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
  private static final Pattern TOPIC = Pattern.compile("[a-z][a-z_]{0,59}");
  private static final long BEAT_MILLIS = 1_000;
  private static final long BEAT_LIMIT_MILLIS = 3_000;
  private static final String NOTIFY = "SELECT pg_notify($1, $2)";

  private final Database database;
  private final ListeningConnection listening;
  private final Map<String, Topic> topics = new ConcurrentHashMap<>();
  private final Vertx vertx;
  private final long beats;
  private final AtomicInteger reading = new AtomicInteger();
  private final AtomicBoolean mustRepeat = new AtomicBoolean();

  /** What listeners still do about messages that have arrived. */
  private final Set<Future<?>> applying = ConcurrentHashMap.newKeySet();

  private volatile long beatNanos = System.nanoTime();

  private Notifications(Vertx vertx, Database database) {
    this.vertx = vertx;
    this.database = database;
    this.beats = vertx.setPeriodic(BEAT_MILLIS, tick -> beat());
    this.listening = new ListeningConnection(vertx, database, new Received());
  }

  /** Passes on what the connection reports. */
  private final class Received implements ListeningConnection.Receiver {
    @Override
    public void listens(String topic, SqlConnection connection) {
      topic(topic).listening(connection);
    }

    @Override
    public void received(String topic, String payload) {
      topic(topic).notifyListeners(payload);
    }
  }

  private Topic topic(String name) {
    return Objects.requireNonNull(topics.get(name), name);
  }

  /** Opens the listening connection. */
  public static Future<Notifications> open(Vertx vertx, Database database) {
    Notifications notifications = new Notifications(vertx, database);
    return notifications.listening.open().map(notifications);
  }

  /** The listeners of one topic. */
  private final class Topic {
    private final String name;
    private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Promise<Void> confirmed = Promise.promise();
    private volatile @Nullable SqlConnection listensOn;
    private boolean wasConnected;

    Topic(String name) {
      this.name = name;
    }

    /**
     * The server has confirmed LISTEN. After the first confirmation no message can have been lost;
     * after later ones a message may have been lost.
     */
    void listening(SqlConnection connection) {
      listensOn = connection;
      if (wasConnected) {
        notifyListeners(GAP);
      }
      wasConnected = true;
      confirmed.tryComplete();
    }

    void notifyListeners(String payload) {
      for (Listener listener : listeners) {
        try {
          Future<?> done = listener.received(payload);
          if (payload.equals(GAP)) {
            recover(done);
          }
          if (!done.isComplete()) {
            applying.add(done);
            done.onComplete(over -> applying.remove(done));
          }
        } catch (RuntimeException e) {
          LOG.error("a listener of {} failed", name, e);
        }
      }
    }
  }

  /** A listener that reads state; the future completes when the new state is in use. */
  @FunctionalInterface
  public interface Listener {
    Future<?> received(String payload);
  }

  private void recover(Future<?> done) {
    reading.incrementAndGet();
    done.onFailure(failure -> mustRepeat.set(true)).onComplete(read -> reading.decrementAndGet());
  }

  /** Asks the server over the listening connection, because a dead connection reports nothing. */
  private void beat() {
    if (mustRepeat.compareAndSet(true, false)) {
      topics.values().forEach(topic -> topic.notifyListeners(GAP));
    }
    SqlConnection connection = listening.connection();
    if (connection == null) {
      return;
    }
    long sent = System.nanoTime();
    connection
        .query("SELECT 1")
        .execute()
        .timeout(BEAT_LIMIT_MILLIS, TimeUnit.MILLISECONDS)
        .onSuccess(answer -> answered(connection, sent))
        .onFailure(
            silent -> {
              LOG.warn("the listening connection to the database does not answer");
              database.suspectSilence();
              listening.giveUp(connection);
            });
  }

  /**
   * All messages until this answer have arrived. After a long silence, as of a process that did not
   * run for some seconds, they count when their listeners have read what has changed.
   */
  private void answered(SqlConnection connection, long sent) {
    boolean wasAway = silence().toMillis() > BEAT_LIMIT_MILLIS;
    Future.join(wasAway ? List.copyOf(applying) : List.of())
        .onComplete(
            applied -> {
              if (isComplete(connection) && sent - beatNanos > 0) {
                beatNanos = sent;
              }
            });
  }

  /** Whether this connection listens to all topics and no listener has to read missed changes. */
  @SuppressWarnings("ReferenceEquality") // the same connection, not an equal one
  private boolean isComplete(SqlConnection connection) {
    return reading.get() == 0
        && !mustRepeat.get()
        && topics.values().stream().allMatch(topic -> topic.listensOn == connection);
  }

  /** Returns the time since this process certainly knew of every change. */
  public Duration silence() {
    return Duration.ofNanos(System.nanoTime() - beatNanos);
  }

  /**
   * Returns whether changes arrive: the connection answers, and after an interruption every
   * listener has read the current state.
   */
  public boolean isHearing() {
    return reading.get() == 0
        && silence().compareTo(Duration.ofMillis(BEAT_LIMIT_MILLIS + BEAT_MILLIS)) < 0;
  }

  /**
   * Adds a listener; closing the returned handle removes it. Topics are lower-case words with
   * underscores.
   */
  public Subscription subscribe(String topic, Consumer<String> listener) {
    return follow(
        topic,
        payload -> {
          listener.accept(payload);
          return Future.succeededFuture();
        });
  }

  /**
   * The same for a listener that reads the changed state. After an interruption the process counts
   * as not ready until the listener has read it.
   */
  public Subscription follow(String topic, Listener listener) {
    if (!TOPIC.matcher(topic).matches()) {
      throw new IllegalArgumentException("not a topic: " + topic);
    }
    Topic listened = topics.computeIfAbsent(topic, Topic::new);
    listened.listeners.add(listener);
    listening.listen(topic);
    return () -> listened.listeners.remove(listener);
  }

  /**
   * Completes when the server has confirmed that this process listens to the topic: later commits
   * are notified, and the effects of earlier commits can be read.
   */
  public Future<Void> listening(String topic) {
    return topic(topic).confirmed.future();
  }

  /** Notifies all processes, including this one. */
  public Future<Void> publish(String topic, String payload) {
    return database.query(NOTIFY, topic, checked(payload)).mapEmpty();
  }

  /** Notifies all processes after the transaction has committed. */
  public static void publish(Transaction transaction, String topic, String payload) {
    transaction.execute(NOTIFY, topic, checked(payload));
  }

  private static String checked(String payload) {
    if (payload.isEmpty() || payload.getBytes(StandardCharsets.UTF_8).length > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException("a notification has 1 to " + MAX_PAYLOAD_BYTES + " bytes");
    }
    return payload;
  }

  /** The registration of a listener. */
  @FunctionalInterface
  public interface Subscription extends ListenerRegistration {}

  @Override
  public void close() {
    vertx.cancelTimer(beats);
    Awaiting.await(listening.close());
  }
}
