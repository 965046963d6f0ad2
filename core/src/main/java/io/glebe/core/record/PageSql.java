package io.glebe.core.record;

import io.glebe.core.catalogue.EntityType;
import java.util.List;
import java.util.UUID;

/**
 * The query for one page of a feed: the rows within a reach, behind a position, in the order
 * updatedAt, id. A caller of few farms gets one index walk for each of them; a caller of many, one
 * walk of the whole feed.
 */
final class PageSql {
  /** Up to so many farms each is walked by itself. */
  private static final int MAX_WALKS = 16;

  /**
   * A page ends early behind so many stored (compressed) bytes, but never before its first record.
   */
  static final int MAX_BYTES = 4 * 1024 * 1024;

  /** The columns with the document as it is stored, not yet written as text. */
  private static final String ROW = StoredRecord.COLUMNS.replace("doc::text", "doc");

  /** The columns, the document only as long as those before it are not too long together. */
  private static final String PAGE_ROW =
      StoredRecord.COLUMNS.replace(
          "doc::text",
          "case when coalesce(sum(pg_column_size(p.doc)) over (order by p.updated_at, p.id rows"
              + " between unbounded preceding and 1 preceding), 0) < "
              + MAX_BYTES
              + " then p.doc::text end");

  /** A part of the feed and where the reader stands in it. */
  record Part(ReadReach reach, FeedPosition position) {}

  private PageSql() {}

  /**
   * @param parts one, or two while the reader catches up on farms gained
   * @param rows most rows of the answer; those too many bytes behind the first come without their
   *     document
   */
  static Sql page(EntityType type, List<Part> parts, FilterSql filters, int rows) {
    Sql sql = new Sql().add("select ").add(PAGE_ROW).add(" from (");
    if (parts.size() == 1) {
      part(sql, type, parts.getFirst(), filters, rows);
    } else {
      both(sql, type, parts, filters, rows);
    }
    return sql.add(") p order by p.updated_at, p.id");
  }

  private static void both(
      Sql sql, EntityType type, List<Part> parts, FilterSql filters, int rows) {
    sql.add("select t.* from (");
    for (int i = 0; i < parts.size(); i++) {
      sql.add(i == 0 ? "(" : " union all (");
      part(sql, type, parts.get(i), filters, rows);
      sql.add(")");
    }
    order(sql.add(") t"), rows);
  }

  private static void part(Sql sql, EntityType type, Part part, FilterSql filters, int rows) {
    List<UUID> walks = walks(type, part.reach());
    if (walks.size() < 2) {
      select(sql, type);
      if (walks.size() == 1) {
        sql.add("t.farm_id = ").bind(walks.getFirst());
      } else {
        ReachSql.condition(sql, type, part.reach());
      }
      behind(sql, part.position(), filters);
      order(sql, rows);
      return;
    }
    sql.add("select t.* from unnest(")
        .bind(walks.toArray(UUID[]::new))
        .add("::uuid[]) as walk (farm) cross join lateral (");
    select(sql, type);
    sql.add("t.farm_id = walk.farm");
    behind(sql, part.position(), filters);
    order(sql, rows).add(") t");
    order(sql, rows);
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

  private static void select(Sql sql, EntityType type) {
    sql.add("select ").add(ROW).add(" from ").add(RecordTable.of(type).name()).add(" t where ");
  }

  private static void behind(Sql sql, FeedPosition position, FilterSql filters) {
    sql.add(" and (t.updated_at, t.id) > (")
        .bind(position.time())
        .add(", ")
        .bind(position.id())
        .add(")");
    filters.add(sql);
  }

  private static Sql order(Sql sql, int rows) {
    return sql.add(" order by t.updated_at, t.id limit ").bind(rows);
  }
}
