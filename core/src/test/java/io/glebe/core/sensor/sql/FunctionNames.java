package io.glebe.core.sensor.sql;

import java.util.ArrayList;
import java.util.List;

/** The functions of the query language, for tests of all of them. */
public final class FunctionNames {
  private static final List<String> SPATIAL =
      List.of(
          "geo.intersects/2",
          "geo.distance/2",
          "geo.length/1",
          "st_disjoint/2",
          "st_within/2",
          "st_relate/3");

  private FunctionNames() {}

  /** Each function with the number of its arguments, {@code round/1}. */
  public static List<String> all() {
    List<String> names = new ArrayList<>(Functions.all());
    names.addAll(SPATIAL);
    return names;
  }
}
