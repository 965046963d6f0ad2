package io.glebe.core.cube.item;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.config.Settings;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlEvaluator;
import io.glebe.core.cql.CqlSql;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * For random filters over rows with edge cases, SQL and the evaluator in memory find the same rows.
 */
class CqlOracleTest {
  private static final long SEED = 20_261_120L;
  private static final int ROWS = 300;
  private static final int FILTERS = 400;
  private static final ItemLimits LIMITS = ItemLimits.of(Settings.defaults());
  private static final MemoryBudget MEMORY = new MemoryBudget("responses", 1 << 28, 1 << 28);
  private static final String COLLECTION = "oracle";
  private static final List<String> NAMES = List.of("a", "b", "c", "id", "none", "it's");
  private static final List<String> TEXTS =
      List.of(
          "",
          "wheat",
          "Wheat",
          "wh_at",
          "w%",
          "\\",
          "K",
          "k\u212a",
          "\u00e4",
          "\ud83c\udf3e",
          "\uffee");
  private static final List<String> PATTERNS =
      List.of("%", "w%", "_heat", "%\\%", "K%", "%k", "\\\\", "wh\\_at", "\u00c4", "_", "");

  private static TestDatabase db;
  private static final Random RANDOM = new Random(SEED);
  private static final List<StoredItem> ALL = new ArrayList<>();

  @BeforeAll
  static void fill() {
    db = TestDatabase.create();
    db.database()
        .query("INSERT INTO cube_collection (id, doc) VALUES ($1, '{}'::jsonb)", COLLECTION)
        .await();
    List<Item> items = IntStream.range(0, ROWS).mapToObj(CqlOracleTest::item).toList();
    db.database().inTransaction(tx -> ItemRows.put(tx, COLLECTION, items)).await();
    ALL.addAll(rows("collection_id = $1", List.of(COLLECTION)));
    assertThat(ALL).hasSize(ROWS);
  }

  @AfterAll
  static void close() {
    db.close();
  }

  private static Item item(int number) {
    var body = Json.object().put("type", "Feature").put("id", "i" + number);
    var properties = body.putObject("properties");
    for (String name : List.of("a", "b", "c", "it's")) {
      switch (RANDOM.nextInt(6)) {
        case 0 -> properties.put(name, RANDOM.nextInt(5));
        case 1 ->
            properties.put(
                name, new BigDecimal("0.1").multiply(BigDecimal.valueOf(RANDOM.nextInt(30))));
        case 2 -> properties.put(name, pick(TEXTS));
        case 3 -> properties.put(name, RANDOM.nextBoolean());
        case 4 -> properties.putNull(name);
        default -> {
          // leave the property out
        }
      }
    }
    if (RANDOM.nextInt(5) > 0) {
      body.putObject("geometry")
          .put("type", "Point")
          .putArray("coordinates")
          .add(RANDOM.nextInt(10))
          .add(RANDOM.nextInt(10));
    }
    return FeatureBody.parse(body, "", LIMITS.positions());
  }

  private static <T> T pick(List<T> from) {
    return from.get(RANDOM.nextInt(from.size()));
  }

  private static Cql condition(int depth) {
    if (depth > 0 && RANDOM.nextInt(3) > 0) {
      return switch (RANDOM.nextInt(3)) {
        case 0 -> new Cql.And(List.of(condition(depth - 1), condition(depth - 1)));
        case 1 -> new Cql.Or(List.of(condition(depth - 1), condition(depth - 1)));
        default -> new Cql.Not(condition(depth - 1));
      };
    }
    return switch (RANDOM.nextInt(8)) {
      case 0 -> new Cql.Like(property(), pick(PATTERNS), RANDOM.nextBoolean());
      case 1 -> new Cql.IsNull(property());
      case 2 -> new Cql.In(property(), List.of(literal(), literal(), literal()));
      case 3 -> new Cql.Between(property(), literal(), literal());
      case 4 -> place();
      case 5 ->
          new Cql.Comparison(Cql.Comparator.EQ, property(), new Cql.Truth(RANDOM.nextBoolean()));
      case 6 ->
          new Cql.Comparison(
              pick(List.of(Cql.Comparator.values())),
              new Cql.Arithmetic(pick(List.of('+', '-', '*', '/', '%')), property(), literal()),
              literal());
      default ->
          RANDOM.nextBoolean()
              ? new Cql.Comparison(pick(List.of(Cql.Comparator.values())), property(), literal())
              : new Cql.Comparison(pick(List.of(Cql.Comparator.values())), literal(), property());
    };
  }

  private static Cql property() {
    return new Cql.Property(pick(NAMES));
  }

  private static Cql literal() {
    return switch (RANDOM.nextInt(4)) {
      case 0 -> new Cql.Number(BigDecimal.valueOf(RANDOM.nextInt(5)));
      case 1 -> new Cql.Number(new BigDecimal("1." + RANDOM.nextInt(10)));
      case 2 -> new Cql.Truth(RANDOM.nextBoolean());
      default -> new Cql.Text(pick(TEXTS));
    };
  }

  private static Cql place() {
    int x = RANDOM.nextInt(10);
    int y = RANDOM.nextInt(10);
    Envelope box = new Envelope(x, x + 3, y, y + 3);
    return new Cql.Spatial(
        pick(List.of(Cql.SpatialRelation.values())),
        new Cql.Property("geometry"),
        new Cql.Place(new GeometryFactory().toGeometry(box)));
  }

  private static List<StoredItem> rows(String where, List<Object> parameters) {
    List<StoredItem> found = new ArrayList<>();
    db.database()
        .query(
            "SELECT " + StoredItem.COLUMNS + " FROM cube_item WHERE " + where + " ORDER BY seq",
            Tuple.tuple(parameters))
        .await()
        .forEach(row -> found.add(new StoredItem(row)));
    return found;
  }

  private static List<String> ids(List<StoredItem> items) {
    return items.stream().map(StoredItem::id).toList();
  }

  @Test
  void sqlAndEvaluatorAgreeOnEveryFilter() {
    int exact = 0;
    for (int i = 0; i < FILTERS; i++) {
      Cql filter = condition(3);
      CqlEvaluator evaluator = new CqlEvaluator(filter);
      List<String> expected = ids(ALL.stream().filter(evaluator::matches).toList());
      List<Object> parameters = new ArrayList<>(List.of(COLLECTION));
      CqlSql.Condition sql = new CqlSql(parameters).compile(filter);
      List<String> found = ids(rows("collection_id = $1 AND " + sql.sql(), parameters));
      String story = "seed " + SEED + ", filter " + i + ": " + filter + " as " + sql;
      if (sql.exact()) {
        exact++;
        assertThat(found).as(story).isEqualTo(expected);
      } else {
        assertThat(found).as(story).containsAll(expected);
      }
      assertThat(paged(filter)).as(story).isEqualTo(expected);
    }
    assertThat(exact).isBetween(FILTERS / 20, FILTERS * 19 / 20);
  }

  private static List<String> paged(Cql filter) {
    List<String> found = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      FeatureQuery query =
          FeatureQuery.of(Optional.of(filter), Optional.empty(), new PageRequest(97, next));
      ItemPage page =
          db.database()
              .inTransaction(
                  tx -> new ItemSearch(tx, COLLECTION, query, LIMITS, MEMORY.lease("test")).page())
              .await();
      found.addAll(ids(page.items()));
      next = page.next();
    } while (next.isPresent());
    return found;
  }
}
