package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every body, answer and parameter of the published contracts has a schema with a meaning. */
class ContractGapsTest {
  /** Members of requests and answers that may have values of any type. */
  private static final Set<String> OF_ANY_TYPE =
      Set.of(
          "body", // of a request or answer in a batch
          "from", // and to: the values of a changed attribute
          "to",
          "payload",
          "payloadSchema",
          "parameters",
          "parameterSchema",
          "value",
          "observedArea", // as encodingType says, like the three after it
          "location",
          "feature",
          "metadata",
          "result",
          "resultQuality");

  private final List<ObjectNode> documents = Oas.documents();

  /** One operation of a document. */
  private record DocumentedOperation(
      JsonNode document, String name, JsonNode operation, List<JsonNode> parameters) {}

  private List<DocumentedOperation> operations() {
    List<DocumentedOperation> all = new ArrayList<>();
    for (JsonNode document : documents) {
      for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
        for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
          String name = method.getKey() + " " + path.getKey();
          all.add(
              new DocumentedOperation(
                  document, name, method.getValue(), parameters(document, method.getValue())));
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

  /**
   * Whether a schema says of an object, or of the entries of a list, no more than that it is one.
   */
  private static boolean isBare(JsonNode document, JsonNode described) {
    JsonNode schema = Oas.resolved(document, described);
    boolean isScalar =
        schema.has("type") && !Set.of("object", "array").contains(schema.path("type").asText());
    if (isScalar || schema.has("properties")) {
      return false;
    }
    for (String parts : List.of("anyOf", "oneOf", "allOf")) {
      if (schema.has(parts)) {
        return isAll(schema.path(parts), part -> isBare(document, part));
      }
    }
    JsonNode values = schema.path(schema.has("items") ? "items" : "additionalProperties");
    return !values.isObject() || isBare(document, values);
  }

  private static boolean isAll(JsonNode list, Predicate<JsonNode> rule) {
    return list.valueStream().allMatch(rule);
  }

  private static List<String> bare(DocumentedOperation found, String place, JsonNode content) {
    return content.properties().stream()
        .filter(media -> isBare(found.document(), media.getValue().path("schema")))
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
  void everyMemberHasATypeOrADescriptionOfAnyValue() {
    Set<String> gaps = new TreeSet<>();
    for (JsonNode document : documents) {
      untyped(document.path("components").path("schemas"), "", gaps);
    }
    operations().forEach(found -> untyped(found.operation(), found.name(), gaps));
    assertThat(gaps).isEmpty();
  }

  /** Collects the members and entries of lists without a type, at any depth. */
  private static void untyped(JsonNode node, String path, Set<String> gaps) {
    boolean isMembers = node.path("properties").valueStream().allMatch(JsonNode::isObject);
    node.path("properties").properties().stream()
        .filter(member -> isMembers && isUntyped(member.getValue()))
        .filter(member -> !OF_ANY_TYPE.contains(member.getKey()))
        .forEach(member -> gaps.add(path + "/" + member.getKey()));
    if (node.has("items") && node.path("items").isEmpty()) {
      gaps.add(path + "/items");
    }
    node.properties().stream()
        .filter(each -> !Set.of("example", "examples").contains(each.getKey()))
        .forEach(each -> untyped(each.getValue(), path + "/" + each.getKey(), gaps));
    node.valueStream().filter(each -> node.isArray()).forEach(each -> untyped(each, path, gaps));
  }

  private static boolean isUntyped(JsonNode schema) {
    return Stream.of("type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const")
        .noneMatch(schema::has);
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

  /** Members with which a schema limits the length of a text. */
  private static final List<String> TEXT_LIMITS =
      List.of("enum", "const", "format", "pattern", "maxLength");

  @Test
  void everyListOfAQueryAndEveryFreeTextHasALimit() {
    Set<String> gaps = new TreeSet<>();
    for (DocumentedOperation found : operations()) {
      for (JsonNode parameter : found.parameters()) {
        JsonNode schema = parameter.path("schema");
        boolean isUnlimited =
            switch (schema.path("type").asText()) {
              case "array" -> !schema.has("maxItems");
              case "string" -> TEXT_LIMITS.stream().noneMatch(schema::has);
              default -> false;
            };
        if (isUnlimited && !parameter.path("in").asText().equals("path")) {
          gaps.add(found.name() + " " + parameter.path("name").asText());
        }
      }
    }
    assertThat(gaps).isEmpty();
  }

  /** Lists of cells, positions and entries that only the size of the body bounds. */
  private static final Set<String> BOUNDED_BY_SIZE =
      Set.of("coordinates", "geometries", "values", "features", "dataArray");

  /** Documents of MapLibre, which has no limits. */
  private static final Set<String> OF_MAPLIBRE =
      Set.of("MapStyle", "MapStyleSource", "MapStyleLayer");

  @Test
  void everyTextAndEveryListOfABodyHasALimit() {
    Set<String> gaps = new TreeSet<>();
    for (DocumentedOperation found : operations()) {
      JsonNode body = Oas.resolved(found.document(), found.operation().path("requestBody"));
      if (found.name().endsWith("/style")) {
        continue; // a document of MapLibre
      }
      for (Map.Entry<String, JsonNode> media : body.path("content").properties()) {
        JsonNode schema = Oas.resolved(found.document(), media.getValue().path("schema"));
        boolean isWhole = schema.path("type").asText().matches("string|array");
        unlimited(
            found.document(),
            isWhole ? schema.path("items") : schema, // the size of the body bounds the whole
            found.name(),
            new TreeSet<>(OF_MAPLIBRE),
            gaps);
      }
    }
    assertThat(gaps).isEmpty();
  }

  /** Collects the texts and lists without a limit below a schema. */
  private static void unlimited(
      JsonNode document, JsonNode described, String place, Set<String> seen, Set<String> gaps) {
    String reference = described.path("$ref").asText();
    String component = reference.substring(reference.lastIndexOf('/') + 1);
    JsonNode schema = Oas.resolved(document, described);
    if (schema.path("readOnly").asBoolean() || (!component.isEmpty() && !seen.add(component))) {
      return;
    }
    String types = Json.write(schema.path("type"));
    boolean isWord = Oas.resolved(document, schema.path("items")).has("enum");
    boolean isText = types.contains("string") && TEXT_LIMITS.stream().noneMatch(schema::has);
    boolean isList = types.contains("array") && !schema.has("maxItems") && !isWord;
    if (isText || isList) {
      gaps.add(place);
    }
    String parent = component.isEmpty() ? place : component;
    for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
      if (!BOUNDED_BY_SIZE.contains(member.getKey())) {
        String name = parent + "/" + member.getKey();
        unlimited(document, member.getValue(), name, seen, gaps);
      }
    }
    Stream.of("anyOf", "oneOf", "allOf")
        .flatMap(parts -> schema.path(parts).valueStream())
        .forEach(part -> unlimited(document, part, parent + "/*", seen, gaps));
    Stream.of("items", "additionalProperties")
        .map(schema::path)
        .filter(JsonNode::isObject)
        .forEach(part -> unlimited(document, part, parent + "/*", seen, gaps));
  }

  @Test
  void noListOfAQueryMayBeEmpty() {
    Set<String> gaps = new TreeSet<>();
    for (DocumentedOperation found : operations()) {
      for (JsonNode parameter : found.parameters()) {
        JsonNode schema = parameter.path("schema");
        boolean mayBeEmpty =
            schema.path("type").asText().equals("array") && schema.path("minItems").asInt() == 0;
        if (mayBeEmpty && parameter.path("in").asText().equals("query")) {
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
            OpenApi30.of(document).findParents("nullable").stream()
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
