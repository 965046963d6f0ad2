package io.glebe.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimate of a tree against the heap that parsing takes. */
class JsonMemoryTest {
  private static final int VALUES = 100_000;

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "1234567", "[14.123456,46.123456]", "\"word\"", "null"})
  void aTreeNeedsNoMoreThanEstimated(String value) {
    String text = "[" + (value + ",").repeat(VALUES) + value + "]";
    Json.parse(text);
    AllocatedBytes allocated = new AllocatedBytes();
    JsonNode tree = Json.parse(text);
    long bytes = allocated.sofar();

    assertThat(tree).hasSize(VALUES + 1);
    assertThat(bytes).isLessThan(JsonMemory.ofTree(text));
    assertThat(JsonMemory.ofTree(text.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(text.length() + JsonMemory.ofTree(text));
  }
}
