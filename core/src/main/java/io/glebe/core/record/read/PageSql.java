package io.glebe.core.record.read;

import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.access.ReachSql;
import io.glebe.core.record.access.ReadReach;
import io.glebe.core.record.access.RecordAccess;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Sql;
import io.glebe.core.record.table.StoredRecord;
import java.util.List;
import java.util.UUID;

/**
 * The query for one page of a feed: the rows that the caller may read, after a position, ordered by
 * updatedAt and id. A caller with few farms gets one index scan for each of them; a caller with
 * many farms gets one scan of the whole feed.
 *
 * <p>The scan of a farm selects its index by its order: farm_id, updated_at, id. The values of a
 * scan are wrapped in a {@code select}, which hides them from the planner, so that the statement is
 * planned once: planning again took as long as reading a page.
 */
final class PageSql {
  /** Up to this number of farms, each is scanned on its own. */
  private static final int MAX_WALKS = 16;

  /**
   * A page ends early after this number of stored (compressed) bytes, but never before its first
   * record.
   */
  static final int MAX_BYTES = 4 * 1024 * 1024;

  /** The columns with the document as stored, not yet converted to text. */
  private static final String STORED = StoredRecord.COLUMNS.replace("doc::text", "doc");

  /**
   * Selects the documents that are returned; the columns have a placeholder for a number of bytes.
   */
  enum Documents {
    /** Documents so small that a page of them is never too long; the others are null. Cheap. */
    SMALL("pg_column_size(t.doc) <= %s"),

    /** Documents as long as the sum of those before them is not too long; the rest are null. */
    FITTING(
        "coalesce(sum(pg_column_size(t.doc)) over (order by t.updated_at, t.id rows between"
            + " unbounded preceding and 1 preceding), 0) < %s");

    private final String columns;

    Documents(String condition) {
      columns =
          StoredRecord.COLUMNS.replace(
              "doc::text", "case when " + condition + " then t.doc::text end");
    }

    private String columns(Sql sql, int rows) {
      return columns.formatted(sql.place(this == SMALL ? MAX_BYTES / rows : MAX_BYTES));
    }
  }

  /** A part of the feed and the position of the reader in it. */
  record Part(ReadReach reach, FeedPosition position) {}

  private final Sql sql = new Sql();
  private final EntityType type;
  private final ListFilterSql filters;
  private final int rows;

  private PageSql(EntityType type, ListFilterSql filters, int rows) {
    this.type = type;
    this.filters = filters;
    this.rows = rows;
  }

  /**
   * @param parts one, or two while the reader catches up on gained farms
   * @param rows maximum number of rows
   */
  static Sql page(
      EntityType type, List<Part> parts, ListFilterSql filters, int rows, Documents documents) {
    PageSql page = new PageSql(type, filters, rows);
    String columns = documents.columns(page.sql, rows);
    if (documents == Documents.SMALL && page.isOneWalk(parts)) {
      page.part(parts.getFirst(), columns);
    } else {
      page.sql.add("select ").add(columns).add(" from (");
      page.parts(parts);
      page.sql.add(") t order by t.updated_at, t.id");
    }
    return page.sql;
  }

  /**
   * Whether the rows come from one index in order, so that no row is converted to text and then
   * dropped.
   */
  private boolean isOneWalk(List<Part> parts) {
    ReadReach reach = parts.getFirst().reach();
    return parts.size() == 1
        && filters.isEmpty()
        && (reach.everything() || walks(type, reach).size() == 1);
  }

  private void parts(List<Part> parts) {
    if (parts.size() == 1) {
      part(parts.getFirst(), STORED);
      return;
    }
    sql.add("select t.* from (");
    for (int i = 0; i < parts.size(); i++) {
      sql.add(i == 0 ? "(" : " union all (");
      part(parts.get(i), STORED);
      sql.add(")");
    }
    sql.add(") t");
    order();
  }

  private void part(Part part, String columns) {
    List<UUID> walks = walks(type, part.reach());
    if (walks.isEmpty()) {
      feed(part, columns);
    } else if (walks.size() == 1) {
      farm(part.position(), columns, hidden(walks.getFirst(), "uuid"));
    } else {
      sql.add("select t.* from unnest(").add(hidden(walks.toArray(UUID[]::new), "uuid[]"));
      sql.add(") as walk (farm) cross join lateral (");
      farm(part.position(), columns, "walk.farm");
      sql.add(") t");
      order();
    }
  }

  /** Scans the whole feed and keeps the rows that the caller may read. */
  private void feed(Part part, String columns) {
    select(columns);
    ReachSql.condition(sql, type, part.reach());
    sql.add(" and (t.updated_at, t.id) > (").add(place(part.position())).add(")");
    filters.add(sql);
    order();
  }

  /** Scans one farm: rows after the position in this farm and before the next farm. */
  private void farm(FeedPosition position, String columns, String farm) {
    select(columns);
    sql.add("(t.farm_id, t.updated_at, t.id) > (").add(farm).add(", ").add(place(position));
    sql.add(") and t.farm_id <= ").add(farm);
    filters.add(sql);
    sql.add(" order by t.farm_id, t.updated_at, t.id limit ").add(hidden(rows, "int"));
  }

  /**
   * The farms to scan one by one; empty when the access is not by farms only, or there are too
   * many.
   */
  private static List<UUID> walks(EntityType type, ReadReach reach) {
    boolean farmsOnly =
        !reach.everything()
            && !reach.platform()
            && RecordAccess.decidedByScope(type)
            && RecordTable.of(type).farmOnly();
    if (!farmsOnly) {
      return List.of();
    }
    var farms = reach.scopes().farms().ids();
    return farms.size() > MAX_WALKS ? List.of() : List.copyOf(farms);
  }

  private void select(String columns) {
    sql.add("select ").add(columns).add(" from ").add(RecordTable.of(type).name());
    sql.add(" t where ");
  }

  private void order() {
    sql.add(" order by t.updated_at, t.id limit ").add(hidden(rows, "int"));
  }

  private String place(FeedPosition position) {
    return hidden(position.time(), "timestamptz") + ", " + hidden(position.id(), "uuid");
  }

  private String hidden(Object value, String type) {
    return "(select " + sql.place(value) + "::" + type + ")";
  }
}
