package io.glebe.core.sensor.sql;

import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** Collects the parameters of one statement and creates unique aliases. */
public final class SqlText {
  private final List<Object> values = new ArrayList<>();
  private int aliases;

  /** Adds a parameter and returns its placeholder. */
  public String bind(Object value, String type) {
    values.add(value);
    return "$" + values.size() + "::" + type;
  }

  /** Returns a new alias. */
  public String alias() {
    return "a" + aliases++;
  }

  /** Returns all parameters in order. */
  public Tuple tuple() {
    return Tuple.wrap(new ArrayList<>(values));
  }
}
