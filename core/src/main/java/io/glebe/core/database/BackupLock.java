package io.glebe.core.database;

import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Keeps stored objects while a backup copies them: a backup holds an advisory lock of the database
 * exclusively, and a deletion of objects asks first whether it may. A refused deletion is made
 * later by the sweeps.
 *
 * <p>A backup takes the lock before its snapshot of the rows. A deletion that follows a committed
 * deletion of rows therefore only has to ask: the snapshot of a later backup does not have the
 * rows. A deletion that looks for its objects in the store itself holds the lock meanwhile.
 */
public final class BackupLock {
  private static final long KEY = 0x676c6562655f626bL;
  private static final String WAIT = "SET lock_timeout = '60s'";
  private static final String ASK = "SELECT pg_try_advisory_xact_lock_shared($1)";
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private BackupLock() {}

  /** Returns whether no backup runs now. */
  public static Future<Boolean> mayDelete(Database database) {
    return database.query(ASK, KEY).map(rows -> rows.iterator().next().getBoolean(0));
  }

  /** Keeps backups away until the transaction ends; returns false when one runs. */
  public static boolean keepAway(Transaction tx) {
    return tx.first(ASK, KEY).orElseThrow().getBoolean(0);
  }

  /**
   * Takes the lock for a backup until the connection is closed. Waits for deletions that are under
   * way. Blocking.
   *
   * @return false when another backup runs, or a deletion does not end
   */
  public static boolean take(Connection connection) throws SQLException {
    try (Statement limit = connection.createStatement();
        PreparedStatement lock = connection.prepareStatement("SELECT pg_advisory_lock(?)")) {
      limit.execute(WAIT);
      lock.setLong(1, KEY);
      try (ResultSet taken = lock.executeQuery()) {
        return taken.next();
      }
    } catch (SQLException e) {
      if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }
}
