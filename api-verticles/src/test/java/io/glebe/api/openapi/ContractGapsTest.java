package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every body, answer and parameter of the published contracts has a schema with a meaning. */
class ContractGapsTest {
  /** Members that describe the content of an object. */
  private static final Set<String> CONTENT =
      Set.of("$ref", "properties", "additionalProperties", "anyOf", "oneOf", "allOf");

  private final List<JsonNode> documents =
      Stream.of(
              ContractDocument.FARM,
              ContractDocument.SPATIO,
              ContractDocument.SENSOR,
              ContractDocument.STORE,
              ContractDocument.SERVICES)
          .<JsonNode>map(
              subject ->
                  ContractDocument.of(
                      TestPlatform.shared().platform().routes(), subject, Oas.LOCAL))
          .toList();

  /** One operation of a document. */
  private record DocumentedOperation(String name, JsonNode operation, List<JsonNode> parameters) {}

  private List<DocumentedOperation> operations() {
    List<DocumentedOperation> all = new ArrayList<>();
    for (JsonNode document : documents) {
      for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
        for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
          String name = method.getKey() + " " + path.getKey();
          all.add(
              new DocumentedOperation(
                  name, method.getValue(), parameters(document, method.getValue())));
        }
      }
    }
    return all;
  }

  private static List<JsonNode> parameters(JsonNode document, JsonNode operation) {
    List<JsonNode> all = new ArrayList<>();
    operation.path("parameters").forEach(p -> all.add(Oas.resolved(document, p)));
    return all;
  }

  private static boolean isBare(JsonNode schema) {
    boolean isScalar =
        schema.has("type")
            && !schema.path("type").asText().equals("object")
            && !schema.path("type").asText().equals("array");
    boolean isList = schema.has("items") && !isBare(schema.path("items"));
    return !isScalar && !isList && CONTENT.stream().noneMatch(schema::has);
  }

  private static List<String> bare(DocumentedOperation found, String place, JsonNode content) {
    return content.properties().stream()
        .filter(media -> isBare(media.getValue().path("schema")))
        .map(media -> found.name() + " " + place + " " + media.getKey())
        .toList();
  }

  @Test
  void everyRequestBodyHasASchemaWithMembers() {
    List<String> gaps = new ArrayList<>();
    operations()
        .forEach(f -> gaps.addAll(bare(f, "body", f.operation().at("/requestBody/content"))));
    assertThat(gaps).isEmpty();
  }

  @Test
  void everyAnswerHasASchemaWithMembers() {
    List<String> gaps = new ArrayList<>();
    for (DocumentedOperation found : operations()) {
      for (Map.Entry<String, JsonNode> answer : found.operation().path("responses").properties()) {
        gaps.addAll(bare(found, answer.getKey(), answer.getValue().path("content")));
      }
    }
    assertThat(gaps).isEmpty();
  }

  @Test
  void everyOperationHasASummaryAndEveryParameterADescription() {
    List<String> gaps = new ArrayList<>();
    for (DocumentedOperation found : operations()) {
      if (found.operation().path("summary").asText().isEmpty()) {
        gaps.add(found.name());
      }
      for (JsonNode parameter : found.parameters()) {
        String name = parameter.path("name").asText();
        if (parameter.path("description").asText().length() < 2
            || parameter.path("description").asText().equals(name)) {
          gaps.add(found.name() + " " + name);
        }
      }
    }
    assertThat(gaps).isEmpty();
  }

  /** Members with which a schema says more about a text than that it is one. */
  private static final List<String> TEXT_FORMS =
      List.of("enum", "format", "pattern", "minLength", "maxLength", "examples");

  @Test
  void noParameterIsATextWithoutAForm() {
    List<String> gaps = new ArrayList<>();
    for (DocumentedOperation found : operations()) {
      for (JsonNode parameter : found.parameters()) {
        JsonNode schema = parameter.path("schema");
        boolean isOpenText =
            schema.path("type").asText().equals("string")
                && TEXT_FORMS.stream().noneMatch(schema::has);
        if (schema.isEmpty() || isOpenText) {
          gaps.add(found.name() + " " + parameter.path("name").asText());
        }
      }
    }
    assertThat(gaps).isEmpty();
  }

  @Test
  void everyNullableSchemaOfOpenApi30HasAType() {
    List<JsonNode> gaps = new ArrayList<>();
    documents.forEach(
        document ->
            OpenApi30.of((ObjectNode) document).findParents("nullable").stream()
                .filter(schema -> schema.path("nullable").isBoolean())
                .filter(schema -> !schema.path("type").isTextual())
                .forEach(gaps::add));
    assertThat(gaps).isEmpty();
  }

  @Test
  void noPathEndsWithASlash() {
    for (JsonNode document : documents) {
      assertThat(document.path("paths").properties().stream().map(Map.Entry::getKey))
          .filteredOn(path -> path.length() > 1)
          .noneMatch(path -> path.endsWith("/"));
    }
  }
}
