package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SampleRecordsPassTest {
  private static final int SEEDS = 60;

  static Stream<String> entities() {
    return Catalogue.standard().types().stream().filter(EntityType::writable).map(EntityType::name);
  }

  @ParameterizedTest
  @MethodSource("entities")
  void aGeneratedRecordOfEveryEntityIsCreated(String entity) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      RuleFixture bench = new RuleFixture(seed);
      ObjectNode body = bench.fresh(entity);
      assertThat(RuleFixture.faults(bench.put(entity, body)))
          .as("seed %d: %s", seed, body)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("entities")
  void aRecordWithRequiredAttributesOnlyIsAccepted(String entity) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      RuleFixture bench = new RuleFixture(seed);
      bench.fresh(entity);
      ObjectNode body = bench.samples.minimal(entity);
      assertThat(RuleFixture.faults(bench.put(entity, body)))
          .as("seed %d: %s", seed, body)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("entities")
  void sendingTheStoredRecordAgainChangesNothing(String entity) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      RuleFixture bench = new RuleFixture(seed);
      ObjectNode stored = RuleFixture.accepted(bench.put(entity, bench.fresh(entity)));
      bench.records.put(entity, stored);
      assertThat(bench.put(entity, stored))
          .as("seed %d", seed)
          .isInstanceOf(RuleOutcome.Unchanged.class);
      assertThat(bench.put(entity, bench.samples.of(entity)))
          .as("seed %d: the body as first sent", seed)
          .isInstanceOf(RuleOutcome.Unchanged.class);
    }
  }

  @Test
  void aWriteNeedsAtMostThreeLookupBatches() {
    entities()
        .forEach(
            entity -> {
              RuleFixture bench = new RuleFixture(7);
              bench.put(entity, bench.fresh(entity));
              assertThat(bench.records.rounds).as(entity).isLessThanOrEqualTo(3);
            });
  }
}
