package io.glebe.api.http.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.model.Datetime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuerySchemasTest {
  private static List<String> examples(ObjectNode schema) {
    List<String> examples = new ArrayList<>();
    for (JsonNode example : schema.path("examples")) {
      examples.add(example.asText());
    }
    return examples;
  }

  @Test
  void theExamplesOfTimesAreValid() {
    for (String example : examples(QuerySchemas.sliceTime())) {
      assertThat(Datetime.parse(example)).as(example).isNotNull();
    }
    for (String example : examples(QuerySchemas.time())) {
      assertThat(Datetime.interval(example)).as(example).isNotNull();
    }
  }
}
