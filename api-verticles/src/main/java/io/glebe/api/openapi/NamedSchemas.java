package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Moves the schemas that operations declare with a one-word {@code title} to the components of the
 * document, where generated clients find a type with this name.
 */
final class NamedSchemas {
  private static final Pattern NAME = Pattern.compile("[A-Z][A-Za-z0-9]*");

  /** Members of a document whose values are data and not schemas. */
  private static final Set<String> DATA = Set.of("example", "examples", "value", "info");

  private static final List<String> NESTED =
      List.of("items", "additionalProperties", "not", "if", "then", "else");
  private static final List<String> LISTED = List.of("allOf", "anyOf", "oneOf");

  private final ObjectNode components;

  private NamedSchemas(ObjectNode document) {
    this.components = document.withObject("/components/schemas");
  }

  /** Changes the document; throws when two different schemas have the same name. */
  static void move(ObjectNode document) {
    NamedSchemas schemas = new NamedSchemas(document);
    schemas.walk(document.path("paths"));
    schemas.walk(document.path("components").path("responses"));
  }

  private void walk(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> e : List.copyOf(object.properties())) {
        if (e.getKey().equals("schema")) {
          object.set("schema", moved(e.getValue()));
        } else if (!DATA.contains(e.getKey())) {
          walk(e.getValue());
        }
      }
    } else {
      node.forEach(this::walk);
    }
  }

  /** The schema, or a reference to its component. */
  private JsonNode moved(JsonNode node) {
    if (!(node instanceof ObjectNode schema)) {
      return node;
    }
    if (schema.path("properties") instanceof ObjectNode properties) {
      properties.properties().forEach(e -> e.setValue(moved(e.getValue())));
    }
    for (String member : NESTED) {
      if (schema.has(member)) {
        schema.set(member, moved(schema.get(member)));
      }
    }
    for (String member : LISTED) {
      if (schema.path(member) instanceof ArrayNode all) {
        for (int i = 0; i < all.size(); i++) {
          all.set(i, moved(all.get(i)));
        }
      }
    }
    String title = schema.path("title").asText("");
    return NAME.matcher(title).matches() ? component(title, schema) : schema;
  }

  private ObjectNode component(String name, ObjectNode schema) {
    ObjectNode content = schema.deepCopy();
    content.remove("title");
    JsonNode other = components.get(name);
    if (other != null && !other.equals(content)) {
      throw new IllegalStateException("two different schemas have the name " + name);
    }
    components.set(name, content);
    return ContractOperation.ref("#/components/schemas/" + name);
  }
}
