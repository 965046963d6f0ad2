package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.problem;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.write.WriteRequest;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Conflicts that are answered with 409 whatever else the write would change. */
class ConflictTest {
  private static final RecordFixture FARM = new RecordFixture();

  @AfterAll
  static void close() {
    FARM.close();
  }

  @Test
  void aTerminalStateIsNotLeftWhateverTimesTheRecordHas() {
    UUID activity = UUID.randomUUID();
    FARM.put(
        "Activity",
        activity,
        """
        {'farmId': '%s', 'fieldId': '%s', 'kind': 'OPERATION', 'type': 'X', 'status': 'COMPLETED',
         'completedAt': '2026-03-01T08:00:00Z'}
        """
            .formatted(FARM.farm, FARM.field("Done")));
    assertThat(
            problem(
                    FARM.records.patch(
                        WriteRequest.of(
                            FARM.owner(),
                            type("Activity"),
                            activity,
                            json("{'status': 'IN_PROGRESS'}"))))
                .type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
  }

  @Test
  void aFieldWithOwnRegionsIsNotDeleted() {
    UUID field = FARM.field("Divided");
    UUID region = UUID.randomUUID();
    FARM.put(
        "Region",
        region,
        "{'farmId': '%s', 'name': 'North', 'fieldId': '%s', 'geometry': %s}"
            .formatted(FARM.farm, field, RecordFixture.square(14.5)));
    Problem refusal =
        problem(FARM.records.delete(WriteRequest.of(FARM.owner(), type("Field"), field)));
    assertThat(refusal.type()).isEqualTo(ProblemType.DEPENDENT_RECORDS);
    assertThat(refusal.detail()).contains("Region.fieldId of " + region);
    FARM.records.delete(WriteRequest.of(FARM.owner(), type("Region"), region)).await();
    FARM.records.delete(WriteRequest.of(FARM.owner(), type("Field"), field)).await();
  }
}
