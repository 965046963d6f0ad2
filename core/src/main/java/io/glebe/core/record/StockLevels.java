package io.glebe.core.record;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.access.ReachSql;
import io.glebe.core.record.access.ReadReach;
import io.glebe.core.record.table.Sql;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Stock levels: sums of stock movements, computed by one grouping query and never stored. Units are
 * codes and are never converted or added to each other; sums are exact.
 */
public final class StockLevels {
  private static final EntityType MOVEMENT = Catalogue.standard().get("StockMovement");
  private static final String BINDING = "stock-levels";

  /**
   * Sign of a movement's quantity at its own location; a transfer adds the quantity at its target.
   */
  private static final String SIGNED =
      "case when t.doc ->> 'kind' in ('ISSUE', 'SALE', 'LOSS', 'TRANSFER') then -1 else 1 end *"
          + " (t.doc ->> 'quantity')::numeric";

  /** Times before year 1 are valid in ISO 8601 but PostgreSQL cannot read them. */
  private static final String OCCURRED =
      "case when pg_input_is_valid(t.doc ->> 'occurredAt', 'timestamptz') then (t.doc ->>"
          + " 'occurredAt')::timestamptz else '-infinity' end";

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private final RecordService records;

  public StockLevels(RecordService records) {
    this.records = records;
  }

  /**
   * The requested levels.
   *
   * @param at only movements up to this time
   * @param limit maximum number of levels of the page, 1 to {@value ListQuery#MAX_LIMIT}
   */
  public record Query(
      Optional<UUID> product,
      Optional<UUID> lot,
      Optional<UUID> location,
      Optional<UUID> farm,
      Optional<Instant> at,
      int limit,
      Optional<String> cursor) {

    private String binding() {
      return BINDING + product + lot + location + farm + at;
    }
  }

  /** A page of levels as JSON: items, nextCursor, hasMore. */
  public Future<ObjectNode> page(Caller caller, Query query) {
    Sql sql = new Sql();
    Optional<List<String>> after;
    try {
      ReadReach reach = ReadReach.of(caller, MOVEMENT);
      after = query.cursor().map(text -> key(records.seal().readText(text, query.binding())));
      levels(sql, query, reach, after);
    } catch (Problem refusal) {
      return Future.failedFuture(refusal);
    }
    return records.database().query(sql.text(), sql.values()).map(rows -> page(rows, query, after));
  }

  private static void levels(Sql sql, Query query, ReadReach reach, Optional<List<String>> after) {
    sql.add("select product, location, lot, unit, farm, trim_scale(sum(quantity)),");
    sql.add(" case when isfinite(max(at)) then to_char(max(at) at time zone 'UTC',");
    sql.add(" 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') else '' end from (");
    movements(sql, query, reach, "storageLocationId", SIGNED, "");
    sql.add(" union all ");
    movements(
        sql,
        query,
        reach,
        "targetStorageLocationId",
        "(t.doc ->> 'quantity')::numeric",
        " and t.doc ->> 'kind' = 'TRANSFER'");
    sql.add(") m where true");
    query.location().ifPresent(id -> sql.add(" and location = ").bind(id.toString()));
    sql.add(" group by product, location, lot, unit, farm");
    after.ifPresent(
        key -> {
          sql.add(
              " having (product collate \"C\", location collate \"C\", lot collate \"C\", unit");
          sql.add(" collate \"C\", farm::text collate \"C\") > (");
          for (int i = 0; i < key.size(); i++) {
            sql.add(i == 0 ? "" : ", ").bind(key.get(i));
          }
          sql.add(")");
        });
    sql.add(" order by product collate \"C\", location collate \"C\", lot collate \"C\", unit");
    sql.add(" collate \"C\", farm::text collate \"C\" limit ").bind(query.limit() + 1);
  }

  private static void movements(
      Sql sql, Query query, ReadReach reach, String location, String quantity, String condition) {
    sql.add("select t.farm_id as farm, t.doc ->> 'productId' as product, coalesce(t.doc ->>");
    sql.add(" 'lotId', '') as lot, t.doc ->> '" + location + "' as location, t.doc ->> 'unit' as");
    sql.add(" unit, " + quantity + " as quantity, " + OCCURRED + " as at");
    sql.add(" from record.stock_movements t where ");
    ReachSql.condition(sql, MOVEMENT, reach);
    sql.add(condition);
    query.farm().ifPresent(id -> sql.add(" and t.farm_id = ").bind(id));
    query.product().ifPresent(id -> link(sql, "StockMovement.productId", id));
    query.lot().ifPresent(id -> link(sql, "StockMovement.lotId", id));
    query.location().ifPresent(id -> link(sql, "StockMovement." + location, id));
    query
        .at()
        .ifPresent(
            at -> sql.add(" and " + OCCURRED + " <= ").bind(bounded(at).atOffset(ZoneOffset.UTC)));
  }

  private static Instant bounded(Instant at) {
    return at.isBefore(FIRST) ? FIRST : at.isAfter(LAST) ? LAST : at;
  }

  private static void link(Sql sql, String reference, UUID target) {
    sql.add(" and t.id in (select l.source_id from record.link l where l.reference = '");
    sql.add(reference).add("' and l.target_id = ").bind(target).add(")");
  }

  private ObjectNode page(RowSet<Row> rows, Query query, Optional<List<String>> after) {
    ObjectNode page = Json.object();
    ArrayNode items = page.putArray("items");
    List<String> last = after.orElse(List.of("", "", "", "", ""));
    for (Row row : rows) {
      if (items.size() < query.limit()) {
        items.add(level(row));
        last = key(row);
      }
    }
    page.put("nextCursor", records.seal().writeText(String.join("\n", last), query.binding()));
    page.put("hasMore", rows.size() > query.limit());
    return page;
  }

  private static ObjectNode level(Row row) {
    ObjectNode level = Json.object();
    level.put("productId", row.getString(0));
    if (!row.getString(2).isEmpty()) {
      level.put("lotId", row.getString(2));
    }
    level.put("storageLocationId", row.getString(1));
    level.put("farmId", row.getUUID(4).toString());
    level.put("unit", row.getString(3));
    level.put("quantity", plain(row.getBigDecimal(5)));
    if (!row.getString(6).isEmpty()) {
      level.put("lastMovementAt", row.getString(6));
    }
    return level;
  }

  /** The number without exponent. */
  private static BigDecimal plain(BigDecimal quantity) {
    return quantity.scale() < 0 ? quantity.setScale(0) : quantity;
  }

  private static List<String> key(Row row) {
    List<String> key = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      key.add(row.getString(i));
    }
    key.add(row.getUUID(4).toString());
    return key;
  }

  private static List<String> key(String text) {
    return List.of(text.split("\n", -1));
  }
}
