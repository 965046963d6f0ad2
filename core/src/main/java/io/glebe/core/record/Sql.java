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
    values.addValue(value);
    text.append('$').append(values.size());
    return this;
  }

  String text() {
    return text.toString();
  }

  Tuple values() {
    return values;
  }
}
