package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlEvaluator;
import io.glebe.core.cql.CqlSql;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.time.TimeInterval;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds features: SQL returns candidates in order, and the evaluator checks them where SQL is not
 * exact. The next page starts after the last examined row, so that no feature is missed or
 * repeated.
 */
final class ItemSearch {
  /** Maximum number of values of one facet. */
  static final int MAX_FACET_VALUES = 100;

  private static final int MAX_DISTINCT = 10_000;
  private static final int BATCH = 1_000;

  private final Transaction tx;
  private final FeatureQuery query;
  private final ItemLimits limits;
  private final String order;
  private final List<Object> parameters = new ArrayList<>();
  private final String where;
  private final Optional<CqlEvaluator> evaluator;

  ItemSearch(Transaction tx, String collection, FeatureQuery query, ItemLimits limits) {
    this.limits = limits;
    this.tx = tx;
    this.query = query;
    this.order =
        query.sort().stream()
            .map(key -> (key.descending() ? "-" : "+") + key.property())
            .collect(Collectors.joining(","));
    Optional<CqlEvaluator> last = query.condition().map(CqlEvaluator::new);
    StringBuilder sql = new StringBuilder("collection_id = $1");
    parameters.add(collection);
    query.interval().ifPresent(when -> sql.append(time(when, parameters)));
    boolean exact = true;
    Optional<Cql> filter = query.condition();
    if (filter.isPresent()) {
      CqlSql.Condition condition = new CqlSql(parameters).compile(filter.get());
      sql.append(" AND ").append(condition.sql());
      exact = condition.exact();
    }
    this.where = sql.toString();
    this.evaluator = exact ? Optional.empty() : last;
  }

  /** Matches times that intersect the interval; features without a time do not match. */
  static String time(TimeInterval when, List<Object> parameters) {
    StringBuilder sql = new StringBuilder(" AND coalesce(time_from, time_to) IS NOT NULL");
    when.from()
        .ifPresent(
            from -> {
              parameters.add(from.atOffset(ZoneOffset.UTC));
              sql.append(" AND (time_to IS NULL OR time_to >= $" + parameters.size() + ")");
            });
    when.until()
        .ifPresent(
            to -> {
              parameters.add(to.atOffset(ZoneOffset.UTC));
              sql.append(" AND (time_from IS NULL OR time_from <= $" + parameters.size() + ")");
            });
    return sql.toString();
  }

  ItemPage page() {
    Optional<ItemCursor> at =
        query.page().cursor().map(text -> ItemCursor.parse(text, order, query.sort().size()));
    List<StoredItem> found = new ArrayList<>();
    Optional<ItemCursor> end = Optional.empty();
    long bytes = 0;
    for (int scanned = 0; scanned < limits.scanned(); ) {
      RowSet<Row> rows = batch(at);
      for (Row row : rows) {
        StoredItem item = new StoredItem(row);
        if (found.size() == query.page().limit() || bytes > limits.pageBytes()) {
          if (evaluator.isEmpty() || evaluator.get().matches(item)) {
            return new ItemPage(found, end.map(ItemCursor::text), facets());
          }
          continue;
        }
        if (evaluator.isEmpty() || evaluator.get().matches(item)) {
          found.add(item);
          bytes += item.propertiesText().length() + item.geometryText().orElse("").length();
          end = Optional.of(cursor(row));
        }
      }
      scanned += rows.size();
      if (rows.size() < size()) {
        return new ItemPage(found, Optional.empty(), facets());
      }
      at = Optional.of(cursor(last(rows)));
      if (found.size() == query.page().limit() && evaluator.isPresent()) {
        break; // finding out whether one more feature matches may take long: the next page will
        // tell
      }
      if (found.size() < query.page().limit()) {
        end = at;
      }
    }
    return new ItemPage(found, end.map(ItemCursor::text), facets());
  }

  private static Row last(RowSet<Row> rows) {
    Row last = null;
    for (Row row : rows) {
      last = row;
    }
    return Objects.requireNonNull(last, "a full batch has a last row");
  }

  private int size() {
    return evaluator.isPresent() ? BATCH : Math.min(query.page().limit() + 1, BATCH);
  }

