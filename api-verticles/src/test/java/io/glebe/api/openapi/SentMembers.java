package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the members of JSON that the platform has sent and that its document does not have. A
 * schema without members, or with other members of any name, says that there may be any.
 */
final class SentMembers {
  private static final List<String> PARTS = List.of("allOf", "anyOf", "oneOf");

  private final DocumentCheck check;
  private final Set<String> undocumented = new TreeSet<>();

  private SentMembers(DocumentCheck check) {
    this.check = check;
  }

  /** The paths of such members; the entries of a list have the same path. */
  static Set<String> undocumented(DocumentCheck check, JsonNode schema, JsonNode value) {
    SentMembers members = new SentMembers(check);
    members.compare(List.of(schema), value, "");
    return members.undocumented;
  }

  /**
   * @param schemas all of which may describe the value
   */
  private void compare(List<JsonNode> schemas, JsonNode value, String path) {
    if (value.isObject()) {
      Map<String, List<JsonNode>> known = new LinkedHashMap<>();
      boolean isOpen = false;
      for (JsonNode schema : schemas) {
        isOpen |= collect(schema, known);
      }
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        List<JsonNode> described = known.getOrDefault(member.getKey(), List.of());
        String inner = path + "/" + member.getKey();
        if (!described.isEmpty()) {
          compare(described, member.getValue(), inner);
        } else if (!isOpen) {
          undocumented.add(inner);
        }
      }
    }
    if (value.isArray()) {
      List<JsonNode> items = new ArrayList<>();
      schemas.forEach(schema -> items(schema, items));
      value.forEach(item -> compare(items, item, path));
    }
  }

  /** Collects the members of a schema and of its parts; whether it has others too. */
  private boolean collect(JsonNode described, Map<String, List<JsonNode>> known) {
    JsonNode schema = check.resolved(described);
    schema
        .path("properties")
        .properties()
        .forEach(e -> known.computeIfAbsent(e.getKey(), _ -> new ArrayList<>()).add(e.getValue()));
    boolean isOpen = schema.has("additionalProperties") && !isFalse(schema);
    boolean hasParts = false;
    for (String part : PARTS) {
      for (JsonNode each : schema.path(part)) {
        hasParts = true;
        isOpen |= collect(each, known) && isNamed(each);
      }
    }
    return isOpen || !schema.has("properties") && !hasParts;
  }

  private static boolean isFalse(JsonNode schema) {
    return schema.path("additionalProperties").isBoolean()
        && !schema.path("additionalProperties").asBoolean();
  }

  /** Whether a part is more than a rule about required members. */
  private boolean isNamed(JsonNode part) {
    JsonNode schema = check.resolved(part);
    return schema.has("properties") || schema.has("additionalProperties");
  }

  /** Collects the schemas of the entries of a list. */
  private void items(JsonNode described, List<JsonNode> items) {
    JsonNode schema = check.resolved(described);
    if (schema.has("items")) {
      items.add(schema.path("items"));
    }
    PARTS.forEach(part -> schema.path(part).forEach(each -> items(each, items)));
  }
}
