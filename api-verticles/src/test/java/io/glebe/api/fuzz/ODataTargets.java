package io.glebe.api.fuzz;

import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.sql.GeoTest;
import io.glebe.core.sensor.sql.SelectSql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Query options and paths of SensorThings. */
public final class ODataTargets {
  private static final int CHARACTERS = 30_000;

  private ODataTargets() {}

  /** Options, one on a line: {@code $filter=result gt 5}. */
  public static void options(String lines) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String line : lines.split("\n", -1)) {
      int equal = Math.max(0, line.indexOf('='));
      options.put(line.substring(0, equal), line.substring(Math.min(line.length(), equal + 1)));
    }
    QueryOptions parsed = QueryParser.parse(options, CHARACTERS);
    parsed.filter().ifPresent(GeoTest::of);
    if (SelectSql.pageSize(SensorModel.DATASTREAM, parsed) < 0) {
      throw new IllegalStateException("a page of a negative size");
    }
  }

  public static void path(String path) {
    ResourcePath parsed = ResourcePath.parse(List.of(path.split("/", -1)));
    if (parsed.steps().isEmpty()) {
      throw new IllegalStateException("a path without a step");
    }
  }
}
