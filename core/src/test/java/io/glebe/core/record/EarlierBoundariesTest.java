package io.glebe.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.farm.FieldBoundaries;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class EarlierBoundariesTest {
  private static final RecordFixture FARM = new RecordFixture();

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static void shape(UUID field, int size) {
    FARM.put(
        "Field",
        field,
        ("{'name': 'Terrace', 'farmId': '%s', 'geometry': {'type': 'Polygon', 'coordinates':"
                + " [[[15, 46], [15.0%d, 46], [15.0%d, 46.01], [15, 46]]]}}")
            .formatted(FARM.farm, size, size));
  }

  private static JsonNode page(UUID field, int limit, Optional<String> cursor) {
    return Json.stored(page(field, limit, cursor, RequestResources.unlimited().memory()));
  }

  private static String page(
      UUID field, int limit, Optional<String> cursor, MemoryBudget.Lease memory) {
    FieldBoundaries boundaries = new FieldBoundaries(FARM.database, FARM.records);
    return boundaries.page(FARM.owner(), field, limit, cursor, memory);
  }

  @Test
  void aReplacedFieldKeepsItsBoundariesInPages() {
    UUID field = UUID.randomUUID();
    shape(field, 1);
    shape(field, 2);
    shape(field, 2); // no change
    shape(field, 3);
    JsonNode first = page(field, 1, Optional.empty());
    assertThat(first.path("items")).hasSize(1);
    assertThat(first.path("hasMore").asBoolean()).isTrue();
    assertThat(first.at("/items/0/geometry/coordinates/0/1/0").asDouble()).isEqualTo(15.02);
    JsonNode second = page(field, 10, Optional.of(first.path("nextCursor").asText()));
    assertThat(second.path("items")).hasSize(1);
    assertThat(second.at("/items/0/geometry/coordinates/0/1/0").asDouble()).isEqualTo(15.01);
    assertThat(second.path("hasMore").asBoolean()).isFalse();
    assertThatThrownBy(() -> page(UUID.randomUUID(), 1, Optional.empty()))
        .isInstanceOf(Problem.class);
  }

  @Test
  void aPageIsPartOfTheMemoryOfItsRequest() {
    UUID field = UUID.randomUUID();
    shape(field, 1);
    shape(field, 2);
    MemoryBudget budget = new MemoryBudget("results", 1_000, 1_000);
    try (MemoryBudget.Lease memory = budget.lease("reader")) {
      String page = page(field, 1, Optional.empty(), memory);
      assertThat(budget.held()).isBetween(2L * page.length(), 3L * page.length());
    }
    shape(field, 3);
    shape(field, 4);
    try (MemoryBudget.Lease memory = budget.lease("reader")) {
      assertThatThrownBy(() -> page(field, 3, Optional.empty(), memory))
          .isInstanceOfSatisfying(
              Problem.class,
              refusal -> assertThat(refusal.type()).isEqualTo(ProblemType.OVER_BUDGET));
    }
    assertThat(budget.held()).isZero();
  }
}
