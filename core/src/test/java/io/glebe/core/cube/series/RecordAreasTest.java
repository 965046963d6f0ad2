package io.glebe.core.cube.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.memory.AllocatedBytes;
import io.glebe.core.record.RecordFixture;
import io.glebe.tile.series.SeriesMemory;
import io.glebe.tile.series.SeriesTooLargeException;
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

  private List<DatedArea> find(UUID field, SeriesMemory.Share memory) {
    return areas.find(FARM.owner(), new SeriesLocation.OfField(field), memory).await();
  }

  @Test
  void theTreeOfARecordIsPartOfTheMemoryOfTheSeriesWhileItIsParsed() {
    UUID field = field("tree", 2026, "nothing", "[" + "{},".repeat(40_000) + "{}]");
    SeriesMemory small = new SeriesMemory(4 << 20);
    try (SeriesMemory.Share memory = small.open()) {
      assertThatThrownBy(() -> find(field, memory)).isInstanceOf(SeriesTooLargeException.class);
      assertThat(small.used()).isZero();
    }
    SeriesMemory enough = new SeriesMemory(16 << 20);
    try (SeriesMemory.Share memory = enough.open()) {
      assertThat(find(field, memory)).hasSize(1);
      assertThat(enough.used()).as("the positions").isEqualTo(5 * 16);
    }
    assertThat(enough.used()).isZero();
  }

  @Test
  void earlierFieldsAreNotReadBeforeTheirMemoryIsTaken() {
    byte[] bytes = new byte[500_000];
    new Random(7).nextBytes(bytes);
    for (int year = 2023; year < 2026; year++) {
      field("earlier", year, "text", HexFormat.of().formatHex(bytes));
    }
    UUID field = field("earlier", 2026, "text", "short");
    SeriesMemory small = new SeriesMemory(4 << 20);
    try (SeriesMemory.Share memory = small.open()) {
      assertThatThrownBy(() -> find(field, memory)).isInstanceOf(SeriesTooLargeException.class);
      AllocatedBytes allocated = new AllocatedBytes();
      assertThatThrownBy(() -> find(field, memory)).isInstanceOf(SeriesTooLargeException.class);
      assertThat(allocated.sofar()).as("less than one of the fields").isLessThan(3_500_000);
    }
    try (SeriesMemory.Share memory = new SeriesMemory(32 << 20).open()) {
      assertThat(find(field, memory)).hasSize(4);
    }
  }
}
