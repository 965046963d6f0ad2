package io.glebe.mqtt.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Texts of clients in what is told of refused messages. */
class IngestRefusalTest {
  @Test
  void whatADatabaseOrALogCannotHoldIsReplaced() {
    assertThat(Refusal.shown("a\0b\nc", 100)).isEqualTo("a?b?c");
    assertThat(Refusal.shown("half \ud83c and whole \ud83c\udf3d", 100))
        .isEqualTo("half ? and whole \ud83c\udf3d");
  }

  @Test
  void aLongTextIsCutBetweenCharacters() {
    assertThat(Refusal.shown("\ud83c\udf3d".repeat(10), 3)).isEqualTo("\ud83c\udf3d".repeat(3));
  }
}
