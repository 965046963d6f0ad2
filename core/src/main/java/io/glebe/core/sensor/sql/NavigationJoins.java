package io.glebe.core.sensor.sql;

import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The joins for the navigations of one condition, each navigation joined once. */
final class NavigationJoins {
  /** The row that a path has reached. */
  record Place(SensorEntityType type, String alias) {}

  /**
   * The rows at which paths may begin.
   *
   * @param variables rows of the variables of {@code any} and {@code all}
   */
  record Scope(Place root, Map<String, Place> variables) {
    Scope(Place root) {
      this(root, Map.of());
    }

    Scope with(String variable, Place place) {
      Map<String, Place> more = new LinkedHashMap<>(variables);
      more.put(variable, place);
      return new Scope(root, more);
    }

    /** Whether a path begins with a variable, or with the row itself as {@code $it}. */
    boolean names(String first) {
      return variables.containsKey(first) || first.equals("$it");
    }

    Place of(String first) {
      return variables.getOrDefault(first, root);
    }
  }

  private final SqlText text;
  private final SensorAccessFilter access;
  private final Scope scope;
  private final Map<String, Place> reached = new LinkedHashMap<>();
  private final List<String> tables = new ArrayList<>();
  private final List<String> conditions = new ArrayList<>();

  NavigationJoins(SqlText text, SensorAccessFilter access, Scope scope) {
    this.text = text;
    this.access = access;
    this.scope = scope;
  }

  Scope scope() {
    return scope;
  }

  boolean isEmpty() {
    return tables.isEmpty();
  }

  /** Joins a relation to a row that was reached before. */
  Place follow(Place from, Relation relation) {
    return reached.computeIfAbsent(
        from.alias() + "/" + relation.name(),
        key -> {
          Place place = new Place(SensorModel.target(relation), text.alias());
          tables.add(place.type().table() + " " + place.alias());
          conditions.add(on(relation, from.alias(), place.alias()));
          conditions.add(access.of(place.type(), place.alias(), text));
          return place;
        });
  }

  /** Wraps a condition in the joins. */
  String around(String condition) {
    if (tables.isEmpty()) {
      return condition;
    }
    return "exists (select 1 from "
        + String.join(", ", tables)
        + " where "
        + String.join(" and ", conditions)
        + " and "
        + condition
        + ")";
  }

  /** Wraps a value in the joins, which all lead to single targets. */
  String value(String expression) {
    if (tables.isEmpty()) {
      return expression;
    }
    return "(select "
        + expression
        + " from "
        + String.join(", ", tables)
        + " where "
        + String.join(" and ", conditions)
        + ")";
  }

  /** Returns the condition that joins row {@code b} to row {@code a} by the relation. */
  static String on(Relation relation, String a, String b) {
    return switch (relation.link()) {
      case Relation.Own own -> b + ".id = " + a + "." + own.column();
      case Relation.OfOther other -> b + "." + other.column() + " = " + a + ".id";
      case Relation.Through through ->
          b
              + ".id in (select j."
              + through.otherColumn()
              + " from "
              + through.table()
              + " j where j."
              + through.ownColumn()
              + " = "
              + a
              + ".id)";
    };
  }
}
