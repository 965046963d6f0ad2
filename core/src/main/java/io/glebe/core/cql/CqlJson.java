package io.glebe.core.cql;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.geo.GeometryCheck;
import io.glebe.core.geo.GeometryFault;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Parses CQL2 JSON into the same tree as {@link Cql2Text}. An invalid filter fails with a 400
 * problem that contains a JSON Pointer to the error.
 */
public final class CqlJson {
  private static final Set<String> GEOMETRIES =
      Set.of("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon");
  private static final Set<String> COMPARATORS = Set.of("=", "<>", "<", "<=", ">", ">=");
  private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "^", "%", "div");

  private static final GeometryFactory COLLECTIONS = new GeometryFactory();

  private CqlJson() {}

  /** Parses the filter into a syntax tree; {@link BoundedCql} limits its length. */
  public static Cql parse(String text) {
    JsonNode tree;
    try {
      tree = Json.parse(text);
    } catch (Problem e) {
      throw Problem.malformedParameter("filter", e.detail());
    }
    return node(tree, "", 0);
  }

  private static Problem fault(String pointer, String detail) {
    return Problem.malformedParameter(
        "filter", (pointer.isEmpty() ? "" : "at " + pointer + ": ") + detail);
  }

  private static Cql node(JsonNode node, String at, int depth) {
    if (depth > Cql2Text.MAX_DEPTH) {
      throw fault(at, "nested deeper than " + Cql2Text.MAX_DEPTH);
    }
    if (node.isTextual()) {
      return new Cql.Text(node.textValue());
    }
    if (node.isNumber()) {
      return new Cql.Number(node.decimalValue());
    }
    if (node.isBoolean()) {
      return new Cql.Truth(node.booleanValue());
    }
    if (!node.isObject()) {
      throw fault(at, "an expression is a value or an object");
    }
    if (node.has("op")) {
      return operation(node, at, depth);
    }
    return literal(node, at, depth);
  }

  private static Cql literal(JsonNode node, String at, int depth) {
    if (node.path("property").isTextual()) {
      return new Cql.Property(node.path("property").textValue());
    }
    for (String name : List.of("date", "timestamp", "interval", "bbox")) {
      if (node.has(name)) {
        JsonNode value = node.path(name);
        List<Cql> arguments =
            value.isArray()
                ? nodes(value, at + "/" + name, depth)
                : List.of(node(value, at + "/" + name, depth + 1));
        return call(name, arguments, at);
      }
    }
    if (node.has("coordinates")) {
      return new Cql.Place(geometry(node, at));
    }
    if (node.has("geometries")) {
      return new Cql.Place(collection(node, at));
    }
    throw fault(
        at, "expected op with args, property, date, timestamp, interval, bbox or a geometry");
  }

  /** A geometry in the CRS of the filter. */
  private static Geometry geometry(JsonNode node, String at) {
    List<GeometryFault> faults = GeometryCheck.faultsInAnyCrs(node, GEOMETRIES);
    if (!faults.isEmpty()) {
      throw fault(at + faults.getFirst().pointer(), faults.getFirst().detail());
    }
    return GeoJson.toGeometry(node);
  }

  private static Geometry collection(JsonNode node, String at) {
    JsonNode members = node.path("geometries");
    if (!node.path("type").asText().equals("GeometryCollection")
        || !members.isArray()
        || members.isEmpty()) {
      throw fault(at, "a GeometryCollection has geometries, an array that is not empty");
    }
    Geometry[] all = new Geometry[members.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = geometry(members.get(i), at + "/geometries/" + i);
    }
    return COLLECTIONS.createGeometryCollection(all);
  }

  private static List<Cql> nodes(JsonNode array, String at, int depth) {
    List<Cql> all = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      all.add(node(array.get(i), at + "/" + i, depth + 1));
    }
    return all;
  }

  private static Cql operation(JsonNode node, String at, int depth) {
    String op = node.path("op").asText("").toLowerCase(Locale.ROOT);
    JsonNode given = node.path("args");
    if (!given.isArray() || given.isEmpty()) {
      throw fault(at + "/args", "args is an array that is not empty");
    }
    if (op.equals("in") && given.size() == 2 && given.get(1).isArray()) {
      return new Cql.In(
          node(given.get(0), at + "/args/0", depth + 1),
          nodes(given.get(1), at + "/args/1", depth));
    }
    List<Cql> args = nodes(given, at + "/args", depth);
    if (COMPARATORS.contains(op)) {
      count(args, 2, op, at);
      return new Cql.Comparison(Cql.Comparator.of(op), args.get(0), args.get(1));
    }
    if (ARITHMETIC.contains(op)) {
      count(args, 2, op, at);
      char operator = op.equals("div") ? 'd' : op.charAt(0);
      return new Cql.Arithmetic(operator, args.get(0), args.get(1));
    }
    return word(op, args, at);
  }

  private static Cql word(String op, List<Cql> args, String at) {
    return switch (op) {
      case "and" -> new Cql.And(args);
      case "or" -> new Cql.Or(args);
      case "not" -> {
        count(args, 1, op, at);
        yield new Cql.Not(args.getFirst());
      }
      case "isnull" -> {
        count(args, 1, op, at);
        yield new Cql.IsNull(args.getFirst());
      }
      case "between" -> {
        count(args, 3, op, at);
        yield new Cql.Between(args.get(0), args.get(1), args.get(2));
      }
      case "like", "ilike" -> {
        count(args, 2, op, at);
        yield like(args, op.equals("ilike"), at);
      }
      default -> call(op, args, at);
    };
  }

  private static Cql like(List<Cql> args, boolean ignoreCase, String at) {
    if (args.get(1) instanceof Cql.CaseI(Cql.Text(String text))) {
      return new Cql.Like(args.get(0), text, true);
    }
    if (args.get(1) instanceof Cql.Text(String text)) {
      return new Cql.Like(args.get(0), text, ignoreCase);
    }
    throw fault(at + "/args/1", "a pattern in a text is expected");
  }

  private static Cql call(String name, List<Cql> args, String at) {
    try {
      return Calls.build(name, args);
    } catch (CqlFault e) {
      throw fault(at, e.detail());
    }
  }

  private static void count(List<Cql> args, int count, String op, String at) {
    if (args.size() != count) {
      throw fault(at + "/args", op + " needs " + count + " arguments");
    }
  }
}
