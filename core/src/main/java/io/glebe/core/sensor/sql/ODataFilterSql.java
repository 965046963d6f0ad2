package io.glebe.core.sensor.sql;

import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryFault;
import io.glebe.core.sensor.sql.Typed.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compiles expressions to SQL over the rows of an alias. */
public final class ODataFilterSql {
  private static final Set<String> LOGIC = Set.of("and", "or");

  private final SqlText text;
  private final SensorAccessFilter access;
  private final Map<Expr, Long[]> passed;
  private final String option;
  private final TypedSql types;
  private final LiteralSql literals;

  /**
   * @param passed ids that passed each spatial test, by the identity of the expression
   * @param option name of the option for error messages
   */
  public ODataFilterSql(
      SqlText text, SensorAccessFilter access, Map<Expr, Long[]> passed, String option) {
    this.text = text;
    this.access = access;
    this.passed = passed;
    this.option = option;
    this.types = new TypedSql(option);
    this.literals = new LiteralSql(text, option);
  }

  /** Compiles a condition. */
  public String condition(Expr expr, SensorEntityType type, String alias) {
    return condition(expr, new NavigationJoins.Scope(new NavigationJoins.Place(type, alias)));
  }

  private String condition(Expr expr, NavigationJoins.Scope scope) {
    return switch (expr) {
      case Expr.Binary b when LOGIC.contains(b.operator()) ->
          "("
              + condition(b.left(), scope)
              + " "
              + b.operator()
              + " "
              + condition(b.right(), scope)
              + ")";
      case Expr.Not not -> "(not " + condition(not.operand(), scope) + ")";
      case Expr.Binary b when b.operator().equals("eq") && isNull(b) -> missing(b, scope);
      default -> {
        NavigationJoins joins = new NavigationJoins(text, access, scope);
        yield joins.around(types.bool(value(expr, joins), expr.at()));
      }
    };
  }

  private static boolean isNull(Expr.Binary compare) {
    return compare.left() instanceof Expr.Null || compare.right() instanceof Expr.Null;
  }

  /** A value behind a navigation is null where the navigation leads to no entity that has one. */
  private String missing(Expr.Binary eq, NavigationJoins.Scope scope) {
    Expr ne = new Expr.Binary("ne", eq.left(), eq.right(), eq.at());
    NavigationJoins joins = new NavigationJoins(text, access, scope);
    return "(not " + joins.around(types.bool(value(ne, joins), eq.at())) + ")";
  }

  /** Compiles a sort key, which needs a property; its navigations lead to single targets. */
  public Key key(Expr expr, SensorEntityType type, String alias) {
    if (!expr.hasPath()) {
      throw fault(expr.at(), "this has no order; a property is expected");
    }
    NavigationJoins joins =
        new NavigationJoins(
            text, access, new NavigationJoins.Scope(new NavigationJoins.Place(type, alias)));
    if (expr instanceof Expr.Path path) {
      singleOnly(path, type);
    }
    Typed typed = value(expr, joins);
    return switch (typed.type()) {
      case TEXT -> new Key(joins.value(typed.sql()) + " collate \"C\"", "text collate \"C\"");
      case NUMBER -> new Key(joins.value("(" + typed.sql() + ")::float8"), "float8");
      case TIME, SPAN -> new Key(joins.value(typed.start()), "timestamptz");
      case BOOL -> new Key(joins.value(typed.sql()), "boolean");
      case DATE -> new Key(joins.value(typed.sql()), "date");
      case CLOCK -> new Key(joins.value(typed.sql()), "time");
      case LENGTH -> new Key(joins.value(typed.sql()), "interval");
      case DYNAMIC ->
          new Key(
              joins.value(isResult(expr) ? typed.other() : "(" + typed.sql() + ")"),
              isResult(expr) ? "float8" : "jsonb");
      case GEO ->
          new Key(
              joins.value("(" + typed.sql() + ")::text") + " collate \"C\"", "text collate \"C\"");
      case PERIOD, NULL -> throw fault(expr.at(), "this has no order");
    };
  }

  /** The SQL of a key and the type of its values. */
  public record Key(String sql, String type) {}

  private static boolean isResult(Expr expr) {
    return expr instanceof Expr.Path path && path.names().getLast().equals("result");
  }

  private void singleOnly(Expr.Path path, SensorEntityType type) {
    SensorEntityType at = type;
    for (String name : path.names()) {
      Optional<Relation> relation = at.relation(name);
      if (relation.isEmpty()) {
        return;
      }
      if (relation.get().many()) {
        throw fault(path.at(), "there are many " + name + ", which have no common order");
      }
      at = SensorModel.target(relation.get());
    }
  }

  private Problem fault(int at, String detail) {
    return QueryFault.at(option, at, detail);
  }

