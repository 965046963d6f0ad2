package io.glebe.core.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;

/**
 * Stamps the changes of a collection so that the order of stamps is the order of commits.
 *
 * <p>Time stamps taken by concurrent transactions become visible out of order, and a reader that
 * remembers the latest one it saw then misses those that appear behind it. Here a transaction takes
 * its stamp under the lock of the collection's clock row and keeps that lock until it ends; hence
 * whoever sees a stamp sees every earlier one, two changes never share a stamp, and a system clock
 * that steps back does no harm.
 *
 * <p>Take stamps late, since writers of one collection queue from here to the commit; several
 * collections in the order of the catalogue (audit log last), or two writers may wait for each
 * other.
 */
public final class FeedClock {
  private static final String TAKE =
      "update record.feed_clock set stamp = greatest(clock_timestamp(), stamp + interval '1"
          + " microsecond') + interval '1 microsecond' * $2::int where collection = $1 returning"
          + " stamp";

  private FeedClock() {}

  /**
   * Takes {@code count} stamps, one microsecond apart, and returns the last of them; the first is
   * {@code count - 1} microseconds earlier.
   *
   * @param collection path of the collection, such as {@code audit-logs}
   * @param count how many records of the collection this transaction changes, from 1
   */
  public static Future<OffsetDateTime> take(
      SqlConnection connection, String collection, int count) {
    return connection
        .preparedQuery(TAKE)
        .execute(Tuple.of(collection, count - 1))
        .map(
            rows -> {
              if (rows.size() != 1) {
                throw new IllegalArgumentException("no feed clock for " + collection);
              }
              return rows.iterator().next().getOffsetDateTime(0);
            });
  }
}
