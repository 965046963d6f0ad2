package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.problem.ProblemType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests sums of stock movements: exact, by product, place, lot and unit, and never stored. */
class StockLevelsTest {
  private static final RecordFixture FARM = new RecordFixture();
  private static final StockLevels LEVELS = new StockLevels(FARM.records);
  private static final StockLevels.Query ALL = query(Optional.empty());

  private static final UUID SEED = UUID.randomUUID();
  private static final UUID S1 = UUID.randomUUID();
  private static final UUID S2 = UUID.randomUUID();
  private static final UUID LOT = UUID.randomUUID();
  private static final UUID OTHER_FARM = UUID.randomUUID();

  /** The example of the data model, and a movement on another farm of the organization. */
  @BeforeAll
  static void move() {
    FARM.farm(OTHER_FARM, FARM.organization, FARM.user);
    FARM.put(
        "Product",
        SEED,
        "{'name': 'Wheat', 'kind': 'SEED', 'organizationId': '" + FARM.organization + "'}");
    place(S1, FARM.farm);
    place(S2, FARM.farm);
    FARM.put(
        "Lot",
        LOT,
        "{'farmId': '" + FARM.farm + "', 'productId': '" + SEED + "', 'lotNumber': 'A'}");
    String lot = ", 'lotId': '" + LOT + "'";
    movement("RECEIPT", S1, "1000", "kg", "2026-05-01T08:00:00Z", lot);
    String target = ", 'targetStorageLocationId': '" + S2 + "'";
    movement("TRANSFER", S1, "250.5", "kg", "2026-05-02T08:00:00Z", lot + target);
    movement("ISSUE", S2, "0.1", "kg", "2026-05-03T08:00:00Z", lot);
    movement("RECEIPT", S1, "2", "{bag}", "2026-05-04T08:00:00Z", lot);
  }

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static void place(UUID id, UUID farm) {
    FARM.put(
        FARM.person(FARM.user, "console", Set.of(farm)),
        "StorageLocation",
        id,
        RecordFixture.json("{'name': 'Place', 'farmId': '" + farm + "', 'originType': 'USER'}"));
  }

  private static void movement(
      String kind, UUID place, String quantity, String unit, String at, String more) {
    FARM.put(
        "StockMovement",
        UUID.randomUUID(),
        ("{'farmId': '%s', 'kind': '%s', 'productId': '%s', 'storageLocationId': '%s', 'quantity': %s,"
                + " 'unit': '%s', 'occurredAt': '%s'%s}")
            .formatted(FARM.farm, kind, SEED, place, quantity, unit, at, more));
  }

  private static StockLevels.Query query(Optional<UUID> product) {
    return new StockLevels.Query(
        product,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        100,
        Optional.empty());
  }

  private static StockLevels.Query at(UUID place, String at, int limit, Optional<String> cursor) {
    return new StockLevels.Query(
        Optional.of(SEED),
        Optional.of(LOT),
        Optional.ofNullable(place),
        Optional.of(FARM.farm),
        Optional.of(Instant.parse(at)),
        limit,
        cursor);
  }

  private static List<String> read(ObjectNode page) {
    List<String> levels = new ArrayList<>();
    page.path("items")
        .forEach(
            item ->
                levels.add(
                    (item.path("storageLocationId").asText().equals(S1.toString()) ? "S1" : "S2")
                        + (item.has("lotId") ? "/A/" : "//")
                        + item.path("unit").asText()
                        + " "
                        + item.path("quantity").decimalValue().toPlainString()
                        + " "
                        + item.path("lastMovementAt").asText()));
    return levels;
  }

  private static List<String> levels(Caller caller, StockLevels.Query query) {
    return read(LEVELS.page(caller, query).await());
  }

  @Test
  void theExampleOfTheDataModelGivesTheDocumentedLevels() {
    assertThat(levels(FARM.owner(), query(Optional.of(SEED))))
        .containsExactlyInAnyOrder(
            "S1/A/kg 749.5 2026-05-02T08:00:00.000000Z",
            "S1/A/{bag} 2 2026-05-04T08:00:00.000000Z",
            "S2/A/kg 250.4 2026-05-03T08:00:00.000000Z");
  }

