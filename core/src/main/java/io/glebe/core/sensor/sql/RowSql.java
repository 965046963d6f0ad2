package io.glebe.core.sensor.sql;

import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryFault;
import io.glebe.core.sensor.query.QueryOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Builds expressions that return an entity as JSON text, with expansions in lateral joins. */
final class RowSql {
  /** Maximum number of entities of one expanded navigation. */
  static final int MAX_EXPANDED = 1_000;

  private static final List<String> ARRAY_COMPONENTS =
      List.of(
          "id",
          "phenomenonTime",
          "resultTime",
          "result",
          "resultQuality",
          "validTime",
          "parameters");

  private final SqlText text;
  private final SensorAccessFilter access;
  private final Map<Expr, Long[]> passed;
  private final String address;
  private final long listBytes;
  private String base = "";

  /**
   * @param listBytes bytes after which an expanded list ends; its first entity is always in it
   */
  RowSql(
      SqlText text,
      SensorAccessFilter access,
      Map<Expr, Long[]> passed,
      String base,
      long listBytes) {
    this.text = text;
    this.access = access;
    this.passed = passed;
    this.address = base;
    this.listBytes = listBytes;
  }

  /** Returns the entity as an object, with links to all its related entities. */
  String object(SensorEntityType type, String a, QueryOptions options, List<String> joins) {
    return object(type, a, options, joins, true);
  }

  /**
   * @param links whether there are links without being selected; not inside of an expansion
   */
  private String object(
      SensorEntityType type, String a, QueryOptions options, List<String> joins, boolean links) {
    check(type, options);
    List<String> parts = new ArrayList<>();
    if (selected(options, "@iot.selfLink")) {
      parts.add(Quoted.literal(",\"@iot.selfLink\":\"") + " || " + self(type, a) + " || '\"'");
    }
    if (selected(options, "id") || selected(options, "@iot.id")) {
      parts.add(Quoted.literal(",\"@iot.id\":") + " || " + a + ".id");
    }
    for (Property property : type.properties()) {
      if (selected(options, property.name())) {
        parts.add(member(type, property, a));
      }
    }
    for (Relation relation : type.relations()) {
      boolean named = !options.select().isEmpty();
      if (named ? selected(options, relation.name()) : links) {
        parts.add(link(type, a, relation));
      }
    }
    for (QueryOptions.Expand expand : options.expand()) {
      parts.add(expanded(type, a, expand, joins));
    }
    return parts.isEmpty()
        ? "'{}'"
        : "'{' || ltrim(" + String.join(" || ", parts) + ", ',') || '}'";
  }

  private String link(SensorEntityType type, String a, Relation relation) {
    return Quoted.literal(",\"" + relation.name() + "@iot.navigationLink\":\"")
        + " || "
        + self(type, a)
        + " || "
        + Quoted.literal("/" + relation.name() + "\"");
  }

  /** Returns the entity as a reference. */
  String reference(SensorEntityType type, String a) {
    return Quoted.literal("{\"@iot.selfLink\":\"") + " || " + self(type, a) + " || '\"}'";
  }

  /** Returns an observation as an array of its components. */
  String array(SensorEntityType type, String a, QueryOptions options) {
    List<String> parts = new ArrayList<>();
    for (String name : components(options)) {
      String value =
          name.equals("id")
              ? a + ".id::text"
              : "coalesce(" + json(type, type.property(name).orElseThrow(), a) + ", 'null')";
      parts.add(value);
    }
    return "'[' || " + String.join(" || ',' || ", parts) + " || ']'";
  }

  /** Returns the names in the order of the arrays. */
  static List<String> components(QueryOptions options) {
    if (options.select().isEmpty()) {
      return ARRAY_COMPONENTS;
    }
    List<String> names = new ArrayList<>();
    for (String name : options.select()) {
      if (!name.equals("id") && SensorModel.OBSERVATION.property(name).isEmpty()) {
        throw QueryFault.at("$select", 0, "an observation has no property " + name);
      }
      names.add(name);
    }
    return names;
  }

  /** Returns an entity as a line of comma-separated values. */
  String line(SensorEntityType type, String a, QueryOptions options) {
    return CsvRow.columns(type, options).stream()
        .map(name -> CsvRow.value(type, name, a))
        .collect(Collectors.joining(" || ',' || "));
  }

