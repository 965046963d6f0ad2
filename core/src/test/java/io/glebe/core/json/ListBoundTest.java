package io.glebe.core.json;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListBoundTest {
  private final ListBound bound = new ListBound("operations", 3);

  private void check(String text) {
    bound.check(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'operations': [1, 2, 3]}",
        "{'other': [1, 2, 3, 4, 5], 'operations': [{'a': [1, 2, 3, 4, 5]}, [], 'x, y, z, w']}",
        "{'other': {'operations': [1, 2, 3, 4, 5]}, 'operations': []}",
        "[1, 2, 3, 4, 5]",
        "{'operations': {'a': 1, 'b': 2, 'c': 3, 'd': 4}}",
        "{'operations': [1,,,,"
      })
  void whatIsNotLongerIsLeftToParsing(String text) {
    assertThatCode(() -> check(text.replace('\'', '"'))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'operations': [{}, {}, {}, {}]}",
        "{'other': [], 'operations': [1, [2, 3], {'a': 3}, 4]}",
        "{'operations': [1, 2, 3, 4"
      })
  void aLongerListIsRefusedBeforeItsEnd(String text) {
    assertThatThrownBy(() -> check(text.replace('\'', '"')))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("at most 3 operations");
  }
}
