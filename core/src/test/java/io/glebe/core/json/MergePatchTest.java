package io.glebe.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergePatchTest {
  /** The examples of RFC 7396, appendix A. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"a\":\"b\"};{\"a\":\"c\"};{\"a\":\"c\"}",
        "{\"a\":\"b\"};{\"b\":\"c\"};{\"a\":\"b\",\"b\":\"c\"}",
        "{\"a\":\"b\"};{\"a\":null};{}",
        "{\"a\":\"b\",\"b\":\"c\"};{\"a\":null};{\"b\":\"c\"}",
        "{\"a\":[\"b\"]};{\"a\":\"c\"};{\"a\":\"c\"}",
        "{\"a\":\"c\"};{\"a\":[\"b\"]};{\"a\":[\"b\"]}",
        "{\"a\":{\"b\":\"c\"}};{\"a\":{\"b\":\"d\",\"c\":null}};{\"a\":{\"b\":\"d\"}}",
        "{\"a\":[{\"b\":\"c\"}]};{\"a\":[1]};{\"a\":[1]}",
        "[\"a\",\"b\"];[\"c\",\"d\"];[\"c\",\"d\"]",
        "{\"a\":\"b\"};[\"c\"];[\"c\"]",
        "{\"a\":\"foo\"};null;null",
        "{\"a\":\"foo\"};\"bar\";\"bar\"",
        "{\"e\":null};{\"a\":1};{\"e\":null,\"a\":1}",
        "[1,2];{\"a\":\"b\",\"c\":null};{\"a\":\"b\"}",
        "{};{\"a\":{\"bb\":{\"ccc\":null}}};{\"a\":{\"bb\":{}}}"
      })
  void theExamplesOfTheStandardGiveTheirResults(String target, String patch, String result) {
    assertThat(MergePatch.apply(Json.parse(target), Json.parse(patch)))
        .isEqualTo(Json.parse(result));
  }

  @Test
  void applyingTwiceGivesTheSameResultAndTheArgumentsStayUnchanged() {
    long seed = 20260501;
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      JsonNode target = tree(random, 3);
      JsonNode patch = tree(random, 3);
      JsonNode targetCopy = target.deepCopy();
      JsonNode patchCopy = patch.deepCopy();
      JsonNode once = MergePatch.apply(target, patch);
      assertThat(MergePatch.apply(once, patch)).as("seed %d, case %d", seed, i).isEqualTo(once);
      assertThat(target).isEqualTo(targetCopy);
      assertThat(patch).isEqualTo(patchCopy);
    }
  }

  private static JsonNode tree(Random random, int depth) {
    return switch (depth == 0 ? random.nextInt(3) : random.nextInt(6)) {
      case 0 -> Json.parse("null");
      case 1 -> Json.parse(Integer.toString(random.nextInt(3)));
      case 2 -> Json.array().add(random.nextInt(2));
      default -> {
        var object = Json.object();
        for (String name : List.of("a", "b", "c")) {
          if (random.nextBoolean()) {
            object.set(name, tree(random, depth - 1));
          }
        }
        yield object;
      }
    };
  }
}
