package io.glebe.core.cube.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.memory.AllocatedBytes;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.record.RecordFixture;
import io.glebe.tile.series.SeriesMemory;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The memory of the areas of fields. */
class RecordAreasTest {
  private static final RecordFixture FARM = new RecordFixture();

  private final RecordAreas areas = new RecordAreas(FARM.records);

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static UUID field(String number, int year, String member, String value) {
    ObjectNode body =
        RecordFixture.json(FARM.fieldBody("Hill"))
            .put("originType", "USER")
            .put("fieldNumber", number)
            .put("startsAt", year + "-01-01")
            .put("endsAt", year + "-12-31");
    if (value.startsWith("[")) {
      body.set(member, RecordFixture.json("{'list': " + value + "}").path("list"));
    } else {
      body.put(member, value);
    }
    UUID id = UUID.randomUUID();
    FARM.put(FARM.owner(), "Field", id, body);
    return id;
  }

  private static MemoryBudget memory(int megabytes) {
    return new MemoryBudget("series", (long) megabytes << 20, (long) megabytes << 20);
  }

  private static LeasedMemory of(MemoryBudget budget) {
    return new LeasedMemory(budget.lease("caller"), () -> false);
  }

  private List<DatedArea> find(UUID field, SeriesMemory memory) {
    return areas.find(FARM.owner(), new SeriesLocation.OfField(field), memory).await();
  }

  @Test
  void theTreeOfARecordIsPartOfTheMemoryOfTheSeriesWhileItIsParsed() {
    UUID field = field("tree", 2026, "nothing", "[" + "{},".repeat(40_000) + "{}]");
    MemoryBudget small = memory(4);
    try (LeasedMemory memory = of(small)) {
      assertThatThrownBy(() -> find(field, memory)).hasMessageContaining("request a smaller area");
      assertThat(small.held()).isZero();
    }
    MemoryBudget enough = memory(16);
    try (LeasedMemory memory = of(enough)) {
      assertThat(find(field, memory)).hasSize(1);
      assertThat(enough.held()).as("the positions").isEqualTo(5 * 16);
    }
    assertThat(enough.held()).isZero();
  }

  @Test
  void earlierFieldsAreNotReadBeforeTheirMemoryIsTaken() {
    byte[] bytes = new byte[500_000];
    new Random(7).nextBytes(bytes);
    for (int year = 2023; year < 2026; year++) {
      field("earlier", year, "text", HexFormat.of().formatHex(bytes));
    }
    UUID field = field("earlier", 2026, "text", "short");
    MemoryBudget small = memory(4);
    try (LeasedMemory memory = of(small)) {
      assertThatThrownBy(() -> find(field, memory)).hasMessageContaining("request a smaller area");
      AllocatedBytes allocated = new AllocatedBytes();
      assertThatThrownBy(() -> find(field, memory)).hasMessageContaining("request a smaller area");
      assertThat(allocated.sofar()).as("less than one of the fields").isLessThan(3_500_000);
    }
    try (LeasedMemory memory = of(memory(32))) {
      assertThat(find(field, memory)).hasSize(4);
    }
  }
}
