package io.glebe.core.sensor.sql;

/**
 * An SQL expression with its type.
 *
 * @param sql for a span its start, for a dynamic value its jsonb
 * @param other for a span its end (null where the data has none), for a dynamic value the SQL of
 *     its number; otherwise empty
 */
record Typed(Type type, String sql, String other) {
  /** The type of an expression. */
  enum Type {
    TEXT("text", "text"),
    NUMBER("a number", "float8"),
    BOOL("true or false", "boolean"),
    TIME("a time", "timestamptz"),
    SPAN("a time or period", "timestamptz"),
    /** A span that is no instant; only as an argument of a function. */
    PERIOD("a period", "timestamptz"),
    DATE("a date", "date"),
    CLOCK("a time of day", "time"),
    LENGTH("a duration", "interval"),
    DYNAMIC("a JSON value", "jsonb"),
    GEO("a geometry", "jsonb"),
    NULL("null", "text");

    private final String words;
    private final String column;

    /**
     * @param column its type in the database
     */
    Type(String words, String column) {
      this.words = words;
      this.column = column;
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

  /** Returns the missing value of a type. */
  static Typed missing(Type type) {
    String sql = "null::" + type.column;
    return new Typed(type, sql, sql);
  }

  /** Returns any JSON value, which may contain a number. */
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

  /** Returns the start of a span, or the instant itself. */
  String start() {
    return sql;
  }

  /** Returns the end of a span, or the instant itself. */
  String end() {
    return type == Type.SPAN ? "coalesce(" + other + ", " + sql + ")" : sql;
  }

  /** Returns the condition that a span is an instant. */
  String instant() {
    return type == Type.SPAN ? "(" + other + " is null)" : "true";
  }
}
