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
 * The query for one page of a feed: the rows within a reach, behind a position, in the order
 * updatedAt, id. A caller of few farms gets one index walk for each of them; a caller of many, one
 * walk of the whole feed.
 *
 * <p>The walk of a farm names its index by its order: farm_id, updated_at, id. The values of a walk
 * stand behind a {@code select}, where the planner does not look at them and therefore plans once:
 * planning anew took as long as reading a page does.
 */
final class PageSql {
  /** Up to so many farms each is walked by itself. */
  private static final int MAX_WALKS = 16;

  /**
   * A page ends early behind so many stored (compressed) bytes, but never before its first record.
   */
  static final int MAX_BYTES = 4 * 1024 * 1024;

  /** The columns with the document as it is stored, not yet written as text. */
  private static final String STORED = StoredRecord.COLUMNS.replace("doc::text", "doc");

  /** How much of the documents comes along; the columns, with a place for a number of bytes. */
  enum Documents {
    /** Those so small that a page of them is never too long; the others are null. Cheap. */
    SMALL("pg_column_size(t.doc) <= %s"),

    /** As long as those before it are not too long together; the rest are null. */
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

  /** A part of the feed and where the reader stands in it. */
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
   * @param parts one, or two while the reader catches up on farms gained
   * @param rows most rows of the answer
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

  /** Whether the rows come from one index in order, so that none is made text and then dropped. */
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

  /** Walks everything, keeping what lies within the reach. */
  private void feed(Part part, String columns) {
    select(columns);
    ReachSql.condition(sql, type, part.reach());
    sql.add(" and (t.updated_at, t.id) > (").add(place(part.position())).add(")");
    filters.add(sql);
    order();
  }

  /** Walks one farm: what lies behind the position there and not in a later farm is of this one. */
  private void farm(FeedPosition position, String columns, String farm) {
    select(columns);
    sql.add("(t.farm_id, t.updated_at, t.id) > (").add(farm).add(", ").add(place(position));
    sql.add(") and t.farm_id <= ").add(farm);
    filters.add(sql);
    sql.add(" order by t.farm_id, t.updated_at, t.id limit ").add(hidden(rows, "int"));
  }

  /** The farms to walk one by one; empty when farms are not all there is, or too many. */
  private static List<UUID> walks(EntityType type, ReadReach reach) {
    boolean farmsOnly =
        !reach.everything()
            && !reach.platform()
            && RecordAccess.decidedByScope(type)
            && RecordTable.of(type).farmOnly()
            && reach.shares().size() == 1;
    if (!farmsOnly) {
      return List.of();
    }
    var farms = reach.shares().getFirst().farms();
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
