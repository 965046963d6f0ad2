package io.glebe.core.feature;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.Filters;
import io.glebe.core.catalogue.JsonSchemas;
import io.glebe.core.config.Nearest;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlNames;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The properties that filter features of a kind: single values in a CQL2 filter, and the list
 * filters of the collection as parameters.
 */
public final class Queryables {
  private static final Set<String> SINGLE = Set.of("string", "number", "integer", "boolean");

  private Queryables() {}

  /** JSON Schemas by name, including lists, which only parameters can filter. */
  public static Map<String, ObjectNode> of(FeatureKind kind) {
    Map<String, ObjectNode> all = new LinkedHashMap<>(properties(kind));
    for (Filters.Filter filter : Filters.of(kind.type().name()).values()) {
      all.computeIfAbsent(filter.name(), _ -> filter.schema());
    }
    return Collections.unmodifiableMap(all);
  }

  private static Map<String, ObjectNode> properties(FeatureKind kind) {
    Map<String, ObjectNode> properties = new LinkedHashMap<>();
    properties.put(CommonAttributes.ID, Json.object().put("type", "string").put("format", "uuid"));
    properties.put(
        "geometry",
        Json.object().put("format", "geometry-any").put("x-ogc-role", "primary-geometry"));
    ObjectNode origin = Json.object().put("type", "string");
    CommonAttributes.ORIGINS.forEach(origin.putArray("enum")::add);
    properties.put(CommonAttributes.ORIGIN_TYPE, origin);
    for (Attribute attribute : kind.type().attributes().values()) {
      ObjectNode schema = JsonSchemas.attribute(attribute);
      if (SINGLE.contains(schema.path("type").asText())) {
        properties.put(attribute.name(), schema);
      }
    }
    return properties;
  }

  /**
   * The condition of a parameter with the name of a queryable; the list filters of the collection
   * are not included. 400 for a value of another type.
   */
  public static Cql equal(FeatureKind kind, String name, String value) {
    ObjectNode schema = properties(kind).get(name);
    if (schema == null) {
      throw new IllegalArgumentException("no queryable: " + name);
    }
    String type = schema.path("type").asText();
    Cql literal =
        switch (type) {
          case "boolean" -> new Cql.Truth(bool(name, value));
          case "number", "integer" -> new Cql.Number(number(name, value));
          default -> new Cql.Text(value);
        };
    return new Cql.Comparison(Cql.Comparator.EQ, new Cql.Property(name), literal);
  }

  private static boolean bool(String name, String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw Problem.malformedParameter(name, "must be true or false");
    }
    return value.equals("true");
  }

  private static BigDecimal number(String name, String value) {
    if (!value.matches("-?[0-9]{1,24}(\\.[0-9]{1,9})?")) {
      throw Problem.malformedParameter(name, "must be a number");
    }
    return new BigDecimal(value);
  }

  /** Refuses with 400 a filter that names another property. */
  static void check(FeatureKind kind, Cql filter) {
    Set<String> unknown = new TreeSet<>(CqlNames.of(filter));
    Map<String, ObjectNode> known = properties(kind);
    unknown.removeAll(known.keySet());
    if (!unknown.isEmpty()) {
      String hint =
          Nearest.close(unknown.iterator().next(), known.keySet())
              .map(near -> "; did you mean " + near + "?")
              .orElse("; there are " + String.join(", ", known.keySet()));
      throw Problem.malformedParameter(
          "filter", String.join(", ", unknown) + " cannot be filtered by" + hint);
    }
  }
}
