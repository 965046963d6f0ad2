package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Validates OpenAPI documents against the schemas of the OpenAPI Initiative, and checks that their
 * internal references resolve.
 */
final class Oas {
  /** The addresses of a platform with default settings. */
  static final ContractDocument.Addresses LOCAL =
      new ContractDocument.Addresses("http://localhost:8080", "http://localhost:8080/problems/v1/");

  /** All documents that are published. */
  static final List<ContractDocument.Subject> SUBJECTS =
      List.of(
          ContractDocument.FARM,
          ContractDocument.SPATIO,
          ContractDocument.SENSOR,
          ContractDocument.STORE,
          ContractDocument.SERVICES);

  private static final Schema V31 = schema("oas-3.1.json", SpecificationVersion.DRAFT_2020_12);
  private static final Schema V30 = schema("oas-3.0.json", SpecificationVersion.DRAFT_4);
  private static final Schema META =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

  private Oas() {}

  /** The published documents of the shared platform. */
  static List<ObjectNode> documents() {
    var routes = TestPlatform.shared().platform().routes();
    return SUBJECTS.stream().map(each -> ContractDocument.of(routes, each, LOCAL)).toList();
  }

  private static Schema schema(String name, SpecificationVersion version) {
    try (InputStream in = Oas.class.getResourceAsStream("/openapi/" + name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return SchemaRegistry.withDefaultDialect(version).getSchema(text, InputFormat.JSON);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The faults of an OpenAPI 3.1 document, including its schemas and references. */
  static List<String> faults31(JsonNode document) {
    List<String> faults = texts(V31.validate(Json.write(document), InputFormat.JSON));
    document
        .path("components")
        .path("schemas")
        .properties()
        .forEach(
            e ->
                texts(META.validate(Json.write(e.getValue()), InputFormat.JSON))
                    .forEach(f -> faults.add(e.getKey() + ": " + f)));
    references(document, document, faults);
    return faults;
  }

  /** The faults of an OpenAPI 3.0 document. */
  static List<String> faults30(JsonNode document) {
    List<String> faults = texts(V30.validate(Json.write(document), InputFormat.JSON));
    references(document, document, faults);
    return faults;
  }

  /** The value itself, or the one to which it refers. */
  static JsonNode resolved(JsonNode document, JsonNode value) {
    return value.has("$ref") ? document.at(value.path("$ref").asText().substring(1)) : value;
  }

  private static List<String> texts(List<Error> errors) {
    return new ArrayList<>(
        errors.stream()
            .limit(30)
            .map(e -> e.getInstanceLocation() + " " + e.getMessage())
            .toList());
  }

  private static void references(JsonNode root, JsonNode node, List<String> faults) {
    for (Map.Entry<String, JsonNode> e : node.properties()) {
      if (e.getKey().equals("$ref") && e.getValue().isTextual()) {
        String ref = e.getValue().textValue();
        if (!ref.startsWith("#/") || root.at(ref.substring(1)).isMissingNode()) {
          faults.add("dangling reference " + ref);
        }
      }
      boolean isData = e.getKey().equals("example") || e.getKey().equals("value");
      if (!isData) { // an example may itself be a document with references
        references(root, e.getValue(), faults);
      }
    }
    if (node.isArray()) {
      node.forEach(n -> references(root, n, faults));
    }
  }
}