  private Typed value(Expr expr, NavigationJoins joins) {
    Optional<GeoTest> spatial = GeoTest.of(expr);
    if (spatial.isPresent()) {
      return spatial(expr, spatial.get(), joins);
    }
    return switch (expr) {
      case Expr.Path path -> path(path, joins);
      case Expr.Lambda lambda -> lambda(lambda, joins);
      case Expr.Call call -> call(call, joins);
      case Expr.Binary binary -> binary(binary, joins);
      case Expr.Not not ->
          Typed.of(Type.BOOL, "(not " + types.bool(value(not.operand(), joins), not.at()) + ")");
      case Expr.Negative negative -> {
        Typed operand = types.to(Type.NUMBER, value(negative.operand(), joins), negative.at());
        yield Typed.of(Type.NUMBER, "(- " + operand.sql() + ")");
      }
      case Expr.In in -> in(in, joins);
      default -> literals.of(expr);
    };
  }

  private Typed path(Expr.Path path, NavigationJoins joins) {
    List<String> names = path.names();
    NavigationJoins.Place place = joins.scope().of(names.getFirst());
    for (int i = joins.scope().names(names.getFirst()) ? 1 : 0; i < names.size(); i++) {
      String name = names.get(i);
      if (name.equals("id") || name.equals("@iot.id")) {
        requireLast(path, i);
        return Typed.of(Type.NUMBER, place.alias() + ".id");
      }
      if (name.equals("fieldId") && FieldColumn.has(place.type())) {
        requireLast(path, i);
        return Typed.of(Type.TEXT, field(path, place, joins).alias() + ".field_id::text");
      }
      Optional<Property> property = place.type().property(name);
      if (property.isPresent()) {
        List<String> members = names.subList(i + 1, names.size());
        if (!members.isEmpty() && !property.get().isTree()) {
          requireLast(path, i);
        }
        return property(place, property.get(), members);
      }
      place = joins.follow(place, relation(path, place, name));
    }
    throw fault(
        path.at(), String.join("/", names) + " is an entity; one of its properties is expected");
  }

  /** The thing that stands on the field of an entity. */
  private NavigationJoins.Place field(
      Expr.Path path, NavigationJoins.Place place, NavigationJoins joins) {
    NavigationJoins.Place at = place;
    for (String step : FieldColumn.path(place.type())) {
      at = joins.follow(at, relation(path, at, step));
    }
    return at;
  }

  private Typed lambda(Expr.Lambda lambda, NavigationJoins joins) {
    List<String> names = lambda.collection().names();
    NavigationJoins.Place place = joins.scope().of(names.getFirst());
    int first = joins.scope().names(names.getFirst()) ? 1 : 0;
    for (int i = first; i < names.size() - 1; i++) {
      place = joins.follow(place, relation(lambda.collection(), place, names.get(i)));
    }
    Relation last = relation(lambda.collection(), place, names.getLast());
    if (first == names.size() || !last.many()) {
      throw fault(lambda.at(), "any and all need a navigation to several entities");
    }
    NavigationJoins.Place entity =
        new NavigationJoins.Place(SensorModel.target(last), text.alias());
    String rows =
        "exists (select 1 from "
            + entity.type().table()
            + " "
            + entity.alias()
            + " where "
            + NavigationJoins.on(last, place.alias(), entity.alias())
            + " and "
            + access.of(entity.type(), entity.alias(), text);
    if (lambda.condition().isEmpty()) {
      return Typed.of(Type.BOOL, rows + ")");
    }
    String inside =
        condition(lambda.condition().get(), joins.scope().with(lambda.variable(), entity));
    return Typed.of(
        Type.BOOL,
        lambda.all()
            ? "(not " + rows + " and (" + inside + ") is not true))"
            : rows + " and " + inside + ")");
  }

  private Relation relation(Expr.Path path, NavigationJoins.Place place, String name) {
    return place.type().relation(name).orElseThrow(() -> unknown(path, name));
  }

  private Problem unknown(Expr.Path path, String name) {
    return fault(path.at(), "nothing here is called " + name);
  }

  private void requireLast(Expr.Path path, int last) {
    if (path.names().size() > last + 1) {
      throw fault(path.at(), path.names().get(last) + " has no members");
    }
  }

  private Typed property(NavigationJoins.Place place, Property property, List<String> members) {
    String column = FieldColumn.properties(place.type(), property, place.alias());
    if (!members.isEmpty()) {
      String json =
          property.kind() == Property.Kind.RESULT ? place.alias() + ".result_json" : column;
      return Typed.dynamic(
          "(" + json + " #> " + text.bind(members.toArray(String[]::new), "text[]") + ")");
    }
    return switch (property.kind()) {
      case TEXT -> Typed.of(Type.TEXT, column);
      case TIME -> Typed.of(Type.TIME, column);
      case SPAN -> span(place, property);
      case JSON, OBJECT -> Typed.dynamic(column);
      case RESULT -> new Typed(Type.DYNAMIC, place.alias() + ".result_json", column);
      case PLACE -> Typed.of(Type.GEO, column);
    };
  }

