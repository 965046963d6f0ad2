package io.glebe.core.database;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * One client for each event loop. Its connections are created on that loop and stay there, so a
 * read wakes no other thread, neither for the request nor for the result.
 */
final class LoopClients {
  private final Supplier<SqlClient> made;
  private final Map<Thread, SqlClient> clients = new ConcurrentHashMap<>();

  /**
   * @param made creates a client; called on the event loop of that client
   */
  LoopClients(Supplier<SqlClient> made) {
    this.made = made;
  }

  /** Returns the client of the current event loop; empty on any other thread. */
  Optional<SqlClient> here() {
    return Context.isOnEventLoopThread()
        ? Optional.of(clients.computeIfAbsent(Thread.currentThread(), loop -> made.get()))
        : Optional.empty();
  }

  List<Future<Void>> close() {
    return clients.values().stream().map(SqlClient::close).toList();
  }
}
