package io.glebe.core.cube.item;

import io.glebe.core.database.Transaction;
import io.glebe.core.memory.MemoryBudget;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * Features that a query finds, from its first one on: as many as fit into a number of bytes, but
 * one in any case. Memory is leased before rows are read.
 *
 * @param rows the columns of {@link StoredItem}, the columns {@code sort0}, {@code sort1} and so on
 *     of the query, and {@code total}, the bytes of this row and of those before it
 * @param isLast whether the query finds no further features
 */
record ItemBatch(List<Row> rows, boolean isLast) {
  /** Bytes of a row without its texts, about. */
  private static final int ROW = 200;

  /** A value that sorts and has more bytes than this is measured as all properties together. */
  private static final int LARGE = 64 * 1024;

  /** A text is held as it came from the database and as it is sent. */
  private static final int COPIES = 2;

  private static final String OTHER_COLUMNS = ", time_from, time_to, version, seq";

  /**
   * A query of features.
   *
   * @param where condition on {@code cube_item}
   * @param order the order, without {@code ORDER BY}
   * @param sorts expressions of type jsonb that are returned as further columns
   * @param parameters the values of all placeholders
   */
  record Query(String where, String order, List<String> sorts, List<Object> parameters) {
    static Query inOrderOfCreation(String where, List<Object> parameters) {
      return new Query(where, "seq", List.of(), parameters);
    }
  }

  /** Bytes of memory for features with texts of this many bytes, and for the response. */
  static long heap(long bytes) {
    return COPIES * bytes;
  }

  /**
   * Reads features.
   *
   * @param most number of features
   * @param bytes of these features; more if the first one alone has more
   * @param memory holds {@code held} and these features afterwards; grows before rows are read
   * @param held bytes of memory for earlier features, see {@link #heap}
   * @throws io.glebe.core.problem.Problem 413, 429 or 503 if there is not enough memory
   */
  static ItemBatch read(
      Transaction tx, Query query, int most, long bytes, MemoryBudget.Lease memory, long held) {
    long limit = bytes;
    while (true) {
      memory.hold(held + heap(limit));
      List<Row> rows = rows(tx, query, most, limit);
      if (rows.isEmpty()) {
        memory.hold(held);
        return new ItemBatch(rows, true);
      }
      long total = rows.getLast().getLong("total");
      if (total <= limit) {
        memory.hold(held + heap(total));
        long candidates = rows.getFirst().getLong("candidates");
        return new ItemBatch(rows, rows.size() == candidates && candidates < most);
      }
      limit = total; // the first row alone, which came without its texts
    }
  }

  private static List<Row> rows(Transaction tx, Query query, int most, long bytes) {
    List<Object> bound = new ArrayList<>(query.parameters());
    bound.add(bytes);
    List<Row> rows = new ArrayList<>();
    tx.execute(sql(query, most, "$" + bound.size()), Tuple.tuple(bound)).forEach(rows::add);
    return rows;
  }

  /**
   * The innermost query finds the rows, with their values as stored. The next one adds up the bytes
   * of their texts, which are known without reading them. Only texts that are returned are
   * converted, once: converting and copying a megabyte takes the database tens of milliseconds.
   */
  private static String sql(Query query, int most, String bytes) {
    StringBuilder stored = new StringBuilder();
    StringBuilder texts = new StringBuilder();
    StringBuilder length = new StringBuilder();
    for (int i = 0; i < query.sorts().size(); i++) {
      String name = "sort" + i;
      stored.append(", ").append(query.sorts().get(i)).append(" AS ").append(name);
      texts.append(", ").append(fitting(name + "::text", bytes)).append(name);
      length.append(" + ").append(lengthOf(name));
    }
    return """
    SELECT id, %s geometry, %s properties, total, candidates%s%s
    FROM (
      SELECT t.*, count(*) OVER () AS candidates, row_number() OVER () AS place,
        sum(%s + octet_length(id) + coalesce(octet_length(geometry), 0) + properties_bytes%s)
          OVER (ROWS UNBOUNDED PRECEDING) AS total
      FROM (
        SELECT id, geometry, properties, properties_bytes%s%s
        FROM cube_item
        WHERE %s
        ORDER BY %s LIMIT %s
      ) t
    ) t
    WHERE total <= %s OR place = 1
    """
        .formatted(
            fitting("geometry", bytes),
            fitting("properties::text", bytes),
            OTHER_COLUMNS,
            texts,
            ROW,
            length,
            OTHER_COLUMNS,
            stored,
            query.where(),
            query.order(),
            most,
            bytes);
  }

  /** The bytes of the text of a value of the properties, at least. */
  private static String lengthOf(String value) {
    return "CASE WHEN pg_column_size(%2$s) > %1$s THEN properties_bytes ELSE octet_length(%2$s::text) END"
        .formatted(LARGE, value);
  }

  private static String fitting(String text, String bytes) {
    return "CASE WHEN total <= %2$s THEN %1$s END AS ".formatted(text, bytes);
  }
}