  private static Typed span(NavigationJoins.Place place, Property property) {
    if (property.writable()) {
      return Typed.span(
          place.alias() + "." + property.column(), place.alias() + "." + property.endColumn());
    }
    String of = " from sensor.latest x where x.datastream_id = " + place.alias() + ".id)";
    return Typed.span(
        "(select x." + property.column() + of, "(select x." + property.endColumn() + of);
  }

  private Typed spatial(Expr expr, GeoTest test, NavigationJoins joins) {
    Long[] ids = passed.get(expr);
    if (ids == null) {
      throw new IllegalStateException("a spatial test was not evaluated");
    }
    List<String> names = test.path().names();
    NavigationJoins.Place place = joins.scope().of(names.getFirst());
    for (int i = joins.scope().names(names.getFirst()) ? 1 : 0; i < names.size(); i++) {
      Optional<Relation> relation = place.type().relation(names.get(i));
      if (relation.isPresent()) {
        place = joins.follow(place, relation.get());
      }
    }
    return Typed.of(Type.BOOL, place.alias() + ".id = any(" + text.bind(ids, "bigint[]") + ")");
  }

  /**
   * Returns the end of the path of a spatial test; 400 when it is not a geometry.
   *
   * @param variables types of the variables of {@code any} and {@code all}
   */
  public static GeoTest.Target target(
      GeoTest test, SensorEntityType type, Map<String, SensorEntityType> variables, String option) {
    List<String> names = test.path().names();
    SensorEntityType at = variables.getOrDefault(names.getFirst(), type);
    for (int i = variables.containsKey(names.getFirst()) ? 1 : 0; i < names.size(); i++) {
      Optional<Property> property = at.property(names.get(i));
      if (property.isPresent()
          && property.get().kind() == Property.Kind.PLACE
          && i == names.size() - 1) {
        return new GeoTest.Target(at, property.get().column());
      }
      Optional<Relation> relation = at.relation(names.get(i));
      if (relation.isEmpty()) {
        break;
      }
      at = SensorModel.target(relation.get());
    }
    throw QueryFault.at(option, test.path().at(), "a path to a geometry is expected");
  }

  private Typed call(Expr.Call call, NavigationJoins joins) {
    if (GeoTest.isSpatial(call.name())) {
      throw fault(
          call.at(),
          call.name() + " needs a path and a geometry, and a number to compare its result with");
    }
    Functions.Function function =
        Functions.find(call.name(), call.arguments().size())
            .orElseThrow(
                () ->
                    fault(
                        call.at(),
                        Functions.isKnown(call.name())
                            ? call.name() + " needs another number of arguments"
                            : "there is no function " + call.name()));
    String sql = function.template();
    for (int i = 0; i < function.arguments().size(); i++) {
      Expr argument = call.arguments().get(i);
      Typed typed = types.to(function.arguments().get(i), value(argument, joins), argument.at());
      sql =
          sql.replace("{" + i + "s}", typed.start())
              .replace("{" + i + "e}", typed.end())
              .replace("{" + i + "i}", typed.instant())
              .replace("{" + i + "}", typed.sql());
    }
    return Typed.of(function.result(), sql);
  }

  private Typed binary(Expr.Binary binary, NavigationJoins joins) {
    Typed left = value(binary.left(), joins);
    Typed right = value(binary.right(), joins);
    String operator = binary.operator();
    if (operator.equals("in")) {
      return Typed.of(Type.BOOL, types.contains(right, left, binary.at()));
    }
    if (LOGIC.contains(operator)) {
      return Typed.of(
          Type.BOOL,
          "("
              + types.bool(left, binary.left().at())
              + " "
              + operator
              + " "
              + types.bool(right, binary.right().at())
              + ")");
    }
    if (TypedSql.isComparison(operator)) {
      return Typed.of(Type.BOOL, types.compare(operator, left, right, binary.at()));
    }
    return types.arithmetic(operator, left, right, binary.at());
  }

  private Typed in(Expr.In in, NavigationJoins joins) {
    Typed left = value(in.left(), joins);
    List<String> any = new ArrayList<>();
    for (Expr choice : in.choices()) {
      any.add(types.compare("eq", left, value(choice, joins), choice.at()));
    }
    return Typed.of(Type.BOOL, "(" + String.join(" or ", any) + ")");
  }
}
