package io.glebe.core.sensor.read;

import io.glebe.core.database.RequestReads;
import io.glebe.core.memory.ReadMemory;
import io.glebe.core.memory.TextBytes;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.sensor.sql.SelectSql;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;

/**
 * Builds one page of a collection from its rows and holds the memory of its text. A page ends early
 * at its limit of bytes; the link to the next page continues after the last entity that is shown.
 */
final class SensorPage implements RequestReads.Receiver {
  /** Bytes of text that one piece should have. */
  static final long PIECE_BYTES = 512 * 1024;

  /** Bytes of one entity and its objects, before any is known. */
  static final long ENTITY_BYTES = 1024;

  private static final String LINE_END = "\r\n";
  private static final int MIN_ROWS = 16;
  private static final int MAX_ROWS = 512;

  private final SensorQueries.Query query;
  private final ReadMemory memory;
  private final int size;
  private final long rowBytes;
  private final TextBytes entries = new TextBytes();
  private final DataArrays arrays;
  private int firstRows;
  private int shown;
  private boolean continues;
  private String[] lastKeys = {};

  SensorPage(SensorQueries.Query query, ReadMemory memory) {
    this.query = query;
    this.memory = memory;
    this.size = SelectSql.pageSize(query.path().type(), query.options());
    this.rowBytes = ENTITY_BYTES * SelectSql.entities(query.path().type(), query.options());
    this.arrays = new DataArrays(query);
  }

  /** Whether all rows fit into one piece, by the options. */
  boolean isSmall() {
    return size * rowBytes <= PIECE_BYTES;
  }

  /** Takes the memory of the first piece, before anything is read. */
  void begin() {
    firstRows = next();
  }

  @Override
  public int next() {
    int first = firstRows;
    firstRows = 0;
    return first > 0 ? first : expected();
  }

  private int expected() {
    long each = shown == 0 ? rowBytes : Math.max(ENTITY_BYTES, 2L * length() / shown);
    int rows = Math.clamp(PIECE_BYTES / each, MIN_ROWS, MAX_ROWS);
    int left = Math.min(rows, size - shown + 1);
    memory.expect(Math.min(left * each, PIECE_BYTES));
    return left;
  }

  @Override
  public boolean take(RowSet<Row> rows) {
    for (Row row : rows) {
      String text = row.getString(0);
      continues = shown == size || text == null;
      if (continues) {
        break;
      }
      add(row, text);
    }
    memory.hold(length());
    return !continues;
  }

  private void add(Row row, String text) {
    if (query.options().dataArray()) {
      arrays.add(row.getLong(2), text);
    } else {
      entries.append(shown == 0 || query.options().csv() ? "" : ",").append(text);
      entries.append(query.options().csv() ? LINE_END : "");
    }
    lastKeys = row.getArrayOfStrings(1);
    shown++;
  }

  private int length() {
    return entries.length() + arrays.length();
  }

  /** Whether the collection has no entity. */
  boolean isEmpty() {
    return shown == 0;
  }

  /**
   * Returns the page as JSON.
   *
   * @throws Problem 413 if not even its first entity fits
   */
  Buffer json(Optional<Long> count) {
    if (continues && shown == 0) {
      throw tooLong();
    }
    TextBytes json = opened(count, nextLink());
    if (query.options().dataArray()) {
      arrays.writeTo(json);
    } else {
      json.append(entries.buffer());
    }
    return json.append("]}").buffer();
  }

  /** Returns the page as comma-separated values with a line of names. */
  Buffer csv() {
    if (continues && shown == 0) {
      throw tooLong();
    }
    return new TextBytes().append(names(query)).append(entries.buffer()).buffer();
  }

  /** The line of names of comma-separated values. */
  static Buffer names(SensorQueries.Query query) {
    return Buffer.buffer(
        String.join(",", SelectSql.columns(query.path().type(), query.options())) + LINE_END);
  }

  /** The address of the next page; empty for none. */
  String nextLink() {
    return continues ? query.address() + "?" + SelectSql.nextQuery(query.options(), lastKeys) : "";
  }

  static Problem tooLong() {
    return Problem.of(
        ProblemType.OVER_BUDGET,
        "an entity with its expansions has more bytes than a page may have; expand less");
  }

  /** A page without entities. */
  static Buffer empty(Optional<Long> count) {
    return opened(count, "").append("]}").buffer();
  }

  private static TextBytes opened(Optional<Long> count, String next) {
    StringBuilder json = new StringBuilder("{");
    count.ifPresent(
        n -> {
          json.append("\"@iot.count\":").append(Math.min(n, SelectSql.MAX_COUNT)).append(',');
          if (n > SelectSql.MAX_COUNT) {
            json.append("\"@glebe.countIsLowerBound\":true,");
          }
        });
    if (!next.isEmpty()) {
      json.append("\"@iot.nextLink\":\"").append(next).append("\",");
    }
    return new TextBytes().append(json.append("\"value\":[").toString());
  }
}
