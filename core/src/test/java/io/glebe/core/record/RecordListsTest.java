package io.glebe.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.farm.Farms;
import io.glebe.core.measurement.Measurements;
import io.glebe.core.memory.AllocatedBytes;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.core.Future;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Pages of records and the memory that they need. */
class RecordListsTest {
  private static final RecordFixture FARM = new RecordFixture();
  private static final int SHORT = 64 * 1024;

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static Future<Optional<RecordPage>> shortPage(ListQuery query) {
    return FARM.records.lists().shortPage(FARM.owner(), RecordFixture.type("Site"), query, SHORT);
  }

  private static RecordPage page(ListQuery query) {
    return FARM.records.list(FARM.owner(), RecordFixture.type("Site"), query).await();
  }

  /** A list from the end of the feed on. */
  private static ListQuery fromNow() {
    ListQuery query = ListQuery.first(1000);
    RecordPage page = page(query);
    while (page.hasMore()) {
      page = page(query.from(page.nextCursor()));
    }
    return query.from(page.nextCursor());
  }

  private static UUID site(String note) {
    UUID id = UUID.randomUUID();
    ObjectNode body = RecordFixture.json("{'name': 'Barn', 'farmId': '" + FARM.farm + "'}");
    FARM.put(FARM.owner(), "Site", id, body.put("note", note).put("originType", "USER"));
    return id;
  }

  private static String random(int characters) {
    byte[] bytes = new byte[characters / 2];
    new Random(5).nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void aLongRecordIsNotReadForAShortPage() {
    for (String text : List.of(random(3_000_000), "x".repeat(3_000_000))) {
      ListQuery query = fromNow();
      site(text);
      UUID after = site("short");
      shortPage(query).await();

      AllocatedBytes allocated = new AllocatedBytes();
      assertThat(shortPage(query).await()).isEmpty();
      assertThat(allocated.sofar()).isLessThan(1_000_000);

      RecordPage whole = page(query);
      assertThat(whole.records()).hasSize(2);
      RecordPage first = page(new ListQuery(1, query.cursor(), Optional.empty(), query.filters()));
      RecordPage rest = shortPage(query.from(first.nextCursor())).await().orElseThrow();
      assertThat(rest.records()).extracting(StoredRecord::id).containsExactly(after);
      assertThat(rest.hasMore()).isFalse();
    }
  }

  @Test
  void aShortPageHasAsManyRecordsAsFit() {
    ListQuery query = fromNow();
    for (int i = 0; i < 12; i++) {
      site(random(10_000));
    }
    int seen = 0;
    RecordPage page = shortPage(query).await().orElseThrow();
    assertThat(page.records()).hasSize(6);
    for (seen += page.size(); page.hasMore(); seen += page.size()) {
      page = shortPage(query.from(page.nextCursor())).await().orElseThrow();
      assertThat(page.json().length()).isLessThan(SHORT + 10_000);
    }
    assertThat(seen).isEqualTo(12);
    assertThat(shortPage(query.from(page.nextCursor())).await().orElseThrow().size()).isZero();
  }

  @Test
  void aQueryIsCheckedWithoutReading() {
    ListQuery query = fromNow();
    var type = RecordFixture.type("Site");
    assertThat(FARM.records.lists().check(FARM.owner(), type, query).await()).isNull();
    Future<Void> forged = FARM.records.lists().check(FARM.owner(), type, query.from("forged"));
    assertThat(RecordFixture.problem(forged).status()).isEqualTo(400);
    Future<Void> other =
        FARM.records.lists().check(FARM.owner(), RecordFixture.type("Field"), query);
    assertThat(RecordFixture.problem(other).status()).isEqualTo(400);
  }

  @Test
  void aPageIsPartOfTheMemoryOfItsRequestWhileMoreIsRead() {
    MemoryBudget budget = new MemoryBudget("results", 100, 100);
    StoredRecord farm =
        FARM.records.get(FARM.owner(), RecordFixture.type("Farm"), FARM.farm).await();
    try (MemoryBudget.Lease memory = budget.lease("reader")) {
      refused(() -> new Farms(FARM.records).withFields(FARM.owner(), List.of(farm), memory));
      Measurements measurements = new Measurements(FARM.database, FARM.records);
      refused(() -> measurements.texts(FARM.owner(), List.of(farm), memory, files -> List.of()));
    }
  }

  private static void refused(Runnable read) {
    Assertions.assertThatThrownBy(read::run)
        .isInstanceOfSatisfying(
            Problem.class,
            refusal -> assertThat(refusal.type()).isEqualTo(ProblemType.OVER_BUDGET));
  }
}