  /** Bound on first use: the database cannot infer the type of a parameter that is not used. */
  private String base() {
    if (base.isEmpty()) {
      base = text.bind(address, "text");
    }
    return base;
  }

  private String self(SensorEntityType type, String a) {
    return base() + " || " + Quoted.literal("/" + type.set() + "(") + " || " + a + ".id || ')'";
  }

  private static void check(SensorEntityType type, QueryOptions options) {
    for (String name : options.select()) {
      String first = name.split("/", 2)[0];
      boolean known =
          first.equals("id")
              || first.equals("@iot.id")
              || first.equals("@iot.selfLink")
              || type.property(first).isPresent()
              || type.relation(first).isPresent();
      if (!known) {
        throw QueryFault.at("$select", 0, type.name() + " has no property " + first);
      }
    }
  }

  private static boolean selected(QueryOptions options, String name) {
    return options.select().isEmpty()
        || options.select().stream().anyMatch(s -> s.equals(name) || s.startsWith(name + "/"));
  }

  private static String member(SensorEntityType type, Property property, String a) {
    String json = json(type, property, a);
    String name = Quoted.literal(",\"" + property.name() + "\":");
    if (property.name().equals("resultTime") && property.writable()) {
      return name
          + " || coalesce("
          + json
          + ", 'null')"; // the standard requires it even when empty
    }
    return "coalesce(" + name + " || " + json + ", '')";
  }

  static String json(SensorEntityType type, Property property, String a) {
    String column = FieldColumn.properties(type, property, a);
    return switch (property.kind()) {
      case TEXT -> "to_json(" + column + ")::text";
      case JSON, OBJECT, PLACE -> column + "::text";
      case TIME -> "'\"' || sensor.iso(" + column + ") || '\"'";
      case RESULT -> "coalesce(" + a + ".result_json::text, to_jsonb(" + column + ")::text)";
      case SPAN ->
          property.writable()
              ? span(a, property)
              : "(select "
                  + span("x", property)
                  + " from sensor.latest x where x.datastream_id = "
                  + a
                  + ".id)";
    };
  }

  private static String span(String a, Property property) {
    return "'\"' || sensor.iso("
        + a
        + "."
        + property.column()
        + ") || coalesce('/' || sensor.iso("
        + a
        + "."
        + property.endColumn()
        + "), '') || '\"'";
  }

  private String expanded(
      SensorEntityType type, String a, QueryOptions.Expand expand, List<String> joins) {
    Relation relation =
        type.relation(expand.name())
            .orElseThrow(
                () ->
                    QueryFault.at(
                        "$expand", expand.at(), type.name() + " has no " + expand.name()));
    String e = text.alias();
    String inner =
        relation.many()
            ? many(type, a, relation, expand.options())
            : one(type, a, relation, expand);
    joins.add("left join lateral (" + inner + ") " + e + " on true");
    return "coalesce(" + e + ".j, '')";
  }

  private String visibleRows(SensorEntityType from, String a, SensorEntityType target, String b) {
    return from.isDatastream() && target.isObservation()
        ? access.ofObservationsOf(a, text)
        : access.of(target, b, text);
  }

  private String one(
      SensorEntityType type, String a, Relation relation, QueryOptions.Expand expand) {
    SensorEntityType target = SensorModel.target(relation);
    String b = text.alias();
    List<String> joins = new ArrayList<>();
    String json = object(target, b, expand.options(), joins, false);
    return """
    select %s || %s as j from %s %s %s where %s and %s
    """
        .formatted(
            Quoted.literal(",\"" + relation.name() + "\":"),
            json,
            target.table(),
            b,
            String.join(" ", joins),
            NavigationJoins.on(relation, a, b),
            visibleRows(type, a, target, b));
  }

