package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.Constraint.Condition;
import io.glebe.core.catalogue.Constraint.Path;
import io.glebe.core.catalogue.Constraint.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the declared constraints of an entity. Each constraint has exactly one form. */
final class ConstraintReader {
  private static final Map<String, Quantity> QUANTITIES =
      Map.of(
          "atLeastOne", Quantity.AT_LEAST_ONE,
          "exactlyOne", Quantity.EXACTLY_ONE,
          "atMostOne", Quantity.AT_MOST_ONE);

  private ConstraintReader() {}

  static List<Constraint> constraints(Declaration entity) {
    List<Constraint> all = new ArrayList<>();
    entity
        .value("constraints")
        .ifPresent(
            list ->
                list.forEach(
                    n -> all.add(constraint(new Declaration(entity.where() + ".constraints", n)))));
    return List.copyOf(all);
  }

  private static Constraint constraint(Declaration d) {
    String rule = d.requiredText("rule");
    Optional<Condition> when = single(d, "when").map(e -> new Condition(e.getKey(), e.getValue()));
    Constraint constraint = form(d, rule, when);
    d.done();
    return constraint;
  }

  private static Constraint form(Declaration d, String rule, Optional<Condition> when) {
    for (Map.Entry<String, Quantity> q : QUANTITIES.entrySet()) {
      if (d.has(q.getKey())) {
        return new Constraint.Presence(rule, q.getValue(), d.texts(q.getKey()), when);
      }
    }
    if (d.has("require")) {
      return new Constraint.Required(rule, d.texts("require"), when, d.texts("ifPresent"));
    }
    if (d.has("forbid")) {
      return new Constraint.Forbidden(rule, d.texts("forbid"), when);
    }
    if (d.has("allow")) {
      Map.Entry<String, Set<String>> e = single(d, "allow").orElseThrow();
      return new Constraint.Allowed(rule, e.getKey(), e.getValue(), when);
    }
    if (d.has("greaterThan")) {
      return greaterThan(d, rule, when);
    }
    return unconditional(d, rule);
  }

  private static Constraint unconditional(Declaration d, String rule) {
    if (d.has("order")) {
      return new Constraint.Ordered(rule, path(d, "order", 0), path(d, "order", 1));
    }
    if (d.has("equal")) {
      return new Constraint.Equal(rule, path(d, "equal", 0), path(d, "equal", 1));
    }
    if (d.has("intersects")) {
      return new Constraint.Intersects(
          rule, d.texts("intersects").getFirst(), path(d, "intersects", 1));
    }
    if (d.has("notEqual")) {
      List<String> both = d.texts("notEqual");
      return new Constraint.Different(rule, both.get(0), both.get(1));
    }
    if (d.has("acyclic")) {
      return new Constraint.Acyclic(rule, d.requiredText("acyclic"));
    }
    if (d.has("nonZero")) {
      return new Constraint.NonZero(rule, d.requiredText("nonZero"));
    }
    if (d.has("match")) {
      Map.Entry<String, Set<String>> e = single(d, "match").orElseThrow();
      return new Constraint.Match(rule, path(e.getKey()), e.getValue());
    }
    return sum(d, rule);
  }

  private static Constraint sum(Declaration d, String rule) {
    Declaration s = d.child("sumMax").orElseThrow(() -> d.fault("has no known form"));
    BigDecimal max = s.number("max").orElseThrow(() -> s.fault("lacks max"));
    Constraint sum =
        new Constraint.SumAtMost(rule, s.requiredText("array"), s.requiredText("member"), max);
    s.done();
    return sum;
  }

  private static Constraint greaterThan(Declaration d, String rule, Optional<Condition> when) {
    JsonNode bounds = d.value("greaterThan").orElseThrow();
    Map.Entry<String, JsonNode> e = bounds.properties().iterator().next();
    return new Constraint.GreaterThan(rule, e.getKey(), e.getValue().decimalValue(), when);
  }

  /** Returns the single entry of a mapping from an attribute to values. */
  private static Optional<Map.Entry<String, Set<String>>> single(Declaration d, String key) {
    Map<String, List<String>> all = d.lists(key);
    if (all.size() > 1) {
      throw d.fault(key + " names more than one attribute");
    }
    return all.entrySet().stream()
        .findFirst()
        .map(e -> Map.entry(e.getKey(), new LinkedHashSet<>(e.getValue())));
  }

  private static Path path(Declaration d, String key, int index) {
    List<String> both = d.texts(key);
    if (both.size() != 2) {
      throw d.fault(key + " does not name two sides");
    }
    return path(both.get(index));
  }

  private static Path path(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new Path(Optional.empty(), text)
        : new Path(Optional.of(text.substring(0, dot)), text.substring(dot + 1));
  }
}
