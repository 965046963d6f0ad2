package io.glebe.api.spatio.job;

import io.glebe.api.boot.Platform;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** Makes the workers of bulk jobs wait, as a busy second process would. */
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

  /** Locks the open parts of a job on which no worker runs; false when the job is done already. */
  boolean hold(String job) throws SQLException {
    return any(
        "SELECT 1 FROM bulk_job_part WHERE job = '"
            + UUID.fromString(job)
            + "' AND open FOR UPDATE SKIP LOCKED");
  }

  /**
   * Lets workers process their parts but not count them; false when fewer than {@code parts} parts
   * are left.
   */
  boolean holdCounting(String job, int parts) throws SQLException {
    sql.execute("SELECT 1 FROM bulk_job WHERE id = '" + UUID.fromString(job) + "' FOR UPDATE");
    return any(
        "SELECT 1 FROM bulk_job_part WHERE job = '"
            + UUID.fromString(job)
            + "' AND open HAVING count(*) >= "
            + parts);
  }

  /** Whether a worker waits for a lock that is held here. */
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

  /** Releases all locks. */
  void release() throws SQLException {
    connection.rollback();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
