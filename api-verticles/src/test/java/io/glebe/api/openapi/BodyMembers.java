package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The members that the schema of a request body declares, and requests with one wrong member. */
final class BodyMembers {
  /** Members of one form of a body that another form, which the example has, does not read. */
  private static final Set<String> OF_OTHER_FORMS = Set.of("geometries");

  /** A name that no schema declares. */
  static final String UNKNOWN = "memberThatNoSchemaHas";

  private static final List<JsonNode> WRONG =
      List.of(
          Json.object().put("wrong", true),
          Json.array().add(Json.array().add(true)),
          Json.object().booleanNode(true),
          Json.object().numberNode(-1e300),
          Json.object().textNode("\u0000 no value of any member"));

  /**
   * A request that differs from its example in one member.
   *
   * @param member its name
   */
  record Wrong(String member, ExampleRequest request) {}

  private BodyMembers() {}

  /**
   * One request for each member that clients may write and whose values have a type, and one with a
   * member that the schema does not declare, unless it allows others. Each violates the schema.
   */
  static List<Wrong> wrong(ExampleRequest example) {
    List<Wrong> requests = new ArrayList<>();
    if (ContractOperation.isJson(example.mediaType())
        && Json.parse(example.body()) instanceof ObjectNode) {
      JsonNode schema = schema(example);
      Set<String> members = new TreeSet<>(Set.of(UNKNOWN));
      collect(example.operation().check(), schema, members);
      members.removeAll(OF_OTHER_FORMS);
      members.forEach(member -> with(example, schema, member).ifPresent(requests::add));
    }
    return requests;
  }

  private static JsonNode schema(ExampleRequest example) {
    return example.operation().bodies().path(example.mediaType()).path("schema");
  }

  private static Optional<Wrong> with(ExampleRequest example, JsonNode schema, String member) {
    for (JsonNode value : WRONG) {
      ObjectNode body = Json.parseObject(example.body());
      body.set(member, value);
      if (!example.operation().check().fits(schema, body)) {
        return Optional.of(new Wrong(member, example.withBody(Json.write(body))));
      }
    }
    return Optional.empty();
  }

  private static void collect(DocumentCheck check, JsonNode described, Set<String> members) {
    JsonNode schema = check.resolved(described);
    schema
        .path("properties")
        .properties()
        .forEach(
            member -> {
              if (!check.resolved(member.getValue()).path("readOnly").asBoolean()) {
                members.add(member.getKey());
              }
            });
    for (String parts : List.of("allOf", "oneOf", "anyOf")) {
      schema.path(parts).forEach(part -> collect(check, part, members));
    }
  }
}
