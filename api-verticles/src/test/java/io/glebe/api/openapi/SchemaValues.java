package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Seeded values that match a schema of a document, often at its bounds, and values that do not. */
final class SchemaValues {
  private static final int MAX_DEPTH = 6;
  private static final int MAX_TEXT = 300;
  private static final int TRIES = 25;
  private static final List<String> TEXTS =
      List.of("a", "Field 7", "B04", "-", "x".repeat(40), "čšž 🌾", "2026-06-01", "0", "%", "a/b");

  private final DocumentCheck check;
  private final Map<String, Set<String>> ids;
  private final Random random;

  /**
   * @param ids known identifiers by the name of the member or parameter that has them
   */
  SchemaValues(DocumentCheck check, Map<String, Set<String>> ids, Random random) {
    this.check = check;
    this.ids = ids;
    this.random = random;
  }

  /** A value that matches the schema; empty when none was generated. */
  Optional<JsonNode> valid(String name, JsonNode schema) {
    for (int i = 0; i < TRIES; i++) {
      JsonNode value = value(name, schema, 0);
      if (check.fits(schema, value)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  /** This value with a change by which it no longer matches the schema. */
  Optional<JsonNode> invalid(JsonNode schema, JsonNode valid) {
    for (int i = 0; i < TRIES; i++) {
      ArrayNode holder = Json.array().add(valid.deepCopy());
      change(holder);
      JsonNode changed = holder.get(0);
      if (!check.fits(schema, changed) && !check.fits(schema, withoutNulls(changed.deepCopy()))) {
        return Optional.of(changed);
      }
    }
    return Optional.empty();
  }

  /** A member that is null counts as absent. */
  private static JsonNode withoutNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.removeIf(JsonNode::isNull);
    }
    node.forEach(SchemaValues::withoutNulls);
    return node;
  }

  private void change(ArrayNode root) {
    List<JsonNode> parents = new ArrayList<>();
    parents(root, parents);
    JsonNode parent = parents.get(random.nextInt(parents.size()));
    if (parent instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      if (random.nextInt(3) == 0) {
        object.remove(name);
      } else {
        object.set(name, other(object.get(name)));
      }
    } else {
      ArrayNode array = (ArrayNode) parent;
      int at = random.nextInt(array.size());
      array.set(at, other(array.get(at)));
    }
  }

  private static void parents(JsonNode node, List<JsonNode> parents) {
    if (node.isContainerNode() && !node.isEmpty()) {
      parents.add(node);
      node.forEach(child -> parents(child, parents));
    }
  }

  private JsonNode other(JsonNode value) {
    return switch (random.nextInt(9)) {
      case 0 -> Json.object().nullNode();
      case 1 -> Json.object().numberNode(value.isIntegralNumber() ? 0.5 : -1e300);
      case 2 -> Json.object().numberNode(Long.MIN_VALUE);
      case 3 -> Json.object().booleanNode(!value.asBoolean());
      case 4 -> Json.array();
      case 5 -> Json.object();
      case 6 -> Json.object().textNode("y".repeat(20_000));
      case 7 -> Json.object().textNode("");
      default -> Json.object().textNode(TEXTS.get(random.nextInt(TEXTS.size())));
    };
  }

  private JsonNode value(String name, JsonNode described, int depth) {
    JsonNode schema = check.resolved(described);
    if (schema.has("const")) {
      return schema.path("const");
    }
    if (schema.has("enum")) {
      return schema.path("enum").get(random.nextInt(schema.path("enum").size()));
    }
    if (schema.has("example") && random.nextBoolean()) {
      return schema.path("example");
    }
    for (String choice : List.of("oneOf", "anyOf")) {
      if (schema.path(choice).size() > 0 && !schema.has("properties")) {
        return value(
            name, schema.path(choice).get(random.nextInt(schema.path(choice).size())), depth);
      }
    }
    return switch (type(schema)) {
      case "object" -> object(schema, depth);
      case "array" -> array(name, schema, depth);
      case "integer" -> Json.object().numberNode((long) number(schema));
      case "number" -> Json.object().numberNode(number(schema));
      case "boolean" -> Json.object().booleanNode(random.nextBoolean());
      case "null" -> Json.object().nullNode();
      default -> Json.object().textNode(text(name, schema));
    };
  }

  private String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      return type.get(random.nextInt(type.size())).asText();
    }
    boolean isObject = schema.has("properties") || schema.has("allOf");
    return type.asText(isObject ? "object" : "string");
  }

  private ObjectNode object(JsonNode schema, int depth) {
    ObjectNode object = Json.object();
    for (JsonNode part : schema.path("allOf")) {
      if (value("", part, depth) instanceof ObjectNode more) {
        object.setAll(more);
      }
    }
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    int share = depth > MAX_DEPTH ? 0 : random.nextInt(1, 4);
    for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
      boolean readOnly = check.resolved(member.getValue()).path("readOnly").asBoolean();
      if (required.contains(member.getKey()) || (!readOnly && random.nextInt(4) < share)) {
        object.set(member.getKey(), value(member.getKey(), member.getValue(), depth + 1));
      }
    }
    if (schema.path("additionalProperties").isObject() && depth <= MAX_DEPTH) {
      object.set("other", value("other", schema.path("additionalProperties"), depth + 1));
    }
    return object;
  }

  private ArrayNode array(String name, JsonNode schema, int depth) {
    ArrayNode array = Json.array();
    int least = schema.path("minItems").asInt(0);
    int most = Math.min(schema.path("maxItems").asInt(least + 3), least + 3);
    int size = depth > MAX_DEPTH ? least : random.nextInt(least, most + 1);
    for (int i = 0; i < size; i++) {
      array.add(value(name, schema.path("items"), depth + 1));
    }
    return array;
  }

  private double number(JsonNode schema) {
    double least = schema.path("minimum").asDouble(schema.path("exclusiveMinimum").asDouble(-1000));
    double most = schema.path("maximum").asDouble(Math.max(least, 0) + 1000);
    return switch (random.nextInt(4)) {
      case 0 -> least;
      case 1 -> most;
      default -> Math.rint(least + random.nextDouble() * (most - least));
    };
  }

  private String text(String name, JsonNode schema) {
    List<String> known = List.copyOf(ids.getOrDefault(name, Set.of()));
    if (!known.isEmpty() && random.nextInt(5) > 0) {
      return known.get(random.nextInt(known.size()));
    }
    return switch (schema.path("format").asText()) {
      case "uuid" -> new UUID(random.nextLong(), random.nextLong() >>> 1).toString();
      case "date-time" -> Instant.ofEpochSecond(random.nextLong(4_000_000_000L)).toString();
      case "date" ->
          Instant.ofEpochSecond(random.nextLong(4_000_000_000L)).toString().substring(0, 10);
      case "uri" -> "https://example.org/" + random.nextInt(100);
      case "email" -> "a" + random.nextInt(100) + "@example.org";
      default -> sized(schema);
    };
  }

  /** A text whose length is often a bound. */
  private String sized(JsonNode schema) {
    String text = TEXTS.get(random.nextInt(TEXTS.size()));
    int least = schema.path("minLength").asInt(0);
    int most = schema.path("maxLength").asInt(MAX_TEXT);
    if (random.nextInt(4) == 0) {
      return "z".repeat(Math.min(random.nextBoolean() ? least : most, MAX_TEXT));
    }
    return text.length() < least ? text + "z".repeat(least) : text;
  }
}
