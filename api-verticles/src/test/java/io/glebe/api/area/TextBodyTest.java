package io.glebe.api.area;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import org.junit.jupiter.api.Test;

class TextBodyTest {
  private static ObjectNode body(String member, String text) {
    return Json.object().put(member, text);
  }

  private static Problem refusal(ObjectNode body) {
    return catchThrowableOfType(Problem.class, () -> TextBody.required(body, "reason"));
  }

  @Test
  void theTextIsReadWithoutBlanksAtItsEnds() {
    assertThat(TextBody.required(body("reason", " wrong data\n"), "reason"))
        .isEqualTo("wrong data");
    assertThat(TextBody.optional(Json.object(), "comment")).isEmpty();
  }

  @Test
  void aMisspeltMemberIsRefusedWithTheNearestName() {
    assertThat(refusal(body("raeson", "a")).violations())
        .extracting(violation -> violation.where() + " " + violation.detail())
        .containsExactly(
            "/raeson raeson is no member of this body; did you mean reason?",
            "/reason must be a text of 1 to 2000 visible characters");
  }

  @Test
  void aTextThatIsEmptyTooLongOrInvisibleIsRefused() {
    for (String text : new String[] {"", " ", "x".repeat(2001), "a\u0000"}) {
      assertThat(refusal(body("reason", text)).status()).isEqualTo(422);
    }
  }
}
