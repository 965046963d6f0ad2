package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Describes the members of schemas that have no description of their own, by {@link
 * DescriptionTexts}. A member that refers to a component has the description of this.
 */
final class MemberDescriptions {
  /** Members of a document whose values are data and not schemas. */
  private static final Set<String> DATA = Set.of("example", "examples", "value", "info");

  private static final List<String> NESTED =
      List.of("items", "additionalProperties", "not", "if", "then", "else");
  private static final List<String> LISTED = List.of("allOf", "anyOf", "oneOf");

  private final Set<String> used = new TreeSet<>();

  private MemberDescriptions() {}

  /** Changes the document; returns the keys of the texts that it has used. */
  static Set<String> add(ObjectNode document) {
    MemberDescriptions descriptions = new MemberDescriptions();
    for (Map.Entry<String, JsonNode> each : document.at("/components/schemas").properties()) {
      ObjectNode schema = (ObjectNode) each.getValue();
      descriptions.describe(schema, each.getKey() + ".", each.getKey() + ".");
      descriptions.members(schema, each.getKey());
    }
    descriptions.walk(document.path("paths"));
    descriptions.walk(document.at("/components/responses"));
    return descriptions.used;
  }

  private void walk(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> e : object.properties()) {
        if (e.getKey().equals("schema")) {
          members(e.getValue(), "");
        } else if (!DATA.contains(e.getKey())) {
          walk(e.getValue());
        }
      }
    } else {
      node.forEach(this::walk);
    }
  }

  private void members(JsonNode schema, String path) {
    if (!schema.isObject()) {
      return;
    }
    for (Map.Entry<String, JsonNode> e : schema.path("properties").properties()) {
      String inner = path + "." + e.getKey();
      if (e.getValue() instanceof ObjectNode member) {
        describe(member, inner, e.getKey());
        members(member, inner);
      }
    }
    NESTED.forEach(nested -> members(schema.path(nested), path));
    LISTED.forEach(list -> schema.path(list).forEach(part -> members(part, path)));
  }

  private void describe(ObjectNode schema, String path, String name) {
    if (!schema.has("description") && !schema.has("$ref")) {
      DescriptionTexts.memberKey(path, name)
          .ifPresent(
              key -> {
                used.add(key);
                schema.put("description", DescriptionTexts.member(key));
              });
    }
  }
}