  private ItemCursor cursor(Row row) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < query.sort().size(); i++) {
      values.add(row.getString("sort" + i));
    }
    return new ItemCursor(order, values, row.getLong("seq"));
  }

  private RowSet<Row> batch(Optional<ItemCursor> after) {
    List<Object> bound = new ArrayList<>(parameters);
    List<String> keys = new ArrayList<>();
    StringBuilder columns = new StringBuilder(StoredItem.COLUMNS);
    StringBuilder by = new StringBuilder();
    for (FeatureQuery.SortKey key : query.sort()) {
      String value = value(key.property(), bound);
      columns.append(", ").append(value).append("::text AS sort").append(keys.size());
      by.append(value).append(key.descending() ? " DESC, " : ", ");
      keys.add(value);
    }
    String from = after.map(cursor -> " AND (" + behind(cursor, keys, bound) + ")").orElse("");
    return tx.execute(
        """
        SELECT %s
        FROM cube_item
        WHERE %s%s
        ORDER BY %sseq LIMIT %s
        """
            .formatted(columns, where, from, by, size()),
        Tuple.tuple(bound));
  }

  /** JSON values have a total order in PostgreSQL; an absent value counts as null, the lowest. */
  private static String value(String property, List<Object> bound) {
    if (property.equals("id")) {
      return "to_jsonb(id)";
    }
    bound.add(property);
    return "coalesce(properties -> $" + bound.size() + "::text, 'null'::jsonb)";
  }

  private String behind(ItemCursor cursor, List<String> keys, List<Object> bound) {
    List<String> steps = new ArrayList<>();
    StringBuilder same = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      bound.add(cursor.values().get(i));
      String mark = "($" + bound.size() + "::text)::jsonb";
      String beyond = query.sort().get(i).descending() ? " < " : " > ";
      steps.add("(" + same + keys.get(i) + beyond + mark + ")");
      same.append(keys.get(i)).append(" = ").append(mark).append(" AND ");
    }
    bound.add(cursor.seq());
    steps.add("(" + same + "seq > $" + bound.size() + ")");
    return String.join(" OR ", steps);
  }

  private Map<String, Map<String, Long>> facets() {
    Map<String, Map<String, Long>> all = new LinkedHashMap<>();
    if (query.facets().isEmpty()) {
      return all;
    }
    if (evaluator.isPresent()) {
      return scanned();
    }
    for (String facet : query.facets()) {
      List<Object> bound = new ArrayList<>(parameters);
      String value = value(facet, bound);
      Map<String, Long> counts = new LinkedHashMap<>();
      tx.execute(
              """
              SELECT %s::text, count(*)
              FROM cube_item
              WHERE %s
              GROUP BY 1
              ORDER BY 2 DESC, 1 LIMIT %s
              """
                  .formatted(value, where, MAX_FACET_VALUES),
              Tuple.tuple(bound))
          .forEach(row -> counts.put(row.getString(0), row.getLong(1)));
      all.put(facet, counts);
    }
    return all;
  }

  /** Counts the features that the evaluator accepts, over at most one page of candidates. */
  private Map<String, Map<String, Long>> scanned() {
    Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
    query.facets().forEach(facet -> counts.put(facet, new HashMap<>()));
    long after = Long.MIN_VALUE;
    for (int scanned = 0; scanned < limits.scanned(); scanned += BATCH) {
      List<Object> bound = new ArrayList<>(parameters);
      bound.add(after);
      RowSet<Row> rows =
          tx.execute(
              """
              SELECT %s
              FROM cube_item
              WHERE %s AND seq > $%s
              ORDER BY seq LIMIT %s
              """
                  .formatted(StoredItem.COLUMNS, where, bound.size(), BATCH),
              Tuple.tuple(bound));
      for (Row row : rows) {
        after = count(new StoredItem(row), counts);
      }
      if (rows.size() < BATCH) {
        break;
      }
    }
    counts.replaceAll((facet, found) -> most(found));
    return counts;
  }

  private long count(StoredItem item, Map<String, Map<String, Long>> counts) {
    if (evaluator.orElseThrow().matches(item)) {
      counts.forEach(
          (facet, found) -> {
            JsonNode value = item.property(facet);
            String text = value.isMissingNode() ? "null" : Json.write(value);
            if (found.size() < MAX_DISTINCT || found.containsKey(text)) {
              found.merge(text, 1L, Long::sum);
            }
          });
    }
    return item.seq();
  }

  private static Map<String, Long> most(Map<String, Long> counts) {
    Map<String, Long> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_FACET_VALUES)
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }
}
