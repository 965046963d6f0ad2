package io.glebe.core.registry.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error:\r\n\tat line 3",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\ud83d\udc68\u200d\ud83c\udf3e",
        "\u2764\ufe0f"
      })
  void textsOfSeveralLinesHaveOrdinaryCharacters(String text) {
    assertThat(VisibleText.isLines(text)).isTrue();
    assertThat(VisibleText.isLine(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u202eb", "a\u2066b", "a\u200bb", "a\u3164b", "a\u2800b", "a\ue000b"})
  void noTextChangesItsDirectionOrHidesLetters(String text) {
    assertThat(VisibleText.isLines(text)).isFalse();
    assertThat(VisibleText.isLine(text)).isFalse();
  }
}
