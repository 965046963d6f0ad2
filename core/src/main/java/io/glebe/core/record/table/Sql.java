package io.glebe.core.record.table;

import io.vertx.sqlclient.Tuple;

/**
 * SQL text under construction with its bound values; every value from outside goes through {@link
 * #bind}.
 */
public final class Sql {
  private final StringBuilder text = new StringBuilder();
  private final Tuple values = Tuple.tuple();

  public Sql add(String sql) {
    text.append(sql);
    return this;
  }

  /** Adds the placeholder of a bound value. */
  public Sql bind(Object value) {
    return add(place(value));
  }

  /** Binds a value; its placeholder, to be added once or more often. */
  public String place(Object value) {
    values.addValue(value);
    return "$" + values.size();
  }

  public String text() {
    return text.toString();
  }

  public Tuple values() {
    return values;
  }
}
