package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Selections of records whose texts are much longer than what is stored. */
class RecordSelectionTest {
  private static final RecordFixture FARM = new RecordFixture();
  private static final int MEGABYTE = 1 << 20;

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static List<UUID> sites(UUID farm, int count, int length) {
    FARM.farm(farm, FARM.organization, FARM.user);
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      UUID id = new UUID(farm.getMostSignificantBits(), i);
      String note = "a".repeat(length);
      FARM.system(
          "Site", id, "{'name': 's" + i + "', 'farmId': '" + farm + "', 'x-note': '" + note + "'}");
      ids.add(id);
    }
    return ids;
  }

  private static RecordSelection of(UUID farm) {
    return RecordSelection.records(Caller.system(), type("Site"), "t.doc ->> 'name'")
        .where("t.farm_id = {}", farm)
        .then(" order by t.doc ->> 'name' desc");
  }

  @Test
  void asManyRecordsAsFitAreReadInOrder() {
    UUID farm = UUID.randomUUID();
    List<UUID> made = sites(farm, 5, MEGABYTE).reversed();

    RecordSelection.Fitting some = of(farm).fitting(FARM.records, 2 * MEGABYTE + 1000).await();
    assertThat(some.records()).extracting(StoredRecord::id).isEqualTo(made.subList(0, 2));
    assertThat(some.rows().getLast().getString(RecordSelection.RECORD_COLUMNS)).isEqualTo("s3");
    assertThat(some.isCut()).isTrue();

    RecordSelection.Fitting one = of(farm).fitting(FARM.records, 1000).await();
    assertThat(one.records()).extracting(StoredRecord::id).isEqualTo(made.subList(0, 1));
    assertThat(one.isCut()).isTrue();

    RecordSelection.Fitting all = of(farm).fitting(FARM.records, 6 * MEGABYTE).await();
    assertThat(all.records()).extracting(StoredRecord::id).isEqualTo(made);
    assertThat(all.isCut()).isFalse();
    assertThat(all.length()).isBetween(5L * MEGABYTE, 5L * MEGABYTE + 1000);
  }

  @Test
  void aSelectionThatNeedsTooManyBytesIsRefused() {
    UUID farm = UUID.randomUUID();
    sites(farm, 12, 3 * MEGABYTE);
    assertThatThrownBy(() -> of(farm).stored(FARM.records).await())
        .isInstanceOfSatisfying(
            Problem.class, p -> assertThat(p.type()).isEqualTo(ProblemType.OVER_BUDGET));
    assertThat(of(farm).then(" limit 5").stored(FARM.records).await()).hasSize(5);
  }

  @Test
  void oneLargeSelectionIsReadAtATimeAndShortOnesDoNotWait() {
    UUID farm = UUID.randomUUID();
    List<UUID> made = sites(farm, 5, MEGABYTE).reversed();
    UUID small = UUID.randomUUID();
    sites(small, 2, MEGABYTE / 4);
    SharedPlaces.Place other = FARM.records.limits().large().take("somebody else");
    Future<List<StoredRecord>> large = of(farm).stored(FARM.records);
    Future<List<StoredRecord>> again = of(farm).stored(FARM.records);

    assertThat(of(small).stored(FARM.records).await()).hasSize(2);
    assertThat(large.isComplete()).isFalse();
    other.close();
    assertThat(large.await()).extracting(StoredRecord::id).isEqualTo(made);
    assertThat(again.await()).hasSize(5);
    assertThat(FARM.records.limits().large().taken()).isZero();
  }
}
