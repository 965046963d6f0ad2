package io.glebe.api.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.problem.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Texts of a query have the lengths and the forms that the contract publishes. */
class ParameterFormsTest {
  private final ParameterForms forms =
      new ParameterForms(
          List.of(
              Parameter.query("after", "an id", QuerySchemas.collectionId()),
              Parameter.query("filter", "a condition", QuerySchemas.like(3, "a=1")),
              Parameter.query("farmId", "a reference", Schemas.uuid()),
              Parameter.query("layers", "names", Schemas.list(Schemas.text(), 1, 16)),
              Parameter.header("X-Dtype", "a type", QuerySchemas.form("^u$"))));

  private void takes(String name, String value) {
    assertThatCode(() -> forms.check(name, value))
        .as(name + "=" + value)
        .doesNotThrowAnyException();
  }

  private void refuses(String name, String value, String detail) {
    assertThatThrownBy(() -> forms.check(name, value))
        .as(name + "=" + value)
        .isInstanceOf(Problem.class)
        .hasMessageContaining(name + ": " + detail);
  }

  @Test
  void aTextHasTheDeclaredPattern() {
    takes("after", "demo-s2");
    for (String wrong : List.of("", "é", "x y", "1,2,3", "a\n", "-a", "a".repeat(65))) {
      refuses("after", wrong, "must have the form");
    }
  }

  @Test
  void aTextIsNotLongerThanDeclaredWhateverItsCharacters() {
    takes("filter", "");
    takes("filter", "a\n1");
    takes("filter", "🌾🌾🌾");
    refuses("filter", "🌾🌾🌾🌾", "is longer than 3 characters");
  }

  @Test
  void aListThatIsNeverEmptyNamesSomething() {
    takes("layers", "a,b");
    for (String empty : List.of("", ",", " , ")) {
      refuses("layers", empty, "names nothing");
    }
  }

  @Test
  void textsWithAFormatAndHeadersAreLeftToTheirEndpoints() {
    takes("farmId", "x");
    takes("X-Dtype", "x");
    takes("unknown", "x");
  }
}
