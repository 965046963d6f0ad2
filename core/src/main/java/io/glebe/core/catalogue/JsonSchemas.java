package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * JSON Schema 2020-12 of records and of the request bodies that write them. The schemas are open:
 * unknown attributes are kept, known attributes are checked.
 */
public final class JsonSchemas {
  /** The pattern of every id. */
  public static final String UUID_PATTERN = "^" + UuidSyntax.PATTERN + "$";

  private JsonSchemas() {}

  /**
   * Returns the schema of a record in a response. For a person it requires only the attributes that
   * every reader sees.
   */
  public static ObjectNode record(EntityType type) {
    ObjectNode schema = object(type.description());
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    common(properties);
    required.add(CommonAttributes.ID).add(CommonAttributes.CREATED_AT);
    required.add(CommonAttributes.UPDATED_AT).add(CommonAttributes.ORIGIN_TYPE);
    for (Attribute a : type.attributes().values()) {
      properties.set(a.name(), described(type, a));
      addIf(required, a, r -> r.required() && PersonAttributes.isShown(type, r));
    }
    return schema;
  }

  /**
   * Returns the schema of a PUT body: the whole record, without the attributes that the server
   * sets.
   */
  public static ObjectNode replacement(EntityType type) {
    ObjectNode schema = object("Whole " + type.name() + " as sent by PUT" + keptBy(type));
    ObjectNode properties = schema.putObject("properties");
    properties.set(CommonAttributes.ID, uuid("chosen by the client, equal to the id in the path"));
    properties.set(CommonAttributes.ORIGIN_TYPE, origin());
    ArrayNode required = schema.putArray("required").add(CommonAttributes.ID);
    for (Attribute a : type.attributes().values()) {
      if (!a.readOnly()) {
        properties.set(a.name(), described(type, a));
        addIf(required, a, JsonSchemas::mustBeSent);
      }
    }
    RecordSchemaRules.addTo(schema, type);
    return schema;
  }

  /**
   * Returns the schema of a POST body: a replacement whose id may be absent.
   *
   * @param known attributes that may be absent too, because the path or another record has them
   */
  public static ObjectNode creation(EntityType type, Set<String> known) {
    ObjectNode schema = replacement(type);
    schema.put("description", "A new " + type.name() + " as sent by POST");
    ((ObjectNode) schema.path("properties"))
        .set(CommonAttributes.ID, uuid("chosen by the client; absent: by the server"));
    ArrayNode required = Json.array();
    for (JsonNode name : schema.path("required")) {
      String text = name.textValue();
      if (!text.equals(CommonAttributes.ID) && !known.contains(text)) {
        required.add(text);
      }
    }
    schema.set("required", required);
    if (required.isEmpty()) {
      schema.remove("required");
    }
    return schema;
  }

  /**
   * Returns the schema of a PATCH body: any attributes; null removes an attribute that is neither
   * required nor immutable.
   */
  public static ObjectNode patch(EntityType type) {
    ObjectNode schema = object("Merge patch (RFC 7396) of " + type.name() + "; null removes");
    ObjectNode properties = schema.putObject("properties");
    for (Attribute a : type.attributes().values()) {
      if (!a.readOnly()) {
        ObjectNode value = described(type, a);
        properties.set(a.name(), removable(type, a) ? nullable(value) : value);
      }
    }
    return schema;
  }

  /** Returns the schema of a page of records; {@code items} is the schema of one record. */
  public static ObjectNode page(ObjectNode items) {
    ObjectNode schema = object("One page of a list");
    ObjectNode properties = schema.putObject("properties");
    properties
        .putObject("items")
        .put("type", "array")
        .put("description", "records of the page, in the order of their last change")
        .set("items", items);
    properties.set(
        "nextCursor", text().put("description", "cursor that continues behind the page"));
    properties
        .putObject("hasMore")
        .put("type", "boolean")
        .put("description", "whether there are more records now");
    schema.putArray("required").add("items").add("nextCursor").add("hasMore");
    return schema;
  }

  private static ObjectNode described(EntityType type, Attribute a) {
    ObjectNode schema = attribute(a);
    AttributeDescriptions.addTo(schema, type.name(), a.name());
    return schema;
  }

  /** Returns the schema of one attribute with its bounds, default and companions. */
  public static ObjectNode attribute(Attribute a) {
    ObjectNode schema = value(a.type());
    a.defaultValue().ifPresent(v -> schema.set("default", v.deepCopy()));
    if (a.readOnly()) {
      schema.put("readOnly", true);
    }
    a.companion()
        .ifPresent(
            c ->
                schema.put(
                    "description",
                    "in the " + c.kind().name().toLowerCase(Locale.ROOT) + " of " + c.attribute()));
    if (a.required() && a.type() instanceof ValueType.Text) {
      schema.put("minLength", 1);
    }
    return schema;
  }

  /** Says which required attributes the replacement of a stored record may leave out. */
  private static String keptBy(EntityType type) {
    List<String> kept =
        type.attributes().values().stream()
            .filter(a -> a.immutable() && !a.readOnly() && mustBeSent(a))
            .map(Attribute::name)
            .toList();
    return kept.isEmpty()
        ? ""
        : "; required to create it, while the replacement of a stored record may leave out "
            + String.join(", ", kept)
            + (kept.size() == 1 ? ", which keeps its value" : ", which keep their values");
  }

