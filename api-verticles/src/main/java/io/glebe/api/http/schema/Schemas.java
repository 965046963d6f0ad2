package io.glebe.api.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.JsonSchemas;
import io.glebe.core.json.Json;
import java.util.Collection;
import java.util.List;

/**
 * JSON Schemas of values: {@code Schemas.integer(1, 1000).put("default", 100)}. Each call returns a
 * new object, which the caller may change.
 */
public final class Schemas {
  private Schemas() {}

  public static ObjectNode text() {
    return Json.object().put("type", "string");
  }

  public static ObjectNode text(String description) {
    return text().put("description", description);
  }

  /** A text of 1 to {@code max} characters. */
  public static ObjectNode text(int max) {
    return text().put("minLength", 1).put("maxLength", max);
  }

  /** One of these words. */
  public static ObjectNode word(String... words) {
    return word(List.of(words));
  }

  public static ObjectNode word(Collection<String> words) {
    ObjectNode schema = text();
    words.forEach(schema.putArray("enum")::add);
    return schema;
  }

  /** An id in lower case. */
  public static ObjectNode uuid() {
    return text().put("format", "uuid").put("pattern", JsonSchemas.UUID_PATTERN);
  }

  /** A time with its offset. */
  public static ObjectNode time() {
    return text().put("format", "date-time");
  }

  public static ObjectNode uri() {
    return text().put("format", "uri");
  }

  public static ObjectNode integer() {
    return Json.object().put("type", "integer");
  }

  /** A whole number, both bounds included. */
  public static ObjectNode integer(int min, int max) {
    return integer().put("minimum", min).put("maximum", max);
  }

  /** A whole number that counts something. */
  public static ObjectNode count() {
    return integer().put("format", "int64").put("minimum", 0);
  }

  public static ObjectNode number() {
    return Json.object().put("type", "number");
  }

  public static ObjectNode number(double min, double max) {
    return number().put("minimum", min).put("maximum", max);
  }

  public static ObjectNode flag(boolean absent) {
    return flag().put("default", absent);
  }

  public static ObjectNode flag() {
    return Json.object().put("type", "boolean");
  }

  public static ObjectNode list(ObjectNode items) {
    ObjectNode schema = Json.object().put("type", "array");
    schema.set("items", items);
    return schema;
  }

  /** A list with bounds of its length, both included. */
  public static ObjectNode list(ObjectNode items, int min, int max) {
    return list(items).put("minItems", min).put("maxItems", max);
  }

  /** West, south, east, north; six numbers have heights. */
  public static ObjectNode box() {
    return list(number(), 4, 6);
  }

  /** Any JSON value. */
  public static ObjectNode any(String description) {
    return Json.object().put("description", description);
  }

  /** An object whose members are not known in advance; each has this schema. */
  public static ObjectNode map(ObjectNode values) {
    ObjectNode schema = Json.object().put("type", "object");
    schema.set("additionalProperties", values);
    return schema;
  }

  /** The schema, or null. */
  public static ObjectNode orNull(ObjectNode schema) {
    String type = schema.path("type").asText();
    schema.putArray("type").add(type).add("null");
    return schema;
  }

  /** A member of a merge patch, which null removes. */
  public static ObjectNode removable(ObjectNode schema) {
    if (schema.has("enum")) {
      schema.withArray("enum").addNull();
    }
    return orNull(schema);
  }

  /** A value of one of these schemas. */
  public static ObjectNode either(ObjectNode... schemas) {
    ObjectNode schema = Json.object();
    List.of(schemas).forEach(schema.putArray("anyOf")::add);
    return schema;
  }

  /** A record of the catalogue. */
  public static ObjectNode record(String entity) {
    return Json.object().put("$ref", "#/components/schemas/" + entity);
  }
}
