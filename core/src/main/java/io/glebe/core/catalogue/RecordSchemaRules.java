package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.List;

/**
 * The rules across attributes that the schema of a whole record states: how many of several
 * attributes must be present, and which values are unique together.
 */
final class RecordSchemaRules {
  /** Members of a schema that lists the business keys of its records. */
  static final String BUSINESS_KEYS = "x-glebe-business-keys";

  private RecordSchemaRules() {}

  static void addTo(ObjectNode schema, EntityType type) {
    ArrayNode rules = Json.array();
    for (Constraint constraint : type.constraints()) {
      if (constraint instanceof Constraint.Presence presence && isUpToTheBody(type)) {
        rules.add(conditional(presence));
      }
    }
    if (!rules.isEmpty()) {
      schema.set("allOf", rules);
    }
    businessKeys(schema, type);
  }

  /** The platform itself completes people from their sign-ins. */
  private static boolean isUpToTheBody(EntityType type) {
    return !type.name().equals(PersonAttributes.ENTITY);
  }

  private static ObjectNode conditional(Constraint.Presence presence) {
    ObjectNode rule = presence(presence.quantity(), presence.attributes());
    rule.put("description", presence.rule() + ": " + words(presence));
    if (presence.when().isEmpty()) {
      return rule;
    }
    Constraint.Condition when = presence.when().get();
    ObjectNode conditional = Json.object();
    ObjectNode condition = conditional.putObject("if");
    ArrayNode values =
        condition.putObject("properties").putObject(when.attribute()).putArray("enum");
    when.values().stream().sorted().forEach(values::add);
    condition.putArray("required").add(when.attribute());
    conditional.set("then", rule);
    return conditional;
  }

  private static String words(Constraint.Presence presence) {
    String quantity =
        switch (presence.quantity()) {
          case AT_LEAST_ONE -> "at least one of ";
          case EXACTLY_ONE -> "exactly one of ";
          case AT_MOST_ONE -> "at most one of ";
        };
    return quantity + String.join(", ", presence.attributes());
  }

  private static ObjectNode presence(Constraint.Quantity quantity, List<String> attributes) {
    ObjectNode rule = Json.object();
    ArrayNode alternatives =
        switch (quantity) {
          case AT_LEAST_ONE -> rule.putArray("anyOf");
          case EXACTLY_ONE, AT_MOST_ONE -> rule.putArray("oneOf");
        };
    attributes.forEach(a -> alternatives.addObject().putArray("required").add(a));
    if (quantity == Constraint.Quantity.AT_MOST_ONE) {
      ArrayNode none = alternatives.addObject().putObject("not").putArray("anyOf");
      attributes.forEach(a -> none.addObject().putArray("required").add(a));
    }
    return rule;
  }

  private static void businessKeys(ObjectNode schema, EntityType type) {
    if (!type.businessKeys().isEmpty()) {
      ArrayNode keys = schema.putArray(BUSINESS_KEYS);
      for (BusinessKey key : type.businessKeys()) {
        ArrayNode members = keys.addObject().putArray("attributes");
        key.members().forEach(members::add);
      }
    }
  }
}