  private String many(SensorEntityType type, String a, Relation relation, QueryOptions options) {
    SensorEntityType target = SensorModel.target(relation);
    boolean latest = type.isDatastream() && target.isObservation() && isLatest(options);
    long top = SelectSql.nestedSize(target, options);
    String b = text.alias();
    List<String> joins = new ArrayList<>();
    String json = object(target, b, options, joins, false);
    String where = NavigationJoins.on(relation, a, b) + " and " + visibleRows(type, a, target, b);
    if (options.filter().isPresent()) {
      where += " and " + compiler("$filter").condition(options.filter().get(), target, b);
    }
    String source = (latest ? "sensor.latest" : target.table()) + " " + b;
    String name = relation.name();
    String shown =
        " filter (where s.n <= %s and (s.n = 1 or s.b <= %s))"
            .formatted(text.bind(top, "bigint"), text.bind(listBytes, "bigint"));
    String list =
        Quoted.literal(",\"" + name + "\":[")
            + " || coalesce(string_agg(s.j, ',' order by s.n)"
            + shown
            + ", '') || ']'";
    String rest =
        top == 0
            ? ""
            : " || case when max(s.m) > count(*)"
                + shown
                + " then "
                + Quoted.literal(",\"" + name + "@iot.nextLink\":\"")
                + " || "
                + self(type, a)
                + " || "
                + text.bind("/" + name + "?" + nextOptions(options, top), "text")
                + " || (count(*)"
                + shown
                + " + "
                + text.bind((long) options.skip(), "bigint")
                + ") || '\"' else '' end";
    String count = options.count() ? " || " + counted(target, relation, type, a, options) : "";
    String rows =
        latest
            ? """
            select %1$s as j, 1 as n, 0 as b,
              case when %2$s.first_time < %2$s.phenomenon_time or exists (
                select 1 from sensor.observation o
                where o.datastream_id = %2$s.datastream_id and o.id <> %2$s.id)
                then 2 else 1 end as m
            from %3$s %4$s
            where %5$s
            """
                .formatted(json, b, source, String.join(" ", joins), where)
            : ordered(target, b, options, joins, json, source, where, top);
    return "select " + list + rest + count + " as j from (" + rows + ") s";
  }

  private String ordered(
      SensorEntityType target,
      String b,
      QueryOptions options,
      List<String> joins,
      String json,
      String source,
      String where,
      long top) {
    OrderSql order = new OrderSql(options, target, b, compiler("$orderby"), target.isObservation());
    return """
    select j, n, n as m, sum(octet_length(j)) over (order by n rows unbounded preceding) as b
    from (
      select %1$s as j, row_number() over (order by %2$s) - %3$s as n
      from %4$s %5$s
      where %6$s
      order by %2$s
      limit %7$s offset %8$s) o
    """
        .formatted(
            json,
            order.by(),
            text.bind((long) options.skip(), "bigint"),
            source,
            String.join(" ", joins),
            where,
            text.bind(top + 1, "bigint"),
            text.bind((long) options.skip(), "bigint"));
  }

  private String counted(
      SensorEntityType target,
      Relation relation,
      SensorEntityType type,
      String a,
      QueryOptions options) {
    String c = text.alias();
    String where = NavigationJoins.on(relation, a, c) + " and " + visibleRows(type, a, target, c);
    if (options.filter().isPresent()) {
      where += " and " + compiler("$filter").condition(options.filter().get(), target, c);
    }
    return Quoted.literal(",\"" + relation.name() + "@iot.count\":")
        + " || (select count(*) from (select 1 from "
        + target.table()
        + " "
        + c
        + " where "
        + where
        + " limit "
        + SelectSql.MAX_COUNT
        + ") t)";
  }

  private ODataFilterSql compiler(String option) {
    return new ODataFilterSql(text, access, passed, option);
  }

  /**
   * Recognizes {@code $top=1;$orderby=phenomenonTime desc}, which reads the table of latest values.
   */
  private static boolean isLatest(QueryOptions options) {
    return options.top().orElse(0) == 1
        && options.skip() == 0
        && options.filter().isEmpty()
        && options.order().size() == 1
        && options.order().getFirst().descending()
        && options.order().getFirst().key() instanceof Expr.Path path
        && path.names().equals(List.of("phenomenonTime"));
  }

  /** Returns the options of the next page; the number of entities to skip is missing at the end. */
  private static String nextOptions(QueryOptions options, long top) {
    Map<String, String> next = new LinkedHashMap<>(options.raw());
    next.put("$top", Long.toString(top));
    next.remove("$skip");
    next.put("$skip", "");
    return encoded(next);
  }

  /** Encodes options as the query of a URL. */
  static String encoded(Map<String, String> options) {
    List<String> pairs = new ArrayList<>();
    options.forEach(
        (name, value) ->
            pairs.add(
                name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20")));
    return String.join("&", pairs);
  }
}
