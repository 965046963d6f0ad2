package io.glebe.core.database;

import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.pubsub.PgChannel;
import io.vertx.pgclient.pubsub.PgSubscriber;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
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
  private static final long MAX_RETRY_MILLIS = 5_000;
  private static final long FIRST_RETRY_MILLIS = 100;
  private static final String NOTIFY = "SELECT pg_notify($1, $2)";

  private final Database database;
  private final PgSubscriber subscriber;
  private final Map<String, Topic> topics = new ConcurrentHashMap<>();

  private Notifications(Vertx vertx, Database database) {
    this.database = database;
    this.subscriber = PgSubscriber.subscriber(vertx, database.address().connectOptions());
    subscriber.reconnectPolicy(
        attempt -> Math.min(MAX_RETRY_MILLIS, FIRST_RETRY_MILLIS << Math.min(attempt, 6)));
  }

  /** Opens the listening connection. */
  public static Future<Notifications> open(Vertx vertx, Database database) {
    Notifications notifications = new Notifications(vertx, database);
    return notifications.subscriber.connect().map(notifications);
  }

  /** The listeners of one topic. */
  private static final class Topic {
    private final String name;
    private final CopyOnWriteArrayList<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final Promise<Void> confirmed = Promise.promise();
    private boolean wasConnected;

    Topic(String name) {
      this.name = name;
    }

    /**
     * The server has confirmed LISTEN. After the first confirmation no message can have been lost;
     * after later ones a message may have been lost.
     */
    void listening() {
      if (wasConnected) {
        notifyListeners(GAP);
      }
      wasConnected = true;
      confirmed.tryComplete();
    }

    void notifyListeners(String payload) {
      for (Consumer<String> listener : listeners) {
        try {
          listener.accept(payload);
        } catch (RuntimeException e) {
          LOG.error("a listener of {} failed", name, e);
        }
      }
    }
  }

  /**
   * Adds a listener; closing the returned handle removes it. Topics are lower-case words with
   * underscores.
   */
  public Subscription subscribe(String topic, Consumer<String> listener) {
    if (!TOPIC.matcher(topic).matches()) {
      throw new IllegalArgumentException("not a topic: " + topic);
    }
    Topic listened = topics.computeIfAbsent(topic, this::listen);
    listened.listeners.add(listener);
    return () -> listened.listeners.remove(listener);
  }

  /**
   * Completes when the server has confirmed that this process listens to the topic: later commits
   * are notified, and the effects of earlier commits can be read.
   */
  public Future<Void> listening(String topic) {
    return Objects.requireNonNull(topics.get(topic), topic).confirmed.future();
  }

  private Topic listen(String name) {
    Topic topic = new Topic(name);
    PgChannel channel = subscriber.channel(name);
    channel.subscribeHandler(subscribed -> topic.listening());
    channel.handler(topic::notifyListeners);
    return topic;
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

  /** Returns whether the listening connection is open. */
  public boolean isConnected() {
    return subscriber.actualConnection() != null;
  }

  /** The registration of a listener; closing it removes the listener. */
  @FunctionalInterface
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  @Override
  public void close() {
    Awaiting.await(subscriber.close());
  }
}
