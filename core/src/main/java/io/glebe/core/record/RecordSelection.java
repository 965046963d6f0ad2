package io.glebe.core.record;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.WorkOwner;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.access.ReachSql;
import io.glebe.core.record.access.ReadReach;
import io.glebe.core.record.person.PersonViewFilter;
import io.glebe.core.record.read.DocumentBounds;
import io.glebe.core.record.read.ListFilterSql;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Sql;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A read of one collection in another shape than the feed, always within the caller's reach:
 *
 * <pre>{@code
 * RecordSelection.records(caller, region).where("t.farm_id = {}", farm).stored(records)
 * }</pre>
 *
 * The collection's row is called {@code t}. SQL comes from the platform's own code only; every
 * value from outside takes the place of a pair of braces and is bound. Used once, by one thread.
 */
public final class RecordSelection {
  private static final String PLACE = "{}";

  /** Number of columns of {@link StoredRecord}; further columns of a selection follow them. */
  public static final int RECORD_COLUMNS = 11;

  /** The column with the document. */
  private static final int DOCUMENT = 3;

  private final Caller caller;
  private final EntityType type;
  private final List<String> columns;

  /** The query from its {@code from} on. */
  private final Sql sql = new Sql();

  private RecordSelection(Caller caller, EntityType type, String further, List<String> columns) {
    if (!PersonViewFilter.isWhole(caller, type)) {
      throw new IllegalArgumentException("records of persons are read by get and list only");
    }
    this.caller = caller;
    this.type = type;
    this.columns = columns;
    ReadReach reach = ReadReach.of(caller, type);
    sql.add(" from ").add(RecordTable.of(type).name()).add(" t").add(further).add(" where ");
    ReachSql.condition(sql, type, reach);
  }

  /**
   * Selects whole records, followed by further columns.
   *
   * @throws Problem 403 when the caller may read nothing in the collection
   */
  public static RecordSelection records(Caller caller, EntityType type, String... further) {
    List<String> columns = new ArrayList<>(List.of(StoredRecord.COLUMNS));
    columns.addAll(List.of(further));
    return new RecordSelection(caller, type, "", columns);
  }

  /** Selects values computed from the records; refuses like {@link #records}. */
  public static RecordSelection values(Caller caller, EntityType type, String... columns) {
    return new RecordSelection(caller, type, "", List.of(columns));
  }

  /**
   * Selects values computed from the elements of the records.
   *
   * @param elements a function of the row {@code t} and the names of its result, for example {@code
   *     jsonb_array_elements_text(t.doc -> 'conceptUris') as e (uri)}
   */
  public static RecordSelection elements(
      Caller caller, EntityType type, String elements, String... columns) {
    return new RecordSelection(caller, type, " cross join lateral " + elements, List.of(columns));
  }

  /** Adds a condition. */
  public RecordSelection where(String condition, Object... values) {
    return then(" and (" + condition + ")", values);
  }

  /** Adds the filters of the collection as conditions; 400 for an unknown filter. */
  public RecordSelection filtered(Map<String, String> filters) {
    new ListFilterSql(caller, type, filters).add(sql);
    return this;
  }

  /** Appends an order, a grouping, a limit or a part of a condition. */
  public RecordSelection then(String text, Object... values) {
    int at = 0;
    for (Object value : values) {
      int place = text.indexOf(PLACE, at);
      sql.add(text.substring(at, place)).bind(value);
      at = place + PLACE.length();
    }
    sql.add(text.substring(at));
    return this;
  }

  /** Runs a query of values and returns its rows. */
  public Future<List<Row>> rows(RecordService records) {
    return records
        .database()
        .query(head(columns) + sql.text(), sql.values())
        .map(
            set -> {
              List<Row> rows = new ArrayList<>(set.size());
              set.forEach(rows::add);
              return rows;
            });
  }

  /**
   * Counts the records of the selection.
   *
   * @return empty where there are more than {@code most}
   */
  public Future<OptionalLong> count(RecordService records, int most) {
    String limited = " limit " + (most + 1L);
    String query = "select count(*) from (select 1" + sql.text() + limited + ") as counted";
    return records
        .database()
        .query(query, sql.values())
        .map(set -> set.iterator().next().getLong(0))
        .map(count -> count > most ? OptionalLong.empty() : OptionalLong.of(count));
  }

  private static String head(List<String> columns) {
    return "select " + String.join(", ", columns);
  }

  /**
   * The first records of a selection.
   *
   * @param isCut whether further records did not fit
   */
  public record Fitting(List<Row> rows, boolean isCut) {
    public List<StoredRecord> records() {
      return rows.stream().map(StoredRecord::of).toList();
    }

    /** Characters of the documents. */
    public long length() {
      return rows.stream().mapToLong(row -> row.getString(DOCUMENT).length()).sum();
    }

    private Fitting whole(int most) {
      if (isCut) {
        throw Problem.of(
            ProblemType.OVER_BUDGET,
            "the records that this request needs have more than " + most + " bytes");
      }
      return this;
    }
  }

  /**
   * Runs a selection of whole records, and returns the first ones: as many as have texts of this
   * many bytes in all, but one in any case.
   */
  public Future<Fitting> fitting(RecordService records, int bytes) {
    List<String> inner = new ArrayList<>(List.of(DocumentBounds.STORED));
    StringBuilder further = new StringBuilder();
    for (int i = 1; i < columns.size(); i++) {
      inner.add(columns.get(i) + " as further" + i);
      further.append(", further").append(i);
    }
    String query = head(inner) + sql.text() + " offset 0";
    Sql bounded = sql.copy().emptied();
    DocumentBounds.inAll(bounded, further.toString(), bytes, whole -> whole.add(query));
    return records.database().query(bounded.text(), bounded.values()).map(RecordSelection::fitting);
  }

  private static Fitting fitting(RowSet<Row> found) {
    List<Row> rows = new ArrayList<>(found.size());
    for (Row row : found) {
      if (row.getValue(DOCUMENT) == null) {
        return new Fitting(rows, true);
      }
      rows.add(row);
    }
    return new Fitting(rows, false);
  }

  /**
   * Runs a selection of whole records; 413 when their texts are longer than the limit. One that is
   * larger than a quarter of a page is read again when no other such selection is being read.
   */
  public Future<Fitting> whole(RecordService records) {
    ReadLimits limits = records.limits();
    return fitting(records, Math.min(limits.page() / 4, limits.selection()))
        .compose(
            WorkOwner.kept(
                found -> found.isCut() ? large(records) : Future.succeededFuture(found)));
  }

  private Future<Fitting> large(RecordService records) {
    ReadLimits limits = records.limits();
    return records
        .database()
        .inTurn(
            limits.large(),
            caller.subjectId(),
            WorkOwner.kept(() -> fitting(records, limits.selection())))
        .map(found -> found.whole(limits.selection()));
  }

  /** The records of {@link #whole}. */
  public Future<List<StoredRecord>> stored(RecordService records) {
    return whole(records).map(Fitting::records);
  }

  /** The record in a row of a selection of whole records. */
  public static StoredRecord record(Row row) {
    return StoredRecord.of(row);
  }

  /** Seals the position after {@code last} into an opaque text that only the same list accepts. */
  public static String cursor(RecordService records, String last, String binding) {
    return records.seal().writeText(last, binding);
  }

  /** Reads a {@link #cursor}; 400 for any other text. */
  public static String position(RecordService records, String cursor, String binding) {
    return records.seal().readText(cursor, binding);
  }
}
