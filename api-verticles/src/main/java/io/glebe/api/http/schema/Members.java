package io.glebe.api.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;

/**
 * Builds the schema of an object:
 *
 * <pre>{@code
 * Members.of("Account", "A service account")
 *     .must("name", Schemas.text(200))
 *     .may("enabled", Schemas.flag(true))
 *     .schema()
 * }</pre>
 */
public final class Members {
  private final ObjectNode schema = Json.object();

  private Members() {}

  /** An object with a name, which is unique in a document; its schema becomes a component. */
  public static Members of(String name, String description) {
    Members members = of(description);
    members.schema.put("title", name);
    return members;
  }

  /** An object without a name, inside of another schema. */
  public static Members of(String description) {
    Members members = new Members();
    members.schema.put("type", "object").put("description", description);
    return members;
  }

  /**
   * A page of a list that continues at a cursor.
   *
   * @param name of the component
   */
  public static ObjectNode page(String name, String description, ObjectNode item) {
    return of(name, description)
        .must("items", Schemas.list(item))
        .must("nextCursor", Schemas.text())
        .must("hasMore", Schemas.flag())
        .schema();
  }

  /** Adds a member that is always present. */
  public Members must(String member, ObjectNode value) {
    schema.withArray("required").add(member);
    return may(member, value);
  }

  /** Adds a member that may be absent. */
  public Members may(String member, ObjectNode value) {
    schema.withObject("/properties").set(member, value);
    return this;
  }

  /** Names other members with this schema. */
  public Members others(ObjectNode value) {
    schema.set("additionalProperties", value);
    return this;
  }

  /** The members are all there are. */
  public Members only() {
    schema.put("additionalProperties", false);
    return this;
  }

  /** At least one of these members is present. */
  public Members anyOf(String... members) {
    ObjectNode rule = Json.object();
    for (String member : members) {
      rule.withArray("anyOf").addObject().putArray("required").add(member);
    }
    schema.withArray("allOf").add(rule);
    return this;
  }

  /** The schema, which the caller may change. */
  public ObjectNode schema() {
    return schema.deepCopy();
  }
}
