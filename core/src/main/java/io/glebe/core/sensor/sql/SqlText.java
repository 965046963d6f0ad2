package io.glebe.core.sensor.sql;

import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** The parameters of one statement while it is put together, and fresh aliases. */
public final class SqlText {
  private final List<Object> values = new ArrayList<>();
  private int aliases;

  /** Adds a parameter and answers how the statement names it. */
  public String bind(Object value, String type) {
    values.add(value);
    return "$" + values.size() + "::" + type;
  }

  /** An alias that nothing else has. */
  public String alias() {
    return "a" + aliases++;
  }

  /** All parameters in order. */
  public Tuple tuple() {
    return Tuple.wrap(new ArrayList<>(values));
  }
}
