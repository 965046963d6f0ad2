package io.glebe.core.record.rule.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that schemas from untrusted callers are harmless. */
class SchemaCheckTest {
  @Test
  void aPatternWithEndlessBacktrackingIsAborted() {
    JsonNode schema =
        Json.parse("{\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^(a+)+$\"}}}");
    JsonNode value = Json.object().put("a", "a".repeat(200) + "!");
    assertThat(SchemaCheck.soundness(schema)).isEmpty();
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            assertThat(SchemaCheck.faults(schema, value))
                .hasSize(1)
                .first()
                .extracting("pointer")
                .isEqualTo("/a"));
    assertThat(SchemaCheck.faults(schema, Json.object().put("a", "aaa"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$ref\":\"#\"}",
        "{\"type\":5}",
        "{\"$ref\":\"https://example.org/schema\"}",
        "{\"properties\":{\"a\":{\"$ref\":\"file:///etc/passwd\"}}}",
        "{\"pattern\":\"(\"}",
        "{\"$schema\":\"http://json-schema.org/draft-04/schema#\"}",
        "{\"$ref\":\"#/$defs/missing\"}",
        "{\"minimum\":\"x\"}"
      })
  void anUnsoundSchemaIsRefused(String schema) {
    assertThat(SchemaCheck.soundness(Json.parse(schema))).isNotEmpty();
  }

  @Test
  void anIdOfOneSchemaDoesNotReplaceAnotherSchema() {
    JsonNode first =
        Json.parse("{\"$id\":\"https://example.org/s\",\"type\":\"object\",\"required\":[\"a\"]}");
    JsonNode second =
        Json.parse("{\"$id\":\"https://example.org/s\",\"type\":\"object\",\"required\":[\"b\"]}");
    assertThat(SchemaCheck.faults(first, Json.parse("{\"a\":1}"))).isEmpty();
    assertThat(SchemaCheck.faults(second, Json.parse("{\"a\":1}"))).hasSize(1);
    assertThat(SchemaCheck.faults(second, Json.parse("{\"b\":1}"))).isEmpty();
  }

  @Test
  void aSchemaMayReferToItsOwnParts() {
    JsonNode schema =
        Json.parse(
            "{\"$defs\":{\"n\":{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#/$defs/n\"}}}},\"$ref\":\"#/$defs/n\"}");
    assertThat(SchemaCheck.soundness(schema)).isEmpty();
    assertThat(SchemaCheck.faults(schema, Json.parse("{\"next\":{\"next\":5}}")))
        .hasSize(1)
        .first()
        .extracting("pointer")
        .isEqualTo("/next/next");
  }
}
