package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import io.glebe.core.database.embedded.PostgresReplica;
import io.glebe.core.database.fixture.NetworkCut;
import io.glebe.core.folder.CacheFolder;
import io.glebe.core.folder.Folders;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.Departure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Long reads run at a replica and return everything that was acknowledged before. */
@Timeout(180)
class ReplicaReadsTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SLEEPING =
      "select 1 from pg_stat_activity where query like '%pg_sleep(1)%' and state = 'active'"
          + " and pid <> pg_backend_pid()";
  private static final String IS_REPLICA = "select pg_is_in_recovery() as follows";

  @TempDir private static Path folder;
  private static EmbeddedPostgres primary;
  private static EmbeddedPostgres replica;

  private final Vertx vertx = Vertx.vertx();
  private Database database;

  /** The platform is a user without privileges. */
  @BeforeAll
  static void startServers() throws Exception {
    primary = EmbeddedPostgres.startAt(freePort(), data("primary"), CacheFolder.ofUser());
    run(primary, "create role plain login password 'plain-words'");
    run(primary, "create table counted (n bigint)");
    run(primary, "alter table counted owner to plain");
    run(primary, "insert into counted values (0)");
    replica = startReplica(freePort());
  }

  @AfterAll
  static void stopServers() throws IOException {
    replica.close();
    primary.close();
  }

  @BeforeEach
  void open() {
    open(url(replica));
  }

  private void open(String replicaUrl) {
    database =
        Database.open(
            vertx,
            DatabaseAddress.parse(url(primary)),
            Settings.defaults()
                .with(StorageSettings.DATABASE_REPLICA_URL, replicaUrl)
                .with(StorageSettings.DATABASE_REPLICA_WAIT, "1s"));
    await().atMost(PATIENCE).until(this::isReadAtReplica);
  }

  @AfterEach
  void close() {
    database.close();
    vertx.close().await();
  }

  private static Path data(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  private static EmbeddedPostgres startReplica(int port) throws IOException {
    PostgresReplica.prepare(primary.address(), folder.resolve("primary"), data("replica"));
    return EmbeddedPostgres.startAt(port, data("replica"), CacheFolder.ofUser());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String url(EmbeddedPostgres server) {
    return url(server, server.address().port());
  }

  private static String url(EmbeddedPostgres server, int port) {
    DatabaseAddress address = server.address();
    return "postgresql://plain:plain-words@127.0.0.1:%d/%s?%s"
        .formatted(port, address.database(), address.parameters());
  }

  private static void run(EmbeddedPostgres server, String sql) throws SQLException {
    DatabaseAddress address = server.address();
    try (Connection connection =
            DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Row longRead(String sql) {
    return database.queryWithin("owner", LIMIT, sql, Tuple.tuple()).await().iterator().next();
  }

  private boolean isReadAtReplica() {
    return longRead(IS_REPLICA).getBoolean("follows");
  }

  private long write() {
    return database
        .query("update counted set n = n + 1 returning n")
        .await()
        .iterator()
        .next()
        .getLong("n");
  }

  private long read() {
    return longRead("select n from counted").getLong("n");
  }

  @Test
  void everyReadReturnsWhatWasAcknowledgedBefore() {
    for (int i = 0; i < 300; i++) {
      long written = write();
      assertThat(read()).isEqualTo(written);
    }
    assertThat(database.longReads().ofReplica()).isGreaterThan(290);
    Boolean inTransaction =
        database
            .inReadTransaction(tx -> tx.first(IS_REPLICA).orElseThrow().getBoolean("follows"))
            .await();
    assertThat(inTransaction).isTrue();
    assertThat(database.query(IS_REPLICA).await().iterator().next().getBoolean("follows"))
        .as("short reads stay at the primary server")
        .isFalse();
  }

  @Test
  @Tag("GLEBE_DATABASE_REPLICA_WAIT")
  void aReplicaThatIsBehindIsNotRead() throws SQLException {
    run(replica, "select pg_wal_replay_pause()");
    long written = write();
    assertThat(read()).isEqualTo(written);
    assertThat(isReadAtReplica()).isFalse();
    run(replica, "select pg_wal_replay_resume()");
    await().atMost(PATIENCE).until(this::isReadAtReplica);
    assertThat(read()).isEqualTo(written);
  }

  @Test
  void readsGoOnWithoutAReplicaAndUseItAgain() throws IOException {
    int port = replica.address().port();
    replica.close();
    long written = write();
    for (int i = 0; i < 20; i++) {
      assertThat(read()).isEqualTo(written);
    }
    replica = startReplica(port);
    await().atMost(PATIENCE).until(this::isReadAtReplica);
  }

  @Test
  void aReplicaThatHasBeenPromotedIsNotRead() throws IOException {
    PostgresReplica.promote(replica.address());
    long written = write();
    for (int i = 0; i < 20; i++) {
      assertThat(read()).isEqualTo(written);
    }
    int port = replica.address().port();
    replica.close();
    Folders.delete(folder.resolve("replica"));
    replica = startReplica(port);
    await().atMost(PATIENCE).until(this::isReadAtReplica);
  }

  @Test
  void aReadThatTheArrivingLogEndsRunsAtThePrimaryServer() throws Exception {
    run(replica, "alter system set max_standby_streaming_delay = 0");
    run(replica, "select pg_reload_conf()");
    String slow = "select pg_is_in_recovery() as follows, pg_sleep(2), n from counted";
    Future<RowSet<Row>> read = database.queryWithin("owner", LIMIT, slow, Tuple.tuple());
    await()
        .until(
            () ->
                countAtReplica(
                        "select 1 from pg_stat_activity where query like '%pg_sleep(2)%'"
                            + " and pid <> pg_backend_pid()")
                    == 1);
    run(primary, "delete from counted");
    run(primary, "insert into counted values (7)");
    run(primary, "vacuum counted");
    Row row = read.await().iterator().next();
    assertThat(row.getBoolean("follows")).isFalse();
    assertThat(row.getLong("n")).isEqualTo(7);
    run(replica, "alter system reset max_standby_streaming_delay");
    run(replica, "select pg_reload_conf()");
  }

  @Test
  void aReadAtAReplicaThatVanishesRunsAtThePrimaryServer() {
    database.close();
    int port = replica.address().port();
    try (NetworkCut cable = new NetworkCut("127.0.0.1", port)) {
      open(url(replica, cable.port()));
      String slow = "select pg_is_in_recovery() as follows, pg_sleep(1)";
      Future<RowSet<Row>> read = database.queryWithin("owner", LIMIT, slow, Tuple.tuple());
      await().until(() -> countAtReplica(SLEEPING) == 1);
      cable.vanish();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                isReadAtReplica(); // others find that it does not answer
                return read.isComplete();
              });
      assertThat(read.await().iterator().next().getBoolean("follows")).isFalse();
      await().atMost(PATIENCE).until(this::isReadAtReplica);
    }
  }

  private int countAtReplica(String sql) throws SQLException {
    DatabaseAddress address = replica.address();
    try (Connection connection =
            DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      int count = 0;
      while (rows.next()) {
        count++;
      }
      return count;
    }
  }

  @Test
  void aWriteOfALongReadRunsAtThePrimaryServer() {
    assertThat(longRead("update counted set n = 40 + 2 returning n").getLong("n")).isEqualTo(42);
    assertThat(read()).isEqualTo(42);
  }

  @Test
  void aDepartureCancelsTheStatementAtTheReplica() {
    RequestReads reads = new RequestReads(database, LIMIT);
    Departure departure = new Departure();
    Future<RowSet<Row>> read = reads.all("owner", departure, "select pg_sleep(60)", Tuple.tuple());
    String running =
        "select 1 from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active'"
            + " and pid <> pg_backend_pid()";
    await().until(() -> countAtReplica(running) == 1);
    departure.happened();
    assertThatThrownBy(read::await)
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(408));
    await().until(() -> countAtReplica(running) == 0);
  }

  @Test
  void aReadInPiecesRunsAtTheReplica() {
    long already = database.longReads().ofReplica();
    List<Integer> numbers = new ArrayList<>();
    new RequestReads(database, LIMIT)
        .pieces(
            "owner",
            new Departure(),
            "select n from generate_series(1, $1::int) n",
            Tuple.of(95),
            new RequestReads.Receiver() {
              @Override
              public int next() {
                return 10;
              }

              @Override
              public boolean take(RowSet<Row> rows) {
                rows.forEach(row -> numbers.add(row.getInteger(0)));
                return true;
              }
            })
        .await();
    assertThat(numbers).hasSize(95);
    assertThat(database.longReads().ofReplica()).isEqualTo(already + 1);
  }
}
