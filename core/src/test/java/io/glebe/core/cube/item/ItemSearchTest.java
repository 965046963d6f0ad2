package io.glebe.core.cube.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages of large features: bounded by bytes, complete, and paid for in advance. */
class ItemSearchTest {
  private static final int MEGABYTE = 1 << 20;
  private static final int PAGE = 8 * MEGABYTE;
  private static final String COLLECTION = "large";
  private static final int COUNT = 24;

  /** Accepted by SQL for every feature, so that the evaluator decides. */
  private static final String EVEN = "CASEI(parity) = 'even'";

  private static final ItemLimits LIMITS =
      ItemLimits.of(Settings.defaults().with(SpatioSettings.PAGE_BYTES, "8M"));

  private static TestDatabase db;

  @BeforeAll
  static void fill() {
    db = TestDatabase.create();
    db.database()
        .query("INSERT INTO cube_collection (id, doc) VALUES ($1, '{}'::jsonb)", COLLECTION)
        .await();
    for (int i = 0; i < COUNT; i++) {
      List<Item> one = List.of(item(i));
      db.database().inTransaction(tx -> ItemRows.put(tx, COLLECTION, one)).await();
    }
  }

  @AfterAll
  static void close() {
    db.close();
  }

  /** Every fourth feature is small, the others have a megabyte that compresses well. */
  private static Item item(int number) {
    var body = Json.object().put("type", "Feature").put("id", id(number));
    var properties = body.putObject("properties");
    properties.put("rank", number % 5).put("parity", number % 2 == 0 ? "EVEN" : "odd");
    properties.put("note", number % 4 == 0 ? "" : "a".repeat(MEGABYTE));
    return FeatureBody.parse(body, "", 100);
  }

  private static String id(int number) {
    return "f" + (100 + number);
  }

  private static List<String> ids(IntStream numbers) {
    return numbers.mapToObj(ItemSearchTest::id).toList();
  }

  private static FeatureQuery query(PageRequest page) {
    return FeatureQuery.of(Optional.empty(), Optional.empty(), page);
  }

  private static FeatureQuery sorted(PageRequest page) {
    return new FeatureQuery(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        List.of(new FeatureQuery.SortKey("rank", true)),
        List.of("parity"),
        List.of(),
        page);
  }

  private static FeatureQuery even(PageRequest page) {
    return new FeatureQuery(
        Optional.empty(),
        Optional.empty(),
        Optional.of(Cql2Text.parse(EVEN)),
        Map.of(),
        List.of(),
        List.of("parity"),
        List.of(),
        page);
  }

  private static ItemPage page(FeatureQuery query, MemoryBudget.Lease memory) {
    return page(query, LIMITS, memory);
  }

  private static ItemPage page(FeatureQuery query, ItemLimits limits, MemoryBudget.Lease memory) {
    return db.database()
        .inTransaction(tx -> new ItemSearch(tx, COLLECTION, query, limits, memory).page())
        .await();
  }

  private static long length(ItemPage page) {
    return page.items().stream().mapToLong(item -> item.propertiesText().length()).sum();
  }

