package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;

/**
 * A parameter as the published contract describes it.
 *
 * @param place {@code query}, {@code header} or {@code path}
 * @param schema its JSON Schema
 */
public record Parameter(
    String name, String place, boolean required, String description, ObjectNode schema) {

  public static Parameter query(String name, String description, ObjectNode schema) {
    return new Parameter(name, "query", false, description, schema);
  }

  /** A query parameter that is plain text. */
  public static Parameter query(String name, String description) {
    return query(name, description, Json.object().put("type", "string"));
  }

  /** Any other query parameter, whose name is that of a property. The endpoint checks the names. */
  public static Parameter properties(String description) {
    ObjectNode schema = Json.object().put("type", "object");
    schema.putObject("additionalProperties").put("type", "string");
    return query("propertyFilters", description, schema);
  }

  /** Whether the operation has parameters that are not declared by name. */
  public boolean isOpen() {
    return isQuery() && schema.has("additionalProperties");
  }

  public boolean isQuery() {
    return place.equals("query");
  }

  public static Parameter header(String name, String description) {
    return new Parameter(name, "header", false, description, Json.object().put("type", "string"));
  }

  public static Parameter path(String name, String description, ObjectNode schema) {
    return new Parameter(name, "path", true, description, schema);
  }
}
