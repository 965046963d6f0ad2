package io.glebe.core.cube.item;

import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlEvaluator;
import io.glebe.core.cql.CqlSql;
import io.glebe.core.database.Transaction;
import io.glebe.core.ogc.FeatureQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.locationtech.jts.geom.Envelope;

/**
 * Finds the most important features in a box, up to a number of bytes: less important ones are left
 * out. The first query returns short features and the sizes of the others, so that it reads none
 * that is left out; a second one returns the longer ones.
 */
final class BoxSearch {
  /** Bytes of the text of a feature, which is not read for them. */
  private static final String BYTES =
      "(200 + coalesce(octet_length(geometry), 0) + properties_bytes)";

  private final Transaction tx;
  private final String collection;
  private final String where;
  private final List<Object> parameters = new ArrayList<>();
  private final Optional<CqlEvaluator> evaluator;
  private final int limit;
  private final long maxBytes;

  /**
   * @param limit most features
   * @param maxBytes bytes of the features, about
   */
  BoxSearch(
      Transaction tx,
      String collection,
      Envelope box,
      FeatureQuery query,
      int limit,
      long maxBytes) {
    this.maxBytes = maxBytes;
    this.tx = tx;
    this.collection = collection;
    this.limit = limit;
    parameters.add(collection);
    CqlSql sql = new CqlSql(parameters);
    StringBuilder condition = new StringBuilder("collection_id = $1 AND ").append(sql.touches(box));
    Optional<Cql> filter = query.filter();
    this.evaluator = filter.map(CqlEvaluator::new);
    filter.ifPresent(cql -> condition.append(" AND ").append(sql.compile(cql).sql()));
    query.interval().ifPresent(when -> condition.append(ItemSearch.time(when, parameters)));
    this.where = condition.toString();
  }

  /**
   * Features of a box, most important first.
   *
   * @param isCut whether features were left out because of their bytes
   */
  record InBox(List<StoredItem> items, boolean isCut) {}

  InBox read() {
    List<Row> fitting = new ArrayList<>();
    List<Long> longer = new ArrayList<>();
    long bytes = 0;
    boolean isCut = false;
    for (Row row : candidates()) {
      bytes += row.getInteger("bytes");
      if (bytes > maxBytes) {
        isCut = true;
        break;
      }
      fitting.add(row);
      if (row.getString("properties") == null) {
        longer.add(row.getLong("seq"));
      }
    }
    Map<Long, Row> read = longer.isEmpty() ? Map.of() : longer(longer);
    List<StoredItem> items = new ArrayList<>(fitting.size());
    for (Row row : fitting) {
      boolean isShort = row.getString("properties") != null;
      Optional<Row> whole =
          isShort ? Optional.of(row) : Optional.ofNullable(read.get(row.getLong("seq")));
      whole.filter(this::matches).ifPresent(each -> items.add(new StoredItem(each)));
    }
    return new InBox(items, isCut);
  }

  private boolean matches(Row row) {
    return evaluator.map(filter -> filter.matches(new StoredItem(row))).orElse(true);
  }

  private Iterable<Row> candidates() {
    String isShort = "CASE WHEN " + BYTES + " <= " + maxBytes / limit + " THEN ";
    return tx.execute(
        """
        SELECT id, %sgeometry END AS geometry, %sproperties::text END AS properties, time_from,
          time_to, version, seq, %s AS bytes
        FROM cube_item
        WHERE %s
        ORDER BY importance DESC, seq LIMIT %s
        """
            .formatted(isShort, isShort, BYTES, where, limit),
        Tuple.tuple(parameters));
  }

  private Map<Long, Row> longer(List<Long> numbers) {
    Map<Long, Row> rows = new HashMap<>();
    tx.execute(
            """
            SELECT %s
            FROM cube_item
            WHERE collection_id = $1 AND seq = ANY($2)
            """
                .formatted(StoredItem.COLUMNS),
            Tuple.tuple().addString(collection).addArrayOfLong(numbers.toArray(Long[]::new)))
        .forEach(row -> rows.put(row.getLong("seq"), row));
    return rows;
  }
}
