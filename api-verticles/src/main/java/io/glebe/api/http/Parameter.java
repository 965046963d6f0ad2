package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.core.json.Json;

/**
 * A parameter as the published contract describes it.
 *
 * @param place {@code query}, {@code header} or {@code path}
 * @param schema its JSON Schema
 */
public record Parameter(
    String name, String place, boolean required, String description, ObjectNode schema) {

  /** The version on which a write acts. */
  public static final Parameter IF_MATCH =
      header("If-Match", "act only on that version; 412 otherwise", QuerySchemas.entityTags());

  /**
   * The reason of a change, as rule V16 asks for it.
   *
   * @param maxLength in characters, before it is encoded
   */
  public static Parameter changeReason(int maxLength) {
    return header(
        "Change-Reason",
        "why reported documentation is changed; percent-encoded, decoded at most "
            + maxLength
            + " characters",
        QuerySchemas.encoded(maxLength, "Corrected%20by%20the%20adviser"));
  }

  public static Parameter query(String name, String description, ObjectNode schema) {
    return new Parameter(name, "query", false, description, schema);
  }

  /** Any other query parameter, whose name is that of a property. The endpoint checks the names. */
  public static Parameter properties(String description) {
    ObjectNode schema = Json.object().put("type", "object");
    schema.putObject("additionalProperties").put("type", "string");
    return query("propertyFilters", description, schema);
  }

  /**
   * Any other query parameter, which the endpoint ignores: of a page or a file, whose address
   * browsers, mail and other sites extend, and of a sign-in, for which RFC 6749 (section 3.1) and
   * OpenID Connect ask that unknown parameters are ignored.
   */
  public static Parameter ignored() {
    ObjectNode schema = Json.object().put("type", "object");
    schema.putObject("additionalProperties").put("type", "string");
    return query("others", "other parameters, which are ignored", schema);
  }

  /** The same parameter, which each request must have. */
  public Parameter must() {
    return new Parameter(name, place, true, description, schema);
  }

  /** Whether the operation has parameters that are not declared by name. */
  public boolean isOpen() {
    return isQuery() && schema.has("additionalProperties");
  }

  public boolean isQuery() {
    return place.equals("query");
  }

  public static Parameter header(String name, String description, ObjectNode schema) {
    return new Parameter(name, "header", false, description, schema);
  }

  public static Parameter path(String name, String description, ObjectNode schema) {
    return new Parameter(name, "path", true, description, schema);
  }
}
