package io.glebe.core.record.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;

class RecordTextTest {
  @Test
  void timesHaveSixDigitsOfASecondAlsoWhereTheLastAreZero() {
    OffsetDateTime at = OffsetDateTime.parse("2026-11-26T09:39:45.486+01:00");
    assertThat(RecordText.timestamp(at)).isEqualTo("2026-11-26T08:39:45.486000Z");
  }
}
