package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SingleMutationsTest {
  private static final long SEED = 11;

  static Stream<String> entities() {
    return Catalogue.standard().types().stream().filter(EntityType::writable).map(EntityType::name);
  }

  @ParameterizedTest
  @MethodSource("entities")
  void everySingleWrongValueIsRefusedWithItsRuleAndPointer(String entity) {
    SoftAssertions all = new SoftAssertions();
    RuleFixture bench = new RuleFixture(SEED);
    ObjectNode body = bench.fresh(entity);
    int tried = 0;
    for (Attribute a : Catalogue.standard().get(entity).attributes().values()) {
      JsonNode valid = body.path(a.name());
      if (a.readOnly()) {
        continue;
      }
      for (Mutation m : Mutation.of(a, valid)) {
        ObjectNode wrong = body.deepCopy();
        m.value().ifPresentOrElse(v -> wrong.set(a.name(), v), () -> wrong.remove(a.name()));
        all.assertThat(RuleFixture.faults(bench.put(entity, wrong)))
            .as("seed %d, %s", SEED, m)
            .contains(m.expected());
        tried++;
      }
    }
    all.assertAll();
    assertThat(tried).isGreaterThan(10);
  }
}
