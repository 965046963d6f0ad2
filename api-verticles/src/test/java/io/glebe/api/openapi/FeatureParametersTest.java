package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parameters of lists of features, as OGC API - Features requires them in a contract. */
class FeatureParametersTest {
  private final TestPlatform platform = TestPlatform.shared();

  private JsonNode parameter(String contract, String path, String name) {
    String text = platform.send(HttpRequest.newBuilder(platform.uri(contract))).body();
    JsonNode document = Json.parse(text);
    for (JsonNode one : document.path("paths").path(path).path("get").path("parameters")) {
      JsonNode each = Oas.resolved(document, one);
      if (each.path("name").asText().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("no parameter " + name + " at " + path);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/openapi-3.0.json, /v1/features/collections/{collectionId}/items",
    "/api/v2/openapi-3.0.json, /api/v2/collections/{collectionId}/items"
  })
  void limitBoxAndTimeHaveTheFormOfTheStandard(String contract, String path) {
    for (String name : List.of("limit", "bbox", "datetime")) {
      JsonNode parameter = parameter(contract, path, name);
      assertThat(parameter.path("in").asText()).isEqualTo("query");
      assertThat(parameter.path("required").asBoolean()).isFalse();
      assertThat(parameter.path("style").asText()).isEqualTo("form");
      assertThat(parameter.path("explode").asBoolean(true)).isFalse();
    }
    JsonNode limit = parameter(contract, path, "limit").path("schema");
    assertThat(limit.path("type").asText()).isEqualTo("integer");
    assertThat(limit.path("minimum").asInt()).isEqualTo(1);
    assertThat(limit.path("maximum").asInt()).isEqualTo(10_000);
    assertThat(limit.path("default").asInt()).isEqualTo(10);
    JsonNode box = parameter(contract, path, "bbox").path("schema");
    assertThat(box.path("type").asText()).isEqualTo("array");
    assertThat(box.path("minItems").asInt()).isEqualTo(4);
    assertThat(box.path("maxItems").asInt()).isEqualTo(6);
    assertThat(box.at("/items/type").asText()).isEqualTo("number");
    assertThat(parameter(contract, path, "datetime").at("/schema/type").asText())
        .isEqualTo("string");
  }
}
