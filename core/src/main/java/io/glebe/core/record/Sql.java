package io.glebe.core.record;

import io.vertx.sqlclient.Tuple;

/**
 * SQL text under construction with its bound values; every value from outside goes through {@link
 * #bind}.
 */
final class Sql {
  private final StringBuilder text = new StringBuilder();
  private final Tuple values = Tuple.tuple();

  Sql add(String sql) {
    text.append(sql);
    return this;
  }

  /** Adds the placeholder of a bound value. */
  Sql bind(Object value) {
    return add(place(value));
  }

  /** Binds a value; its placeholder, to be added once or more often. */
  String place(Object value) {
    values.addValue(value);
    return "$" + values.size();
  }

  String text() {
    return text.toString();
  }

  Tuple values() {
    return values;
  }
}
