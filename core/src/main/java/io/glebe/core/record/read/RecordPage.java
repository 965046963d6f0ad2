package io.glebe.core.record.read;

import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.table.RecordText;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;

/**
 * One page of a list. The records stay as they came from the database until they are written; no
 * document is parsed. Exception: User records, whose readers see parts of them.
 */
public final class RecordPage {
  /** Usual length of a record's text, to size buffers. */
  private static final int USUAL_CHARACTERS = 700;

  private final EntityType type;
  private final List<Row> rows;
  private final Optional<List<StoredRecord>> seen;
  private final String nextCursor;
  private final boolean hasMore;

  RecordPage(EntityType type, List<Row> rows, String nextCursor, boolean hasMore) {
    this(type, rows, Optional.empty(), nextCursor, hasMore);
  }

  private RecordPage(
      EntityType type,
      List<Row> rows,
      Optional<List<StoredRecord>> seen,
      String nextCursor,
      boolean hasMore) {
    this.type = type;
    this.rows = rows;
    this.seen = seen;
    this.nextCursor = nextCursor;
    this.hasMore = hasMore;
  }

  /** The same page with the records as their reader sees them. */
  public RecordPage with(List<StoredRecord> records) {
    return new RecordPage(type, rows, Optional.of(records), nextCursor, hasMore);
  }

  public EntityType type() {
    return type;
  }

  public List<StoredRecord> records() {
    return seen.orElseGet(() -> rows.stream().map(StoredRecord::of).toList());
  }

  public int size() {
    return rows.size();
  }

  /** The cursor after the last record; the last page has one too. */
  public String nextCursor() {
    return nextCursor;
  }

  /** Whether further records exist now. */
  public boolean hasMore() {
    return hasMore;
  }

  /** The page as JSON text. */
  public String json() {
    StringBuilder out = new StringBuilder(rows.size() * USUAL_CHARACTERS + USUAL_CHARACTERS);
    out.append("{\"items\":[");
    for (int i = 0; i < rows.size(); i++) {
      out.append(i == 0 ? "{" : ",{");
      members(out, i);
    }
    return end(out);
  }

  /** The page as JSON text whose items start with the keywords of JSON-LD. */
  public String linkedData(String contextUrl) {
    StringBuilder out = new StringBuilder(rows.size() * 2 * USUAL_CHARACTERS);
    out.append("{\"items\":[");
    for (int i = 0; i < rows.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      RecordText.keywords(out, rows.get(i).getUUID(0), type.name(), contextUrl);
      members(out, i);
    }
    return end(out);
  }

  private void members(StringBuilder out, int i) {
    if (seen.isPresent()) {
      RecordText.members(out, seen.get().get(i));
    } else {
      RecordText.members(out, rows.get(i));
    }
  }

  private String end(StringBuilder out) {
    return out.append("],\"nextCursor\":\"")
        .append(nextCursor)
        .append("\",\"hasMore\":")
        .append(hasMore)
        .append('}')
        .toString();
  }
}
