package io.glebe.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Long texts are parsed as short ones are, and let other virtual threads run meanwhile. */
class SlicedParserTest {
  private static final String LONG = "[" + "{\"a\": [1.50, \"ä\"]}, ".repeat(20_000) + "null]";

  private static <T> T onVirtualThread(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofVirtual().start(task);
    return task.get();
  }

  @Test
  void aLongTextHasTheValuesThatWereSent() throws Exception {
    JsonNode tree = onVirtualThread(() -> Json.parse(LONG));
    assertThat(tree).hasSize(20_001);
    assertThat(tree.at("/19999/a/0").decimalValue()).isEqualByComparingTo("1.5");
    assertThat(tree.at("/19999/a/1").asText()).isEqualTo("ä");
    assertThat(tree).isEqualTo(Json.mapper().readTree(LONG));
  }

  @Test
  void aLongTextIsRefusedForTheSameFaults() {
    for (String fault : List.of("{\"b\": 1, \"b\": 2}", "\"\\u0000\"", "1e999", "{")) {
      String text = LONG.substring(0, LONG.length() - 1) + ", " + fault + "]";
      assertThatThrownBy(() -> Json.parse(text)).as(fault).isInstanceOf(Problem.class);
    }
    assertThatThrownBy(() -> Json.parse(LONG + " 1")).isInstanceOf(Problem.class);
    assertThatThrownBy(() -> Json.parse(" ".repeat(100_000))).isInstanceOf(Problem.class);
  }

  @Test
  void otherVirtualThreadsRunWhileALongTextIsParsed() throws Exception {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    int carriers = Runtime.getRuntime().availableProcessors();
    List<FutureTask<Boolean>> texts = new ArrayList<>();
    for (int i = 0; i < 4 * carriers; i++) {
      texts.add(new FutureTask<>(() -> Json.parse(LONG).size() > 0 && order.add("long")));
    }
    FutureTask<Boolean> small = new FutureTask<>(() -> order.add("short"));
    texts.forEach(text -> Thread.ofVirtual().start(text));
    Thread.ofVirtual().start(small);
    for (FutureTask<Boolean> text : texts) {
      assertThat(text.get()).isTrue();
    }
    assertThat(small.get()).isTrue();
    assertThat(order.indexOf("short")).isLessThan(texts.size());
  }
}
