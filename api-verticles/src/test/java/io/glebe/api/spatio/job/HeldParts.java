package io.glebe.api.spatio.job;

import io.glebe.api.boot.Platform;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** Keeps the workers of bulk jobs waiting, as another process at work would. */
final class HeldParts implements AutoCloseable {
  private final Connection connection;
  private final Statement sql;

  private HeldParts(Connection connection) throws SQLException {
    this.connection = connection;
    this.sql = connection.createStatement();
  }

  static HeldParts of(Platform platform) throws SQLException {
    var address = platform.infrastructure().database().address();
    Connection connection =
        DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
    connection.setAutoCommit(false);
    return new HeldParts(connection);
  }

  /** Takes the open parts of a job that nobody works on; false when it is done already. */
  boolean hold(String job) throws SQLException {
    return any(
        "SELECT 1 FROM bulk_job_part WHERE job = '"
            + UUID.fromString(job)
            + "' AND open FOR UPDATE SKIP LOCKED");
  }

  /**
   * Lets workers do their parts but not count them; false when fewer than {@code parts} are left.
   */
  boolean holdCounting(String job, int parts) throws SQLException {
    sql.execute("SELECT 1 FROM bulk_job WHERE id = '" + UUID.fromString(job) + "' FOR UPDATE");
    return any(
        "SELECT 1 FROM bulk_job_part WHERE job = '"
            + UUID.fromString(job)
            + "' AND open HAVING count(*) >= "
            + parts);
  }

  /** Whether somebody waits for what is held here. */
  boolean isAwaited() throws SQLException {
    return any(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() ="
            + " ANY(pg_blocking_pids(pid))");
  }

  private boolean any(String query) throws SQLException {
    try (ResultSet rows = sql.executeQuery(query)) {
      return rows.next();
    }
  }

  /** Lets go of everything. */
  void release() throws SQLException {
    connection.rollback();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
