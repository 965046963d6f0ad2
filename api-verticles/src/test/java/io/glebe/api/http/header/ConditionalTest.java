package io.glebe.api.http.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionalTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"7\";true",
        "W/\"7\";true",
        "\"6\", \"7\";true",
        "\"6\";false",
        "*;true",
        "7;false",
        "\"a,\"7\";false",
        "'';false"
      })
  void ifNoneMatchComparesWeakly(String header, boolean names) {
    assertThat(Conditional.noneMatchNames(Optional.of(header), "\"7\"")).isEqualTo(names);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {"\"7\";true", "W/\"7\";false", "\"6\", \"7\";true", "\"6\";false", "*;true"})
  void ifMatchComparesStrongly(String header, boolean allows) {
    assertThat(Conditional.matchAllows(Optional.of(header), "\"7\"")).isEqualTo(allows);
  }

  @Test
  void aHeaderOfCompressedFormsNamesThePlainOnes() {
    assertThat(Conditional.ofPlainForms("W/\"7-gzip\", \"8\"")).isEqualTo("W/\"7\", \"8\"");
    assertThat(Conditional.ofPlainForms("*")).isEqualTo("*");
  }

  @Test
  void theVersionIsReadFromIfMatch() {
    assertThat(Conditional.version(Optional.of("\"12\""))).contains(12L);
    assertThat(Conditional.version(Optional.of("*"))).isEmpty();
    assertThat(Conditional.version(Optional.empty())).isEmpty();
    assertThatThrownBy(() -> Conditional.version(Optional.of("\"x\"")))
        .hasMessageContaining("If-Match");
  }
}
