package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Converts an OpenAPI 3.1 document to OpenAPI 3.0, for clients that support only 3.0. */
final class OpenApi30 {
  /** Members whose values are data and not schemas. */
  private static final Set<String> DATA = Set.of("example", "examples", "default", "enum", "value");

  private static final List<String> UNKNOWN =
      List.of(
          "$schema",
          "$id",
          "$defs",
          "contentMediaType",
          "contentEncoding",
          "patternProperties",
          "prefixItems",
          "propertyNames",
          "if",
          "then",
          "else",
          "unevaluatedProperties");

  private static final Set<String> NESTED = Set.of("items", "additionalProperties", "not");
  private static final Set<String> LISTED = Set.of("allOf", "anyOf", "oneOf");

  private OpenApi30() {}

  /** A copy of the document as OpenAPI 3.0. */
  static ObjectNode of(ObjectNode document) {
    ObjectNode copy = document.deepCopy();
    copy.put("openapi", "3.0.3");
    copy.remove("jsonSchemaDialect");
    copy.path("components").path("schemas").forEach(OpenApi30::schema);
    walk(copy);
    return copy;
  }

  /** Finds the schemas of parameters, headers and media types. */
  private static void walk(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> e : object.properties()) {
        if (e.getKey().equals("schema")) {
          schema(e.getValue());
        } else if (!DATA.contains(e.getKey()) && !e.getKey().equals("schemas")) {
          walk(e.getValue());
        }
      }
    } else {
      node.forEach(OpenApi30::walk);
    }
  }

  private static void schema(JsonNode node) {
    if (!(node instanceof ObjectNode s)) {
      return;
    }
    UNKNOWN.forEach(s::remove);
    nullable(s);
    alternatives(s);
    exclusive(s, "exclusiveMinimum", "minimum");
    exclusive(s, "exclusiveMaximum", "maximum");
    if (s.has("const")) {
      s.putArray("enum").add(s.remove("const"));
    }
    if (s.path("examples").isArray()) {
      s.set("example", s.remove("examples").path(0));
    }
    if (s.path("type").asText().equals("array") && !s.has("items")) {
      s.putObject("items");
    }
    s.path("properties").forEach(OpenApi30::schema);
    NESTED.forEach(k -> schema(s.path(k)));
    LISTED.forEach(k -> s.path(k).forEach(OpenApi30::schema));
  }

  private static void nullable(ObjectNode s) {
    if (s.path("type") instanceof ArrayNode types) {
      ArrayNode others = Json.array();
      types.forEach(
          t -> {
            if (!t.asText().equals("null")) {
              others.add(t);
            }
          });
      if (others.size() < types.size()) {
        s.put("nullable", true);
      }
      if (others.size() == 1) {
        s.set("type", others.get(0));
      } else {
        s.remove("type");
      }
    }
  }

  /** OpenAPI 3.0 has no type null: one of the other alternatives is nullable instead. */
  private static void alternatives(ObjectNode s) {
    for (String list : LISTED) {
      if (s.path(list) instanceof ArrayNode all) {
        int size = all.size();
        for (int i = size - 1; i >= 0; i--) {
          if (all.get(i).path("type").asText().equals("null")) {
            all.remove(i);
          }
        }
        if (all.size() < size && !isMadeNullable(all)) {
          all.set(0, nullableReference(all.get(0)));
        }
      }
    }
  }

  private static boolean isMadeNullable(ArrayNode alternatives) {
    for (JsonNode one : alternatives) {
      boolean isTyped = one.path("type").isTextual();
      if (isTyped) {
        ((ObjectNode) one).put("nullable", true);
      }
      if (isTyped || one.path("anyOf") instanceof ArrayNode inner && isMadeNullable(inner)) {
        return true;
      }
    }
    return false;
  }

  /** Members beside a reference have no effect in OpenAPI 3.0; the named schemas are objects. */
  private static ObjectNode nullableReference(JsonNode reference) {
    ObjectNode schema = Json.object().put("type", "object").put("nullable", true);
    schema.putArray("allOf").add(reference);
    return schema;
  }

  private static void exclusive(ObjectNode s, String exclusive, String bound) {
    if (s.path(exclusive).isNumber()) {
      s.set(bound, s.get(exclusive));
      s.put(exclusive, true);
    }
  }
}
