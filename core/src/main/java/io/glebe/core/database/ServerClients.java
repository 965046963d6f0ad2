package io.glebe.core.database;

import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.ClientBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Opens pools and connections of one server, and gives up all of them. The server finds within half
 * a minute that the machine of this process has vanished, and releases its locks; it also ends a
 * transaction whose process has been stopped.
 */
final class ServerClients {
  private static final String SESSION =
      "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;"
          + " set tcp_keepalives_count = 3; set tcp_user_timeout = 25000;"
          + " set idle_in_transaction_session_timeout = ";

  private final Vertx vertx;
  private final Settings settings;
  private final DatabaseAddress server;
  private final String session;
  private final OpenConnections connections = new OpenConnections();

  ServerClients(Vertx vertx, Settings settings, DatabaseAddress server) {
    this.vertx = vertx;
    this.settings = settings;
    this.server = server;
    session = SESSION + settings.get(StorageSettings.DATABASE_IDLE_TRANSACTION).toMillis();
  }

  /**
   * @param size most connections
   */
  Pool pool(int size, String name) {
    return pool(size, name, connection -> {});
  }

  /**
   * @param prepare receives each new connection
   */
  Pool pool(int size, String name, Consumer<SqlConnection> prepare) {
    return built(PgBuilder.pool(), size, name, prepare);
  }

  /**
   * Creates a client with one connection; statements are sent without waiting for earlier results.
   */
  SqlClient pipeline(String name) {
    return built(PgBuilder.client(), 1, name, connection -> {});
  }

  private <C> C built(
      ClientBuilder<C> builder, int size, String name, Consumer<SqlConnection> prepare) {
    return builder
        .with(options(size, name))
        .with(server.netOptions())
        .connectingTo(server.connectOptions())
        .using(vertx)
        .withConnectHandler(
            connection -> {
              connections.add(connection);
              prepare.accept(connection);
              connection
                  .query(session)
                  .execute()
                  .onComplete(set -> connection.close()); // into the pool
            })
        .build();
  }

  private PoolOptions options(int size, String name) {
    return new PoolOptions()
        .setMaxSize(size)
        .setMaxWaitQueueSize(settings.get(StorageSettings.DATABASE_WAITERS))
        .setConnectionTimeout((int) settings.get(StorageSettings.DATABASE_WAIT).toMillis())
        .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
        .setName(name);
  }

  /** Opens a connection outside of the pools, which stays open until the caller closes it. */
  Future<SqlConnection> session() {
    return PgConnection.connect(vertx, server.connectOptions())
        .compose(
            connection -> {
              connections.add(connection);
              return connection
                  .query(session)
                  .execute()
                  .<SqlConnection>map(set -> connection)
                  .onFailure(failed -> connection.close());
            });
  }

  /** Ends all connections; their statements fail as those of lost connections. */
  void giveUp() {
    connections.end();
  }
}
