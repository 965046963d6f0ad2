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

  public static Parameter header(String name, String description) {
    return new Parameter(name, "header", false, description, Json.object().put("type", "string"));
  }

  public static Parameter path(String name, String description, ObjectNode schema) {
    return new Parameter(name, "path", true, description, schema);
  }
}
