package io.glebe.core.database.replica;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/**
 * A position in the log of a database.
 *
 * @param database the identifier that a server has in common with its replicas only
 * @param timeline grows when a replica is promoted; positions of different timelines cannot be
 *     compared
 * @param bytes since the begin of the log
 */
record LogPosition(long database, int timeline, long bytes) {
  /** What a primary server has acknowledged is before this position. */
  static final String FLUSHED =
      """
      select (select system_identifier from pg_control_system()) as database,
        ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int4 as timeline,
        pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::int8 as bytes
      """;

  /**
   * What a replica shows is before this position; no row from a server that is none. The timeline
   * is the last one that its files name, so never a later one than it follows.
   */
  static final String REPLAYED =
      """
      select (select system_identifier from pg_control_system()) as database,
        greatest((select timeline_id from pg_control_checkpoint()),
          (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
        coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::int8 as bytes
      where pg_is_in_recovery()
      """;

  /**
   * @throws UnusableReplica when the server has no position
   */
  static LogPosition of(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw new UnusableReplica("it is not a replica, or no more");
    }
    Row row = rows.iterator().next();
    return new LogPosition(
        row.getLong("database"), row.getInteger("timeline"), row.getLong("bytes"));
  }

  /**
   * Whether a replica at this position shows what is before another one.
   *
   * @throws UnusableReplica when it follows another server, so that it never will
   */
  boolean covers(LogPosition other) {
    if (database != other.database) {
      throw new UnusableReplica("it is a replica of another database");
    }
    if (timeline != other.timeline) {
      throw new UnusableReplica("it does not follow the present primary server yet");
    }
    return bytes >= other.bytes;
  }
}
