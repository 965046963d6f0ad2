package io.glebe.core.cube.style;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.cube.style.StyleTable.Operator;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Validates expressions: known operators, the number of arguments, and the inputs that are allowed.
 */
final class ExpressionCheck {
  private static final Set<String> INTERPOLATIONS = Set.of("linear", "exponential", "cubic-bezier");

  /** Operators that use an input of the map or the feature. */
  private static final Map<String, String> ASKS =
      Map.ofEntries(
          Map.entry("zoom", "zoom"),
          Map.entry("get", "feature"),
          Map.entry("has", "feature"),
          Map.entry("properties", "feature"),
          Map.entry("id", "feature"),
          Map.entry("geometry-type", "feature"),
          Map.entry("within", "feature"),
          Map.entry("distance", "feature"),
          Map.entry("feature-state", "feature-state"),
          Map.entry("heatmap-density", "heatmap-density"),
          Map.entry("line-progress", "line-progress"),
          Map.entry("elevation", "elevation"));

  private final Set<String> uses;
  private final BiConsumer<String, String> faults;

  /**
   * @param uses allowed inputs
   * @param faults receives pointer and detail
   */
  ExpressionCheck(Set<String> uses, BiConsumer<String, String> faults) {
    this.uses = uses;
    this.faults = faults;
  }

  /** Returns whether an array is an expression and not a list of values. */
  static boolean isExpression(JsonNode node) {
    return node.isArray()
        && !node.isEmpty()
        && node.get(0).isTextual()
        && StyleTable.MAPLIBRE.operator(node.get(0).textValue()).isPresent();
  }

  void check(JsonNode node, String pointer) {
    if (!node.isArray()) {
      if (node.isObject()) {
        faults.accept(pointer, "an object must be inside [\"literal\", {…}]");
      }
      return;
    }
    if (node.isEmpty() || !node.get(0).isTextual()) {
      faults.accept(pointer, "an expression begins with the name of an operator");
      return;
    }
    String name = node.get(0).textValue();
    Operator operator = StyleTable.MAPLIBRE.operator(name).orElse(null);
    if (operator == null) {
      faults.accept(pointer + "/0", "there is no operator '" + name + "'");
      return;
    }
    int count = node.size() - 1;
    if (count < operator.fewest() || count > operator.most()) {
      faults.accept(pointer, "'" + name + "' needs " + range(operator) + ", not " + count);
      return;
    }
    String asks = ASKS.get(name);
    // get and has with their own object do not read the feature
    if (asks != null && !uses.contains(asks) && !(asks.equals("feature") && count == 2)) {
      faults.accept(pointer, "'" + name + "' is not available here");
    }
    arguments(name, node, pointer);
  }

  private void arguments(String name, JsonNode node, String pointer) {
    switch (name) {
      case "literal", "semiliteral", "within", "distance", "collator" -> {}
      case "interpolate", "interpolate-hcl", "interpolate-lab" -> {
        JsonNode way = node.get(1);
        if (!way.isArray() || !INTERPOLATIONS.contains(way.path(0).asText(""))) {
          faults.accept(pointer + "/1", "an interpolation is linear, exponential or cubic-bezier");
        }
        each(node, 2, 1, pointer);
        stops(node, 3, pointer);
      }
      case "step" -> {
        each(node, 1, 1, pointer);
        stops(node, 3, pointer);
      }
      case "match" -> {
        each(node, 1, node.size(), pointer);
        if (node.size() % 2 == 1) {
          each(node, 3, 2, pointer);
        } else {
          faults.accept(pointer, "'match' needs pairs of label and output, then a fallback");
        }
        each(node, node.size() - 1, 1, pointer);
      }
      case "case" -> {
        if (node.size() % 2 != 0) {
          faults.accept(pointer, "'case' needs pairs of condition and output, then a fallback");
        }
        each(node, 1, 1, pointer);
      }
      case "let" -> {
        for (int i = 1; i + 1 < node.size(); i += 2) {
          check(node.get(i + 1), pointer + "/" + (i + 1));
        }
        each(node, node.size() - 1, 1, pointer);
      }
      default -> each(node, 1, 1, pointer);
    }
  }

  /** Checks the arguments from an index on, each or every second one. */
  private void each(JsonNode node, int from, int step, String pointer) {
    for (int i = from; i < node.size(); i += step) {
      if (!node.get(i).isObject()) {
        check(node.get(i), pointer + "/" + i);
      }
    }
  }

  private void stops(JsonNode node, int from, String pointer) {
    if ((node.size() - from) % 2 != 0) {
      faults.accept(pointer, "stops are pairs of input and output");
      return;
    }
    double before = Double.NEGATIVE_INFINITY;
    for (int i = from; i < node.size(); i += 2) {
      JsonNode input = node.get(i);
      if (!input.isNumber() || !(input.doubleValue() > before)) {
        faults.accept(pointer + "/" + i, "inputs of stops are numbers that ascend");
        return;
      }
      before = input.doubleValue();
    }
  }

  private static String range(Operator operator) {
    if (operator.most() == Integer.MAX_VALUE) {
      return "at least " + operator.fewest() + " arguments";
    }
    return operator.fewest() == operator.most()
        ? operator.fewest() + " arguments"
        : operator.fewest() + " to " + operator.most() + " arguments";
  }
}
