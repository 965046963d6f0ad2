package io.glebe.core.database;

import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.ClientBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.spi.ConnectionFactory;
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

  private final Settings settings;
  private final DatabaseAddress server;
  private final String session;
  private final OpenConnections connections;
  private final ConnectionFactory<PgConnectOptions> sessions;

  ServerClients(Vertx vertx, Settings settings, DatabaseAddress server) {
    connections = new OpenConnections(vertx);
    this.settings = settings;
    this.server = server;
    sessions = PgDriver.INSTANCE.createConnectionFactory(connections, server.netOptions());
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
        .using(connections)
        .withConnectHandler(
            connection -> {
              prepare.accept(connection);
              prepared(connection).onComplete(set -> connection.close()); // into the pool
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

  private Future<?> prepared(SqlConnection connection) {
    return connection.query(session).execute().onSuccess(set -> connections.ready(connection));
  }

  /** Opens a connection outside of the pools, which stays open until the caller closes it. */
  Future<SqlConnection> session() {
    return sessions
        .connect(connections.getOrCreateContext(), server.connectOptions())
        .compose(
            connection ->
                prepared(connection)
                    .<SqlConnection>map(set -> connection)
                    .onFailure(failed -> connection.close()));
  }

  /** Number of connections that were accepted and are not ready for statements. */
  int opening() {
    return connections.opening();
  }

  /** Ends all connections; their statements fail as those of lost connections. */
  void giveUp() {
    connections.end();
  }
}