  /** The ids of all pages; checks the bounds of each. */
  private static List<String> walk(
      java.util.function.Function<PageRequest, FeatureQuery> query, int limit) {
    MemoryBudget budget = new MemoryBudget("responses", 30 * MEGABYTE, 30 * MEGABYTE);
    List<String> found = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      try (MemoryBudget.Lease memory = budget.lease("reader")) {
        ItemPage page = page(query.apply(new PageRequest(limit, next)), memory);
        assertThat(page.items().size()).isLessThanOrEqualTo(limit);
        assertThat(length(page)).isLessThanOrEqualTo(PAGE);
        assertThat(memory.bytes()).isBetween(2 * length(page), 2 * length(page) + 100_000);
        page.items().forEach(item -> found.add(item.id()));
        next = page.next();
      }
    } while (next.isPresent());
    assertThat(budget.held()).isZero();
    return found;
  }

  @Test
  void aPageOfLargeFeaturesEndsEarlyAndNoneIsLost() {
    for (int limit : List.of(1, 3, 7, 10, 1000)) {
      assertThat(walk(ItemSearchTest::query, limit))
          .as("limit %s", limit)
          .containsExactlyElementsOf(ids(IntStream.range(0, COUNT)));
    }
  }

  @Test
  @Tag("GLEBE_FILTER_SCANNED")
  void aPageOfAFilterEndsEarlyWhereItHasInspectedEnoughAndNoneIsLost() {
    ItemLimits one =
        new ItemLimits(
            LIMITS.load(),
            LIMITS.featureBytes(),
            LIMITS.tile(),
            LIMITS.boxBytes(),
            LIMITS.pageBytes(),
            1,
            LIMITS.positions());
    MemoryBudget budget = new MemoryBudget("responses", 30 * MEGABYTE, 30 * MEGABYTE);
    List<String> found = new ArrayList<>();
    Optional<String> next = Optional.empty();
    int pages = 0;
    do {
      try (MemoryBudget.Lease memory = budget.lease("reader")) {
        ItemPage page = page(even(new PageRequest(1000, next)), one, memory);
        page.items().forEach(item -> found.add(item.id()));
        next = page.next();
        pages++;
      }
    } while (next.isPresent());
    assertThat(found)
        .containsExactlyElementsOf(ids(IntStream.range(0, COUNT).filter(i -> i % 2 == 0)));
    int usual = 0;
    try (MemoryBudget.Lease memory = budget.lease("reader")) {
      usual = page(even(new PageRequest(1000, Optional.empty())), memory).items().size();
    }
    assertThat(pages).isGreaterThan((COUNT / 2 + usual - 1) / usual);
  }

  @Test
  void aSortedListOfLargeFeaturesIsExact() {
    List<String> expected =
        IntStream.range(0, COUNT)
            .boxed()
            .sorted(Comparator.comparingInt(number -> -(number % 5)))
            .map(ItemSearchTest::id)
            .toList();
    assertThat(walk(ItemSearchTest::sorted, 1000)).containsExactlyElementsOf(expected);
    assertThat(walk(ItemSearchTest::sorted, 4)).containsExactlyElementsOf(expected);
  }

  @Test
  void aFilteredListOfLargeFeaturesIsExact() {
    List<String> expected = ids(IntStream.range(0, COUNT).filter(number -> number % 2 == 0));
    assertThat(walk(ItemSearchTest::even, 1000)).containsExactlyElementsOf(expected);
    assertThat(walk(ItemSearchTest::even, 3)).containsExactlyElementsOf(expected);
  }

  @Test
  void facetsOfLargeFeaturesCountAllOfThem() {
    MemoryBudget.Lease memory = new MemoryBudget("responses", PAGE * 4, PAGE * 4).lease("reader");
    assertThat(page(sorted(PageRequest.first(1)), memory).facets().get("parity"))
        .containsExactlyInAnyOrderEntriesOf(Map.of("\"EVEN\"", COUNT / 2L, "\"odd\"", COUNT / 2L));
    assertThat(page(even(PageRequest.first(1)), memory).facets().get("parity"))
        .isEqualTo(Map.of("\"EVEN\"", COUNT / 2L));
  }

  @Test
  void withoutMemoryAPageIsRefusedAndNothingIsHeld() {
    MemoryBudget budget = new MemoryBudget("responses", 4 * MEGABYTE, 3 * MEGABYTE);
    try (MemoryBudget.Lease other = budget.lease("reader");
        MemoryBudget.Lease memory = budget.lease("reader")) {
      other.grow(3 * MEGABYTE);
      assertThatThrownBy(() -> page(query(PageRequest.first(10)), memory))
          .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(429));
    }
    try (MemoryBudget.Lease memory = budget.lease("reader")) {
      assertThatThrownBy(() -> page(query(PageRequest.first(1000)), memory))
          .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(413));
    }
    assertThat(budget.held()).isZero();
  }
}
