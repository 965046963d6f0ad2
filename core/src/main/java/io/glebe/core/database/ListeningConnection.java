package io.glebe.core.database;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgNotification;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that listens to topics ({@code LISTEN}). After it was lost it is opened again,
 * with pauses of 0.1 to 5 s, and listens to the same topics. Its state is that of one event loop;
 * {@link #connection} may be asked from any thread.
 */
final class ListeningConnection {
  private static final Logger LOG = LoggerFactory.getLogger(ListeningConnection.class);
  private static final long MAX_RETRY_MILLIS = 5_000;
  private static final long FIRST_RETRY_MILLIS = 100;
  private static final long CLOSE_MILLIS = 1_000;
  private static final int MAX_DOUBLINGS = 6;

  /** Receives on the event loop what the connection reports. */
  interface Receiver {
    /** The server has confirmed that this connection listens to the topic. */
    void listens(String topic, SqlConnection connection);

    void received(String topic, String payload);
  }

  private final Vertx vertx;
  private final Context context;
  private final Database database;
  private final Receiver receiver;
  private final Set<String> topics = new LinkedHashSet<>();
  private final Promise<Void> first = Promise.promise();
  private volatile @Nullable PgConnection connection;
  private int failures;
  private boolean closed;

  ListeningConnection(Vertx vertx, Database database, Receiver receiver) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.database = database;
    this.receiver = receiver;
  }

  /** Opens the connection; completes when it is open, after as many attempts as that takes. */
  Future<Void> open() {
    context.runOnContext(start -> connect());
    return first.future();
  }

  private void connect() {
    database
        .session()
        .onComplete(
            opened -> context.runOnContext(here -> connected((PgConnection) opened)),
            failure -> context.runOnContext(here -> failed(failure)));
  }

  private void connected(PgConnection opened) {
    if (closed) {
      opened.close();
      return;
    }
    opened.notificationHandler(this::received);
    opened.closeHandler(ended -> context.runOnContext(here -> lost(opened)));
    connection = opened;
    failures = 0;
    listen(opened, topics);
    first.tryComplete();
  }

  private void received(PgNotification notification) {
    receiver.received(notification.getChannel(), notification.getPayload());
  }

  private void failed(Throwable failure) {
    if (closed) {
      return;
    }
    LOG.debug("the listening connection cannot be opened: {}", failure.toString());
    failures++;
    long pause = FIRST_RETRY_MILLIS << Math.min(failures, MAX_DOUBLINGS);
    vertx.setTimer(Math.min(MAX_RETRY_MILLIS, pause), again -> connect());
  }

  @SuppressWarnings("ReferenceEquality") // the same connection, not an equal one
  private void lost(SqlConnection ended) {
    if (connection == ended) {
      connection = null;
      if (!closed) {
        vertx.setTimer(FIRST_RETRY_MILLIS, again -> context.runOnContext(here -> connect()));
      }
    }
  }

  /** Listens to a topic, a lower-case word with underscores, on this connection and later ones. */
  void listen(String topic) {
    context.runOnContext(
        here -> {
          PgConnection open = connection;
          if (topics.add(topic) && open != null) {
            listen(open, Set.of(topic));
          }
        });
  }

  private void listen(PgConnection open, Set<String> wanted) {
    if (wanted.isEmpty()) {
      return;
    }
    List<String> names = List.copyOf(wanted);
    String statements =
        names.stream().map("LISTEN \"%s\""::formatted).collect(Collectors.joining(";"));
    open.query(statements)
        .execute()
        .onComplete(
            done -> names.forEach(topic -> receiver.listens(topic, open)),
            failure -> {
              LOG.warn("cannot listen to changes: {}", failure.toString());
              giveUp(open); // the next one listens to all topics
            });
  }

  /** Ends a connection that does not answer, and opens another one. */
  void giveUp(SqlConnection silent) {
    OpenConnections.end(silent);
    context.runOnContext(here -> lost(silent)); // its end may have been reported before
  }

  /** The open connection; null while there is none. */
  @Nullable SqlConnection connection() {
    return connection;
  }

  /** Closes the connection; one that does not answer ends without its server. */
  Future<Void> close() {
    Promise<Void> done = Promise.promise();
    context.runOnContext(
        here -> {
          closed = true;
          PgConnection open = connection;
          if (open == null) {
            done.complete();
          } else {
            long late = vertx.setTimer(CLOSE_MILLIS, tick -> OpenConnections.end(open));
            open.close().onComplete(ended -> vertx.cancelTimer(late)).onComplete(done);
          }
        });
    return done.future();
  }
}
