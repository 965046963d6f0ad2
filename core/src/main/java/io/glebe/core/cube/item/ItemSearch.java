package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlEvaluator;
import io.glebe.core.cql.CqlSql;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.problem.Problem;
import io.glebe.core.time.TimeInterval;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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

  /** Bytes of a usual feature; the first batch has memory for as many as it may return. */
  private static final int USUAL_BYTES = 1024;

  private static final int SMALL_BATCH_BYTES = 64 * 1024;
  private static final int LARGE_BATCH_BYTES = 2 * 1024 * 1024;

  private final Transaction tx;
  private final FeatureQuery query;
  private final ItemLimits limits;
  private final MemoryBudget.Lease memory;
  private final String order;
  private final List<Object> parameters = new ArrayList<>();
  private final String where;
  private final Optional<CqlEvaluator> evaluator;

  /**
   * @param memory holds the features of the page and its response; grows before each batch
   */
  ItemSearch(
      Transaction tx,
      String collection,
      FeatureQuery query,
      ItemLimits limits,
      MemoryBudget.Lease memory) {
    this.limits = limits;
    this.memory = memory;
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
    long batchBytes = firstBatchBytes();
    for (int scanned = 0; scanned < limits.scanned(); ) {
      ItemBatch batch = batch(at, size(found.size()), batchBytes, ItemBatch.heap(bytes));
      long before = 0;
      for (int i = 0; i < batch.rows().size(); i++) {
        Row row = batch.rows().get(i);
        long length = row.getLong("total") - before;
        before += length;
        if (!matches(row)) {
          continue;
        }
        boolean isFull = !found.isEmpty() && bytes + length > limits.pageBytes();
        if (isFull || found.size() == query.page().limit()) {
          return page(found, end, bytes).matching(all(found.size(), batch, i));
        }
        found.add(new StoredItem(row));
        bytes += length;
        end = Optional.of(cursor(row));
      }
      scanned += batch.rows().size();
      if (batch.isLast()) {
        return page(found, Optional.empty(), bytes);
      }
      at = Optional.of(cursor(batch.rows().getLast()));
      if (found.size() == query.page().limit() && evaluator.isPresent()) {
        break; // finding out whether one more feature matches may take long: the next page will
        // tell
      }
      if (found.size() < query.page().limit()) {
        end = at;
      }
      batchBytes = LARGE_BATCH_BYTES;
    }
    return page(found, end, bytes);
  }

  /** The number of features of all pages, if the first page has read all candidates. */
  private OptionalLong all(int found, ItemBatch batch, int next) {
    if (!batch.isLast() || query.page().cursor().isPresent()) {
      return OptionalLong.empty();
    }
    long more = batch.rows().stream().skip(next).filter(this::matches).count();
    return OptionalLong.of(found + more);
  }

  /** The number of features of all pages, if the database can decide alone. */
  OptionalLong count() {
    if (evaluator.isPresent() || query.page().cursor().isPresent()) {
      return OptionalLong.empty();
    }
    String sql = "SELECT count(*) FROM cube_item WHERE " + where;
    Row count = tx.execute(sql, Tuple.tuple(parameters)).iterator().next();
    return OptionalLong.of(count.getLong(0));
  }

  private ItemPage page(List<StoredItem> found, Optional<ItemCursor> end, long bytes) {
    memory.hold(ItemBatch.heap(bytes));
    boolean isWhole = query.page().cursor().isEmpty() && end.isEmpty();
    OptionalLong matched = isWhole ? OptionalLong.of(found.size()) : OptionalLong.empty();
    return new ItemPage(found, matched, end.map(ItemCursor::text), facets(ItemBatch.heap(bytes)));
  }

  /** The evaluator parses the feature; what it parsed is not kept. */
  private boolean matches(Row row) {
    return evaluator.isEmpty() || evaluator.get().matches(new StoredItem(row));
  }

  private int size(int found) {
    return evaluator.isPresent() ? BATCH : Math.min(query.page().limit() - found + 1, BATCH);
  }

  private long firstBatchBytes() {
    return Math.max(SMALL_BATCH_BYTES, size(0) * USUAL_BYTES);
  }

  private ItemCursor cursor(Row row) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < query.sort().size(); i++) {
      values.add(row.getString("sort" + i));
    }
    return new ItemCursor(order, values, row.getLong("seq"));
  }

  private ItemBatch batch(Optional<ItemCursor> after, int most, long bytes, long held) {
    List<Object> bound = new ArrayList<>(parameters);
    List<String> keys = new ArrayList<>();
    StringBuilder by = new StringBuilder();
    for (FeatureQuery.SortKey key : query.sort()) {
      String value = value(key.property(), bound);
      by.append(value).append(key.descending() ? " DESC, " : ", ");
      keys.add(value);
    }
    String from = after.map(cursor -> " AND (" + behind(cursor, keys, bound) + ")").orElse("");
    var rows = new ItemBatch.Query(where + from, by + "seq", keys, bound);
    return ItemBatch.read(tx, rows, most, bytes, memory, held);
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

  /**
   * @param held bytes of memory of the page
   */
  private Map<String, Map<String, Long>> facets(long held) {
    Map<String, Map<String, Long>> all = new LinkedHashMap<>();
    if (query.facets().isEmpty()) {
      return all;
    }
    if (evaluator.isPresent()) {
      return scanned(held);
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
  private Map<String, Map<String, Long>> scanned(long held) {
    Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
    query.facets().forEach(facet -> counts.put(facet, new HashMap<>()));
    long after = Long.MIN_VALUE;
    long bytes = firstBatchBytes();
    boolean isLast = false;
    for (int scanned = 0; scanned < limits.scanned() && !isLast; ) {
      List<Object> bound = new ArrayList<>(parameters);
      bound.add(after);
      String from = where + " AND seq > $" + bound.size();
      var rows = ItemBatch.Query.inOrderOfCreation(from, bound);
      ItemBatch batch = ItemBatch.read(tx, rows, BATCH, bytes, memory, held);
      for (Row row : batch.rows()) {
        after = count(new StoredItem(row), counts);
      }
      scanned += batch.rows().size();
      isLast = batch.isLast();
      bytes = LARGE_BATCH_BYTES;
    }
    memory.hold(held);
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

  /**
   * The end of a page: the sort values of its last row as JSON texts, and its sequence number.
   *
   * @param order the sort order that the cursor belongs to
   */
  private record ItemCursor(String order, List<String> values, long seq) {

    String text() {
      ArrayNode array = Json.array().add(order).add(seq);
      values.forEach(array::add);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(array));
    }

    static ItemCursor parse(String text, String order, int values) {
      try {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        JsonNode array = Json.parse(new String(bytes, StandardCharsets.UTF_8));
        if (array.isArray()
            && array.size() == values + 2
            && array.get(0).asText().equals(order)
            && array.get(1).isIntegralNumber()) {
          List<String> found = new ArrayList<>();
          for (int i = 2; i < array.size(); i++) {
            Json.parse(array.get(i).asText());
            found.add(array.get(i).asText());
          }
          return new ItemCursor(order, found, array.get(1).longValue());
        }
      } catch (IllegalArgumentException | Problem e) {
        throw fault();
      }
      throw fault();
    }

    private static Problem fault() {
      return Problem.malformedParameter("next", "is no cursor of this list and order");
    }
  }
}
