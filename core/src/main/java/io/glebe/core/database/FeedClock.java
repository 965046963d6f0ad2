package io.glebe.core.database;

/**
 * SQL that stamps the changes of a collection so that the order of stamps is the order of commits.
 *
 * <p>Time stamps of concurrent transactions become visible out of order. A reader that continues
 * after the latest stamp that it saw then misses earlier stamps that appear later. Therefore a
 * transaction takes its stamps under the lock of the collection's clock row and keeps that lock
 * until it ends. As a result, a reader that sees a stamp sees every earlier one, two changes never
 * share a stamp, and a system clock that moves backwards does no harm.
 *
 * <p>Take stamps late, because writers of one collection wait for each other from this statement to
 * the commit. Take the stamps of several collections in the order of the catalogue (audit log
 * last), otherwise two writers may wait for each other.
 *
 * <p>Use:
 *
 * <pre>{@code
 * FeedClock.take("fields", "cardinality($1)") // with s as (update ...)
 *     + "update record.fields t set updated_at = "
 *     + FeedClock.stamp("cardinality($1)", "u.n")
 *     + " from s, unnest($1) with ordinality u(id, n) where t.id = u.id"
 * }</pre>
 */
public final class FeedClock {
  private FeedClock() {}

  /**
   * Returns the start of a statement that takes stamps, one microsecond apart; {@code s.stamp} is
   * the last of them.
   *
   * @param collection path of the collection, such as {@code audit-logs}
   * @param count SQL for the number of records that the statement changes, from 1
   */
  public static String take(String collection, String count) {
    return """
        with s as (
          update record.feed_clock
          set stamp = greatest(clock_timestamp(), stamp + interval '1 microsecond')
            + interval '1 microsecond' * (%s - 1)
          where collection = '%s'
          returning stamp)
        """
        .formatted(count, collection);
  }

  /**
   * Returns SQL for the stamp of one record of the statement.
   *
   * @param count as for {@link #take}
   * @param number SQL for the record's number in the statement, from 1
   */
  public static String stamp(String count, String number) {
    return "s.stamp - interval '1 microsecond' * (%s - %s)".formatted(count, number);
  }
}
