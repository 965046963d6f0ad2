package io.glebe.core.record.table;

import io.vertx.sqlclient.Tuple;

/**
 * Builder for SQL text with bound values. Every external value must be added with {@link #bind}.
 */
public final class Sql {
  private final StringBuilder text = new StringBuilder();
  private final Tuple values = Tuple.tuple();

  public Sql add(String sql) {
    text.append(sql);
    return this;
  }

  /** Binds a value and adds its placeholder. */
  public Sql bind(Object value) {
    return add(place(value));
  }

  /** Binds a value and returns its placeholder, which can be added several times. */
  public String place(Object value) {
    values.addValue(value);
    return "$" + values.size();
  }

  /** The same text and values, which change independently. */
  public Sql copy() {
    Sql copy = new Sql().add(text());
    for (int i = 0; i < values.size(); i++) {
      copy.values.addValue(values.getValue(i));
    }
    return copy;
  }

  /** Removes the text and keeps the values, for a statement around a finished one. */
  public Sql emptied() {
    text.setLength(0);
    return this;
  }

  public String text() {
    return text.toString();
  }

  public Tuple values() {
    return values;
  }
}