  @Test
  void aFilterSelectsKeysAndATimeSelectsMovements() {
    String second = "2026-05-02T08:00:00Z";
    assertThat(levels(FARM.owner(), at(S2, second, 10, Optional.empty())))
        .containsExactly("S2/A/kg 250.5 2026-05-02T08:00:00.000000Z");
    assertThat(levels(FARM.owner(), at(S1, "2026-05-01T08:00:00Z", 10, Optional.empty())))
        .containsExactly("S1/A/kg 1000 2026-05-01T08:00:00.000000Z");
    assertThat(levels(FARM.owner(), query(Optional.of(UUID.randomUUID())))).isEmpty();
    assertThat(levels(FARM.owner(), at(null, "-9999-01-01T00:00:00Z", 10, Optional.empty())))
        .as("a time that the database does not know")
        .isEmpty();
    assertThat(levels(FARM.owner(), at(null, "+99999-01-01T00:00:00Z", 10, Optional.empty())))
        .hasSize(3);
  }

  @Test
  void pagesOfOneLevelGiveTheSameLevelsAsOnePage() {
    String end = "2026-06-01T00:00:00Z";
    ObjectNode whole = LEVELS.page(FARM.owner(), at(null, end, 100, Optional.empty())).await();
    assertThat(whole.path("hasMore").asBoolean()).isFalse();
    List<String> walked = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    boolean more = true;
    while (more) {
      ObjectNode page = LEVELS.page(FARM.owner(), at(null, end, 1, cursor)).await();
      assertThat(page.path("items")).hasSize(1);
      walked.addAll(read(page));
      cursor = Optional.of(page.path("nextCursor").asText());
      more = page.path("hasMore").asBoolean();
    }
    assertThat(walked).isEqualTo(read(whole)).hasSize(3);
    var foreign = LEVELS.page(FARM.owner(), at(S1, end, 1, cursor));
    assertThat(problem(foreign).status())
        .as("a cursor is good for its own filters only")
        .isEqualTo(400);
  }

  @Test
  void quantitiesAreAddedExactlyAndZeroAndNegativeLevelsAreListed() {
    UUID product = UUID.randomUUID();
    UUID place = UUID.randomUUID();
    FARM.put(
        "Product",
        product,
        "{'name': 'Salt', 'kind': 'FEED', 'organizationId': '" + FARM.organization + "'}");
    place(place, FARM.farm);
    List<String> movements =
        List.of(
            "OPENING 0.1 kg",
            "RETURN 0.2 kg",
            "PRODUCTION 0.000000001 kg",
            "ADJUSTMENT -0.3 kg",
            "RECEIPT 5 l",
            "LOSS 5 l",
            "SALE 7 t");
    for (String movement : movements) {
      String[] parts = movement.split(" ", -1);
      FARM.put(
          "StockMovement",
          UUID.randomUUID(),
          ("{'farmId': '%s', 'kind': '%s', 'productId': '%s', 'storageLocationId': '%s', 'quantity':"
                  + " %s, 'unit': '%s', 'occurredAt': '2026-05-01T08:00:00Z'}")
              .formatted(FARM.farm, parts[0], product, place, parts[1], parts[2]));
    }
    List<String> found = new ArrayList<>();
    LEVELS
        .page(FARM.owner(), query(Optional.of(product)))
        .await()
        .path("items")
        .forEach(
            item ->
                found.add(
                    item.path("quantity").decimalValue().toPlainString()
                        + " "
                        + item.path("unit").asText()));
    assertThat(found).containsExactly("0.000000001 kg", "0 l", "-7 t");
  }

  @Test
  void levelsAreListedForAccessibleFarmsOnly() {
    Caller elsewhere = FARM.person(UUID.randomUUID(), "console", Set.of(OTHER_FARM));
    assertThat(levels(elsewhere, ALL)).isEmpty();
    Caller nobody = FARM.person(UUID.randomUUID(), "console", Set.of());
    assertThat(problem(LEVELS.page(nobody, ALL)).type()).isEqualTo(ProblemType.FORBIDDEN);
  }
}
