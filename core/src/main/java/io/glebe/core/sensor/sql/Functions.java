package io.glebe.core.sensor.sql;

import static io.glebe.core.sensor.sql.Typed.Type.BOOL;
import static io.glebe.core.sensor.sql.Typed.Type.CLOCK;
import static io.glebe.core.sensor.sql.Typed.Type.DATE;
import static io.glebe.core.sensor.sql.Typed.Type.NUMBER;
import static io.glebe.core.sensor.sql.Typed.Type.PERIOD;
import static io.glebe.core.sensor.sql.Typed.Type.SPAN;
import static io.glebe.core.sensor.sql.Typed.Type.TEXT;
import static io.glebe.core.sensor.sql.Typed.Type.TIME;

import io.glebe.core.sensor.sql.Typed.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The functions of the query language except the spatial ones. In a template {@code {0}} is an
 * argument, {@code {0s}} and {@code {0e}} are its start and end, {@code {0i}} tells whether it is
 * an instant. A period contains its start and not its end.
 */
final class Functions {
  /** A function. */
  record Function(List<Type> arguments, Type result, String template) {}

  private static final Map<String, Function> ALL = new LinkedHashMap<>();
  private static final String UTC = "({0} at time zone 'UTC')";

  static {
    add("contains", List.of(TEXT, TEXT), BOOL, "(position({1} in {0}) > 0)");
    add("substringof", List.of(TEXT, TEXT), BOOL, "(position({0} in {1}) > 0)");
    add("startswith", List.of(TEXT, TEXT), BOOL, "starts_with({0}, {1})");
    add("endswith", List.of(TEXT, TEXT), BOOL, "(right({0}, length({1})) = {1})");
    add("length", List.of(TEXT), NUMBER, "length({0})");
    add("indexof", List.of(TEXT, TEXT), NUMBER, "(position({1} in {0}) - 1)");
    add("substring", List.of(TEXT, NUMBER), TEXT, "substr({0}, " + place("{1}") + " + 1)");
    add(
        "substring",
        List.of(TEXT, NUMBER, NUMBER),
        TEXT,
        "substr({0}, " + place("{1}") + " + 1, " + place("{2}") + ")");
    add("tolower", List.of(TEXT), TEXT, "lower({0})");
    add("toupper", List.of(TEXT), TEXT, "upper({0})");
    add("trim", List.of(TEXT), TEXT, "btrim({0})");
    add("concat", List.of(TEXT, TEXT), TEXT, "({0} || {1})");
    for (String part : List.of("year", "month", "day", "hour", "minute")) {
      add(part, List.of(TIME), NUMBER, "extract(" + part + " from " + UTC + ")::float8");
    }
    add("second", List.of(TIME), NUMBER, "floor(extract(second from " + UTC + "))::float8");
    add(
        "fractionalseconds",
        List.of(TIME),
        NUMBER,
        "((extract(microseconds from " + UTC + ")::bigint % 1000000) / 1000000.0)::float8");
    add("date", List.of(TIME), DATE, UTC + "::date");
    add("time", List.of(TIME), CLOCK, UTC + "::time");
    add("totaloffsetminutes", List.of(TIME), NUMBER, "({0} is not null)::int * 0");
    add("now", List.of(), TIME, "now()");
    add("mindatetime", List.of(), TIME, "'-infinity'::timestamptz");
    add("maxdatetime", List.of(), TIME, "'infinity'::timestamptz");
    add("round", List.of(NUMBER), NUMBER, "(sign({0}::float8) * floor(abs({0}::float8) + 0.5))");
    add("floor", List.of(NUMBER), NUMBER, "floor({0}::float8)");
    add("ceiling", List.of(NUMBER), NUMBER, "ceil({0}::float8)");
    add("before", List.of(SPAN, SPAN), BOOL, "({0s} < {1s} and {0e} <= {1s})");
    add("after", List.of(SPAN, SPAN), BOOL, "({1s} < {0s} and {1e} <= {0s})");
    add("meets", List.of(SPAN, SPAN), BOOL, "({0e} = {1s} or {0s} = {1e})");
    add(
        "during",
        List.of(SPAN, PERIOD),
        BOOL,
        "({0s} >= {1s} and {0s} < {1e} and {0e} <= {1e} and not {1i})");
    add(
        "overlaps",
        List.of(SPAN, SPAN),
        BOOL,
        "({0s} <= {1e} and {0e} >= {1s} and ({0s} < {1e} or {1i}) and ({1s} < {0e} or {0i}))");
    add("starts", List.of(SPAN, SPAN), BOOL, "({0s} = {1s})");
    add("finishes", List.of(SPAN, SPAN), BOOL, "({0e} = {1e})");
  }

  private Functions() {}

  private static String place(String argument) {
    return "least(greatest((" + argument + ")::float8, 0), 1e8)::int";
  }

  private static void add(String name, List<Type> arguments, Type result, String template) {
    ALL.put(name + "/" + arguments.size(), new Function(arguments, result, template));
  }

  static Optional<Function> find(String name, int arguments) {
    return Optional.ofNullable(ALL.get(name + "/" + arguments));
  }

  /** Each function with the number of its arguments, {@code round/1}. */
  static Set<String> all() {
    return ALL.keySet();
  }

  static boolean isKnown(String name) {
    return ALL.keySet().stream().anyMatch(key -> key.startsWith(name + "/"));
  }
}
