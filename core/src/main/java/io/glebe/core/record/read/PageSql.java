package io.glebe.core.record.read;

import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.access.ReachSql;
import io.glebe.core.record.access.ReadReach;
import io.glebe.core.record.access.RecordAccess;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Sql;
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

  /** Selects the documents that are returned; those of other rows are null. */
  enum Documents {
    /** Documents so short that a page of them is never too long. Cheap. */
    SHORT,

    /** Documents as long as all of them together are not too long; the first in any case. */
    FITTING,

    /** The same, without the first where it is too long. */
    ONLY_FITTING
  }

  /** A part of the feed and the position of the reader in it. */
  record Part(ReadReach reach, FeedPosition position) {}

  /** Most rows of a page; their texts have at most this many bytes, where there are several. */
  record Bounds(int rows, int bytes) {}

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
   * @param bounds most rows, and most bytes of their texts
   */
  static Sql page(
      EntityType type,
      List<Part> parts,
      ListFilterSql filters,
      Bounds bounds,
      Documents documents) {
    int rows = bounds.rows();
    PageSql page = new PageSql(type, filters, rows);
    switch (documents) {
      case FITTING -> DocumentBounds.inAll(page.sql, "", bounds.bytes(), sql -> page.parts(parts));
      case ONLY_FITTING ->
          DocumentBounds.shortInAll(page.sql, bounds.bytes(), sql -> page.parts(parts));
      case SHORT -> {
        int each = bounds.bytes() / rows;
        String columns = DocumentBounds.shortTexts(page.sql, each);
        DocumentBounds.each(page.sql, each, sql -> page.shortTexts(parts, columns));
      }
    }
    return page.sql;
  }

  private void shortTexts(List<Part> parts, String columns) {
    if (isOneWalk(parts)) {
      part(parts.getFirst(), columns);
    } else {
      sql.add("select ").add(columns).add(" from (");
      parts(parts);
      sql.add(") t order by t.updated_at, t.id offset 0");
    }
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
      part(parts.getFirst(), DocumentBounds.STORED);
      return;
    }
    sql.add("select t.* from (");
    for (int i = 0; i < parts.size(); i++) {
      sql.add(i == 0 ? "(" : " union all (");
      part(parts.get(i), DocumentBounds.STORED);
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
            && reach.limit().isEmpty()
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
