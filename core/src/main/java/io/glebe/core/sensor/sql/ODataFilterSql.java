package io.glebe.core.sensor.sql;

import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryFault;
import io.glebe.core.sensor.sql.Typed.Type;
import java.time.temporal.ChronoUnit;
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
  }

  /** Compiles a condition. */
  public String condition(Expr expr, SensorEntityType type, String alias) {
    return switch (expr) {
      case Expr.Binary b when LOGIC.contains(b.operator()) ->
          "("
              + condition(b.left(), type, alias)
              + " "
              + b.operator()
              + " "
              + condition(b.right(), type, alias)
              + ")";
      case Expr.Not not -> "(not " + condition(not.operand(), type, alias) + ")";
      default -> {
        NavigationJoins joins =
            new NavigationJoins(text, access, new NavigationJoins.Place(type, alias));
        yield joins.around(types.bool(value(expr, joins), expr.at()));
      }
    };
  }

  /** Compiles a sort key; its navigations must lead to single targets. */
  public Key key(Expr expr, SensorEntityType type, String alias) {
    NavigationJoins joins =
        new NavigationJoins(text, access, new NavigationJoins.Place(type, alias));
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
      case GEO, NULL -> throw fault(expr.at(), "this has no order");
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
      case Expr.Call call -> call(call, joins);
      case Expr.Binary binary -> binary(binary, joins);
      case Expr.Not not ->
          Typed.of(Type.BOOL, "(not " + types.bool(value(not.operand(), joins), not.at()) + ")");
      case Expr.Negative negative -> {
        Typed operand = types.to(Type.NUMBER, value(negative.operand(), joins), negative.at());
        yield Typed.of(Type.NUMBER, "(- " + operand.sql() + ")");
      }
      case Expr.In in -> in(in, joins);
      default -> literal(expr);
    };
  }

  private Typed literal(Expr expr) {
    return switch (expr) {
      case Expr.Text t -> Typed.of(Type.TEXT, text.bind(t.value(), "text"));
      case Expr.Whole w -> Typed.of(Type.NUMBER, text.bind(w.value(), "bigint"));
      case Expr.Fraction f -> Typed.of(Type.NUMBER, text.bind(finite(f), "float8"));
      case Expr.Bool b -> Typed.of(Type.BOOL, b.value() ? "true" : "false");
      case Expr.Null n -> Typed.of(Type.NULL, "null");
      case Expr.Time t ->
          t.value().end().isPresent()
              ? Typed.span(timestamp(t.value().start()), timestamp(t.value().end().get()))
              : Typed.of(Type.TIME, timestamp(t.value().start()));
      case Expr.Date d -> Typed.of(Type.DATE, text.bind(d.value(), "date"));
      case Expr.Clock c -> Typed.of(Type.CLOCK, text.bind(c.value(), "time"));
      case Expr.Span s ->
          Typed.of(
              Type.LENGTH,
              "make_interval(months => "
                  + text.bind((int) s.days().toTotalMonths(), "int")
                  + ", days => "
                  + text.bind((int) s.days().get(ChronoUnit.DAYS), "int")
                  + ", secs => "
                  + text.bind(s.exact().toMillis() / 1000.0, "float8")
                  + ")");
      case Expr.Shape s -> throw fault(s.at(), "a geometry is allowed only in a spatial function");
      default -> throw fault(expr.at(), "this is not expected here");
    };
  }

  private double finite(Expr.Fraction fraction) {
    double value = fraction.value().doubleValue();
    if (Double.isInfinite(value)) {
      throw fault(fraction.at(), "the number is beyond double precision");
    }
    return value;
  }

  private String timestamp(java.time.Instant instant) {
    return text.bind(instant.atOffset(java.time.ZoneOffset.UTC), "timestamptz");
  }

  private Typed path(Expr.Path path, NavigationJoins joins) {
    NavigationJoins.Place place = joins.root();
    List<String> names = path.names();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (name.equals("id") || name.equals("@iot.id")) {
        requireLast(path, i);
        return Typed.of(Type.NUMBER, place.alias() + ".id");
      }
      Optional<Property> property = place.type().property(name);
      if (property.isPresent()) {
        List<String> members = names.subList(i + 1, names.size());
        if (!members.isEmpty() && !property.get().isTree()) {
          requireLast(path, i);
        }
        return property(place, property.get(), members);
      }
      Relation relation = place.type().relation(name).orElseThrow(() -> unknown(path, name));
      place = joins.follow(place, relation);
    }
    throw fault(
        path.at(), String.join("/", names) + " is an entity; one of its properties is expected");
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
    String column = place.alias() + "." + property.column();
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
    NavigationJoins.Place place = joins.root();
    for (String name : test.path().names()) {
      Optional<Relation> relation = place.type().relation(name);
      if (relation.isPresent()) {
        place = joins.follow(place, relation.get());
      }
    }
    return Typed.of(Type.BOOL, place.alias() + ".id = any(" + text.bind(ids, "bigint[]") + ")");
  }

  /** Returns the end of the path of a spatial test; 400 when it is not a geometry. */
  public static GeoTest.Target target(GeoTest test, SensorEntityType type, String option) {
    SensorEntityType at = type;
    List<String> names = test.path().names();
    for (int i = 0; i < names.size(); i++) {
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
              .replace("{" + i + "}", typed.sql());
    }
    return Typed.of(function.result(), sql);
  }

  private Typed binary(Expr.Binary binary, NavigationJoins joins) {
    Typed left = value(binary.left(), joins);
    Typed right = value(binary.right(), joins);
    String operator = binary.operator();
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