  private static boolean mustBeSent(Attribute a) {
    boolean filled = a.type() instanceof ValueType.Currency;
    return a.required() && a.defaultValue().isEmpty() && !filled;
  }

  private static boolean removable(EntityType type, Attribute a) {
    boolean state = type.lifecycle().filter(l -> l.attribute().equals(a.name())).isPresent();
    return !a.required() && !a.immutable() && !state;
  }

  private static void addIf(ArrayNode required, Attribute a, Predicate<Attribute> condition) {
    if (condition.test(a)) {
      required.add(a.name());
    }
  }

  private static ObjectNode object(String description) {
    return Json.object().put("type", "object").put("description", description);
  }

  private static void common(ObjectNode properties) {
    properties.set(CommonAttributes.ID, text().put("format", "uuid").put("pattern", UUID_PATTERN));
    for (String time : new String[] {CommonAttributes.CREATED_AT, CommonAttributes.UPDATED_AT}) {
      properties.set(time, text().put("format", "date-time").put("readOnly", true));
    }
    properties.set(CommonAttributes.CREATED_BY_USER_ID, text().put("readOnly", true));
    properties.set(CommonAttributes.CREATED_BY_JOB_ID, text().put("readOnly", true));
    properties.set(CommonAttributes.CLIENT_ID, text().put("readOnly", true));
    properties.properties().forEach(common -> describe(common.getKey(), common.getValue()));
    properties.set(CommonAttributes.ORIGIN_TYPE, origin());
  }

  private static void describe(String common, JsonNode schema) {
    AttributeDescriptions.addTo((ObjectNode) schema, "", common);
  }

  private static ObjectNode origin() {
    ObjectNode schema = text();
    CommonAttributes.ORIGINS.forEach(schema.putArray("enum")::add);
    describe(CommonAttributes.ORIGIN_TYPE, schema);
    return schema;
  }

  private static ObjectNode uuid(String description) {
    return text()
        .put("format", "uuid")
        .put("pattern", UUID_PATTERN)
        .put("description", description);
  }

  private static ObjectNode text() {
    return Json.object().put("type", "string");
  }

  /** Extends the schema to permit null. */
  private static ObjectNode nullable(ObjectNode schema) {
    if (schema.path("type").isTextual()) {
      String type = schema.get("type").textValue();
      schema.putArray("type").add(type).add("null");
      if (schema.path("enum") instanceof ArrayNode values) {
        values.addNull();
      }
    }
    return schema;
  }

  private static ObjectNode value(ValueType type) {
    return switch (type) {
      case ValueType.Truth _ -> Json.object().put("type", "boolean");
      case ValueType.Whole w -> {
        ObjectNode s = Json.object().put("type", "integer").put("format", "int64");
        w.min().ifPresent(m -> s.put("minimum", m));
        w.max().ifPresent(m -> s.put("maximum", m));
        yield s;
      }
      case ValueType.Decimal d -> decimal(d);
      case ValueType.Geometry g -> geometry(g);
      case ValueType.ObjectShape o -> shape(o);
      case ValueType.ListOf l -> list(l);
      case ValueType.Json _ -> Json.object();
      default -> TextSchemas.of(type);
    };
  }

  private static ObjectNode decimal(ValueType.Decimal d) {
    ObjectNode s = Json.object().put("type", "number");
    d.min().ifPresent(m -> s.put("minimum", m));
    d.max().ifPresent(m -> s.put("maximum", m));
    d.exclusiveMin().ifPresent(m -> s.put("exclusiveMinimum", m));
    return s;
  }

  private static ObjectNode geometry(ValueType.Geometry g) {
    ObjectNode s = object("GeoJSON geometry, WGS 84, longitude first");
    ObjectNode properties = s.putObject("properties");
    ObjectNode type = text().put("description", "type of the geometry");
    g.types().forEach(type.putArray("enum")::add);
    properties.set("type", type);
    properties
        .putObject("coordinates")
        .put("type", "array")
        .put("description", "positions, each longitude, latitude and, if known, height in metres")
        .put("minItems", 1)
        .putObject("items")
        .put("description", "a number, a position or a list of them");
    s.putArray("required").add("type").add("coordinates");
    return s;
  }

  private static ObjectNode shape(ValueType.ObjectShape o) {
    ObjectNode s = Json.object().put("type", "object");
    ObjectNode properties = s.putObject("properties");
    ArrayNode required = Json.array();
    for (Attribute m : o.members().values()) {
      properties.set(m.name(), attribute(m));
      addIf(required, m, Attribute::required);
    }
    if (!required.isEmpty()) {
      s.set("required", required);
    }
    return s;
  }

  private static ObjectNode list(ValueType.ListOf l) {
    ObjectNode s = Json.object().put("type", "array").put("maxItems", l.maxItems());
    if (l.minItems() > 0) {
      s.put("minItems", l.minItems());
    }
    if (l.distinct()) {
      s.put("uniqueItems", true);
    }
    s.set("items", value(l.items()));
    return s;
  }
}
