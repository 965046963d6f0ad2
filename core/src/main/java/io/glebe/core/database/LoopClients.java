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
 * One client for each event loop that asks. Its connections are made on that loop and stay there,
 * so that a read wakes no other thread, neither on its way to the server nor back.
 */
final class LoopClients {
  private final Supplier<SqlClient> made;
  private final Map<Thread, SqlClient> clients = new ConcurrentHashMap<>();

  /**
   * @param made makes a client; called on the event loop that it is for
   */
  LoopClients(Supplier<SqlClient> made) {
    this.made = made;
  }

  /** The client of the event loop that this runs on; empty on any other thread. */
  Optional<SqlClient> here() {
    return Context.isOnEventLoopThread()
        ? Optional.of(clients.computeIfAbsent(Thread.currentThread(), loop -> made.get()))
        : Optional.empty();
  }

  List<Future<Void>> close() {
    return clients.values().stream().map(SqlClient::close).toList();
  }
}
