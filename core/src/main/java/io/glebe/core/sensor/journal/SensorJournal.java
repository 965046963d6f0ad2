package io.glebe.core.sensor.journal;

import io.glebe.core.database.Database;
import io.glebe.core.sensor.observation.LatestValues;
import io.glebe.core.sensor.observation.StoredObservation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Reads what has been committed, in an order in which nothing appears behind a reader: rows of
 * transactions older than the oldest running one. A part has at most {@value #MAX_ENTRIES} entries
 * and {@value #MAX_BYTES} bytes of observations.
 */
public final class SensorJournal {
  private static final int MAX_ENTRIES = 500;
  private static final long MAX_BYTES = 1 << 20;

  /** Rows, and observations in them, that one part looks through. */
  private static final int MAX_ROWS = 500;

  private static final int MAX_SEEN = 20_000;

  private static final String END =
      "select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xid";

  private static final String ROWS =
      """
      select *
      from (
        select j.*, sum(messages) over (order by xid, seq) - messages as before
        from (
          select *
          from sensor.journal
          where (xid, seq) >= ($1, $2)
            and xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
          order by xid, seq
          limit $3) j) n
      where before < $4
      order by xid, seq
      """;

  private static final String OBSERVATIONS =
      """
      select *
      from (
        select j.xid, j.seq, o.*, d.farm_id, d.owner,
          sum(pg_column_size(o.*)) over (order by j.xid, j.seq, o.id) as bytes,
          pg_column_size(o.*) as size
        from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::timestamptz[],
          $6::timestamptz[]) j(xid, seq, first_id, last_id, earliest, latest)
        join sensor.observation o on o.id between j.first_id and j.last_id
          and o.phenomenon_time between j.earliest and j.latest
        join sensor.datastream d on d.id = o.datastream_id
        where (j.xid, j.seq, o.id) >= ($7, $8, $9)
          and ($10 or o.datastream_id = any($11::bigint[]) or o.feature_id = any($12::bigint[]))
        order by j.xid, j.seq, o.id
        limit $13) n
      where bytes - size < $14
      order by xid, seq, id
      """;

  private final Database database;

  public SensorJournal(Database database) {
    this.database = database;
  }

  /** The place behind everything that is complete now. */
  public Future<JournalPosition> end() {
    return database
        .query(END)
        .map(rows -> new JournalPosition(rows.iterator().next().getLong("xid"), 0, 0));
  }

  /** The most that a reader can take. */
  public record Capacity(int entries, long bytes) {
    private Capacity bounded() {
      return new Capacity(Math.clamp(entries, 1, MAX_ENTRIES), Math.clamp(bytes, 1, MAX_BYTES));
    }
  }

  /** Reads the next part from a place on; one entry even if there is not enough room for it. */
  public Future<JournalPage> read(
      JournalPosition from, JournalInterest interest, Capacity capacity) {
    return database
        .query(ROWS, from.xid(), from.seq(), MAX_ROWS, (long) MAX_SEEN)
        .compose(rows -> page(from, interest, rows, capacity.bounded()));
  }

  private Future<JournalPage> page(
      JournalPosition from, JournalInterest interest, RowSet<Row> rows, Capacity capacity) {
    List<JournalEntry> entries = new ArrayList<>();
    List<Row> groups = new ArrayList<>();
    JournalPosition next = from;
    long seen = 0;
    for (Row row : rows) {
      JournalPosition at = new JournalPosition(row.getLong("xid"), row.getLong("seq"), 0);
      next = at.nextRow();
      seen += row.getInteger("messages");
      if (row.getOffsetDateTime("earliest") != null) {
        groups.add(row);
      } else if (interest.types().contains(row.getString("kind")) && at.compareTo(from) >= 0) {
        entries.add(new JournalEntry.Changed(at, change(row)));
      }
    }
    boolean more = rows.size() == MAX_ROWS || seen >= MAX_SEEN;
    if (groups.isEmpty() || !interest.wantsObservations()) {
      return Future.succeededFuture(new JournalPage(entries, next, more));
    }
    JournalPosition behind = next;
    return database
        .query(OBSERVATIONS, parameters(from, interest, groups, capacity))
        .map(found -> merged(entries, found, new JournalPage(List.of(), behind, more), capacity));
  }

  private static EntityChange change(Row row) {
    return new EntityChange(
        EntityChange.type(row.getString("kind")),
        row.getLong("first_id"),
        row.getBoolean("fresh"),
        Set.of(row.getArrayOfStrings("changed")));
  }

  private static Tuple parameters(
      JournalPosition from, JournalInterest interest, List<Row> groups, Capacity capacity) {
    return Tuple.tuple()
        .addValue(longs(groups, "xid"))
        .addValue(longs(groups, "seq"))
        .addValue(longs(groups, "first_id"))
        .addValue(longs(groups, "last_id"))
        .addValue(times(groups, "earliest"))
        .addValue(times(groups, "latest"))
        .addValue(from.xid())
        .addValue(from.seq())
        .addValue(from.item())
        .addValue(interest.everyObservation())
        .addValue(interest.datastreams().toArray(Long[]::new))
        .addValue(interest.features().toArray(Long[]::new))
        .addValue(capacity.entries())
        .addValue(capacity.bytes());
  }

  private static Long[] longs(List<Row> rows, String column) {
    return rows.stream().map(row -> row.getLong(column)).toArray(Long[]::new);
  }

  private static OffsetDateTime[] times(List<Row> rows, String column) {
    return rows.stream().map(row -> row.getOffsetDateTime(column)).toArray(OffsetDateTime[]::new);
  }

  /** A part that was cut ends with its last observation, and changes behind it come later. */
  private static JournalPage merged(
      List<JournalEntry> changes, RowSet<Row> found, JournalPage whole, Capacity capacity) {
    List<JournalEntry> entries = new ArrayList<>();
    List<StoredObservation> observations = LatestValues.read(found);
    int at = 0;
    long bytes = 0;
    for (Row row : found) {
      JournalPosition position =
          new JournalPosition(row.getLong("xid"), row.getLong("seq"), row.getLong("id"));
      entries.add(new JournalEntry.Observed(position, observations.get(at++)));
      bytes = row.getLong("bytes");
    }
    boolean cut = entries.size() == capacity.entries() || bytes >= capacity.bytes();
    JournalPosition next = cut ? entries.getLast().position().next() : whole.next();
    changes.stream().filter(change -> change.position().compareTo(next) < 0).forEach(entries::add);
    entries.sort(Comparator.comparing(JournalEntry::position));
    return new JournalPage(entries, next, cut || whole.more());
  }
}
