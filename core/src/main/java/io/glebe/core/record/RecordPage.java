package io.glebe.core.record;

import io.glebe.core.catalogue.EntityType;
import io.vertx.sqlclient.Row;
import java.util.List;

/**
 * One page of a list. The records stay as they came from the database until they are written; no
 * document is parsed.
 */
public final class RecordPage {
  /** Usual length of a record's text, to size buffers. */
  private static final int USUAL_CHARACTERS = 700;

  private final EntityType type;
  private final List<Row> rows;
  private final String nextCursor;
  private final boolean hasMore;

  RecordPage(EntityType type, List<Row> rows, String nextCursor, boolean hasMore) {
    this.type = type;
    this.rows = rows;
    this.nextCursor = nextCursor;
    this.hasMore = hasMore;
  }

  public EntityType type() {
    return type;
  }

  public List<StoredRecord> records() {
    return rows.stream().map(StoredRecord::of).toList();
  }

  public int size() {
    return rows.size();
  }

  /** Goes on behind the last record; also there on the last page. */
  public String nextCursor() {
    return nextCursor;
  }

  /** Whether further records follow now. */
  public boolean hasMore() {
    return hasMore;
  }

  /** The page as JSON text. */
  public String json() {
    StringBuilder out = new StringBuilder(rows.size() * USUAL_CHARACTERS + USUAL_CHARACTERS);
    out.append("{\"items\":[");
    for (int i = 0; i < rows.size(); i++) {
      out.append(i == 0 ? "{" : ",{");
      RecordText.members(out, rows.get(i));
    }
    return end(out);
  }

  /** The page as JSON text whose items carry the keywords of linked data in front. */
  public String linkedData(String contextUrl) {
    StringBuilder out = new StringBuilder(rows.size() * 2 * USUAL_CHARACTERS);
    out.append("{\"items\":[");
    for (int i = 0; i < rows.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      RecordText.keywords(out, rows.get(i).getUUID(0), type.name(), contextUrl);
      RecordText.members(out, rows.get(i));
    }
    return end(out);
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
