package io.glebe.api.cli.doctor;

import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.config.listen.ListenHosts;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.DatabaseFault;
import io.glebe.core.database.Migrations;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The PostgreSQL server: login, version, schema, durability, connections, encryption, clock. */
final class DatabaseCheck implements PartCheck {
  static final String PART = "database";
  private static final Duration CLOCKS = Duration.ofSeconds(2);

  private static final String SERVER =
      """
      select current_setting('server_version') as version,
        current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('synchronous_commit') as commits,
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as connections,
        (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as tls,
        clock_timestamp() as clock
      """;

  @Override
  public List<Finding> of(Settings settings) throws IOException, SQLException {
    Optional<DatabaseAddress> outside = DatabaseAddress.of(settings);
    if (outside.isEmpty()) {
      return List.of(
          Finding.ok(PART, "PostgreSQL of its own in " + settings.dataDir().resolve("postgres")));
    }
    DatabaseAddress address = outside.get();
    DatabaseFault.check(address);
    List<Finding> findings = new ArrayList<>();
    findings.add(schema(address));
    try (Connection connection =
            DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      Instant before = Instant.now();
      try (ResultSet row = statement.executeQuery(SERVER)) {
        row.next();
        findings.add(Finding.ok(PART, address + " is PostgreSQL " + row.getString("version")));
        server(row, settings, address, before, findings);
      }
    }
    return findings;
  }

  private static Finding schema(DatabaseAddress address) {
    int pending = Migrations.pending(address);
    return Finding.ok(
        "schema",
        pending == 0
            ? "the schema is that of this version"
            : "the next start applies %d scripts to the schema; make a backup before"
                .formatted(pending));
  }

  private static void server(
      ResultSet row,
      Settings settings,
      DatabaseAddress address,
      Instant before,
      List<Finding> findings)
      throws SQLException {
    boolean durable = row.getString("fsync").equals("on") && row.getString("pages").equals("on");
    if (!durable || row.getString("commits").equals("off")) {
      findings.add(
          Finding.fault(
              PART,
              "fsync, full_page_writes or synchronous_commit is off: what was acknowledged may be"
                  + " lost"));
    }
    findings.add(connections(row.getInt("connections"), settings));
    if (!row.getBoolean("tls") && !ListenHosts.isLoopback(address.host())) {
      findings.add(Finding.warning(PART, "the connection is not encrypted; see sslmode"));
    }
    Duration apart = Duration.between(before, row.getTimestamp("clock").toInstant()).abs();
    if (apart.compareTo(CLOCKS) > 0) {
      findings.add(
          Finding.warning(
              PART,
              "its clock differs from that of this machine by %d s".formatted(apart.toSeconds())));
    }
  }

  /**
   * At most: transactions, reads, and fewer long reads and look-ups than these; the other pools;
   * and one connection each for notifications and for the feed.
   */
  private static Finding connections(int server, Settings settings) {
    int needed =
        3 * settings.get(StorageSettings.DATABASE_POOL)
            + settings.get(StorageSettings.DATABASE_BACKGROUND_POOL)
            + settings.get(StorageSettings.DATABASE_INGESTION_POOL)
            + 2;
    String text = "%d connections at the server, %d for each process".formatted(server, needed);
    return needed > server ? Finding.fault(PART, text) : Finding.ok(PART, text);
  }
}
