package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The types of measurement records that every deployment offers, with the schema and an example of
 * each payload.
 */
public final class RecordTypes {
  /**
   * One type.
   *
   * @param code value of {@code type} in a record, and code of its DataType
   * @param payloadSchema JSON Schema 2020-12 of the payload
   */
  public record RecordType(
      String code, String name, String category, ObjectNode payloadSchema, JsonNode example) {}

  private static final int MAX_ITEMS = 500;
  private static final int MAX_TEXT = 2_000;

  /** Kind, required flag, values or range, unit: {@code n! 0..100 [%]}. */
  private static final Pattern SHORTHAND =
      Pattern.compile("^(bbch|id|[snibtdue])(!?)(?: (.*?))?(?: ?\\[(.*)\\])?$");

  private static final RecordTypes STANDARD = new RecordTypes();

  private final Map<String, RecordType> types = new LinkedHashMap<>();

  private RecordTypes() {
    CatalogueLoader.resource("record-types.yaml")
        .properties()
        .forEach(
            e ->
                types.put(e.getKey(), type(e.getKey(), new Declaration(e.getKey(), e.getValue()))));
  }

  public static RecordTypes standard() {
    return STANDARD;
  }

  public List<RecordType> types() {
    return List.copyOf(types.values());
  }

  public Optional<RecordType> find(String code) {
    return Optional.ofNullable(types.get(code));
  }

  private static RecordType type(String code, Declaration d) {
    ObjectNode schema =
        Json.object().put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.setAll(object(d.value("payload").orElseThrow()));
    schema.put("additionalProperties", true);
    List<String> oneOf = d.texts("anyOf");
    if (!oneOf.isEmpty()) {
      ArrayNode any = schema.putArray("anyOf");
      oneOf.forEach(m -> any.addObject().putArray("required").add(m));
    }
    RecordType type =
        new RecordType(
            code,
            d.requiredText("name"),
            d.requiredText("category"),
            schema,
            d.value("example").orElseThrow());
    d.done();
    return type;
  }

  private static ObjectNode object(JsonNode members) {
    ObjectNode schema = Json.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = Json.array();
    for (Map.Entry<String, JsonNode> e : members.properties()) {
      boolean marked = e.getKey().endsWith("!");
      String name = marked ? e.getKey().substring(0, e.getKey().length() - 1) : e.getKey();
      Member member = member(e.getValue());
      properties.set(name, member.schema());
      if (marked || member.required()) {
        required.add(name);
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema;
  }

  private record Member(ObjectNode schema, boolean required) {}

  private static Member member(JsonNode shorthand) {
    if (shorthand.isArray()) {
      ObjectNode list =
          Json.object().put("type", "array").put("minItems", 1).put("maxItems", MAX_ITEMS);
      list.set("items", object(shorthand.get(0)));
      return new Member(list, false);
    }
    Matcher m = SHORTHAND.matcher(shorthand.asText());
    if (!m.matches()) {
      throw new IllegalStateException("record-types: " + shorthand + " is not understood");
    }
    String values = Optional.ofNullable(m.group(3)).orElse("").strip();
    boolean lateMark = values.startsWith("! ");
    ObjectNode schema = kind(m.group(1), lateMark ? values.substring(2) : values);
    if (m.group(4) != null) {
      schema.put("description", "unit: " + m.group(4));
    }
    return new Member(schema, lateMark || !m.group(2).isEmpty());
  }

  private static ObjectNode kind(String kind, String values) {
    ObjectNode s = Json.object();
    switch (kind) {
      case "s" -> s.put("type", "string").put("minLength", 1).put("maxLength", MAX_TEXT);
      case "n" -> s.put("type", "number");
      case "i" -> s.put("type", "integer");
      case "b" -> s.put("type", "boolean");
      case "t" -> s.put("type", "string").put("format", "date-time").put("pattern", "Z$");
      case "d" -> s.put("type", "string").put("format", "date");
      case "u" -> s.put("type", "string").put("format", "uri");
      case "id" ->
          s.put("type", "string").put("pattern", "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$");
      case "bbch" -> s.put("type", "string").put("pattern", "^[0-9]{2}([0-9]{1,2})?$");
      default -> List.of(values.split("\\|")).forEach(s.putArray("enum")::add);
    }
    boolean number = kind.equals("n") || kind.equals("i");
    if (number && !values.isEmpty()) {
      range(s, values);
    }
    return s;
  }

  private static void range(ObjectNode schema, String range) {
    int dots = range.indexOf("..");
    bound(schema, "minimum", range.substring(0, dots));
    bound(schema, "maximum", range.substring(dots + 2));
  }

  private static void bound(ObjectNode schema, String keyword, String text) {
    if (text.contains(".")) {
      schema.put(keyword, new BigDecimal(text));
    } else if (!text.isEmpty()) {
      schema.put(keyword, Integer.parseInt(text));
    }
  }
}
