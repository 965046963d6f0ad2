package io.glebe.core.sensor.sql;

/**
 * A piece of SQL and what it yields.
 *
 * @param sql for a span its start, for a dynamic value its jsonb
 * @param other for a span its end (null where there is none in the data), for a dynamic value the
 *     SQL of the number in it; else empty
 */
record Typed(Type type, String sql, String other) {
  /** What an expression yields. */
  enum Type {
    TEXT("text"),
    NUMBER("a number"),
    BOOL("true or false"),
    TIME("a time"),
    SPAN("a time or period"),
    DATE("a date"),
    CLOCK("a time of day"),
    LENGTH("a duration"),
    DYNAMIC("a JSON value"),
    GEO("a geometry"),
    NULL("null");

    private final String words;

    Type(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  static Typed of(Type type, String sql) {
    return new Typed(type, sql, "");
  }

  static Typed span(String start, String end) {
    return new Typed(Type.SPAN, start, end);
  }

  /** Any JSON value; its number is found in it. */
  static Typed dynamic(String json) {
    return new Typed(
        Type.DYNAMIC,
        json,
        "(case when jsonb_typeof("
            + json
            + ") = 'number' and abs(("
            + json
            + ")::numeric) < 1e300 then ("
            + json
            + ")::float8 end)");
  }

  /** The start of a span, the moment itself of a moment. */
  String start() {
    return sql;
  }

  /** The end of a span, the moment itself of a moment. */
  String end() {
    return type == Type.SPAN ? "coalesce(" + other + ", " + sql + ")" : sql;
  }
}
