package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names of statements in traces have no values. */
class StatementSpanTest {
  @ParameterizedTest
  @CsvSource({
    "'SELECT doc FROM record.farms WHERE id = $1', select record.farms",
    "'insert into sensor.observation (id) values ($1)', insert sensor.observation",
    "'  update record.tasks set doc = $1', update record.tasks",
    "COMMIT, commit",
    "'(select 1)', statement"
  })
  void theNameIsTheVerbAndTheFirstTable(String sql, String name) {
    assertThat(StatementSpan.name(sql)).isEqualTo(name);
  }
}
