package io.glebe.core.sensor.read;

import io.glebe.core.sensor.sql.SelectSql;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Groups observations by their datastreams, in the standard's data array format. */
final class DataArrays {
  private DataArrays() {}

  static List<String> blocks(List<Row> rows, SensorQueries.Query query) {
    Map<Long, List<String>> groups = new LinkedHashMap<>();
    for (Row row : rows) {
      groups.computeIfAbsent(row.getLong("d"), d -> new ArrayList<>()).add(row.getString("j"));
    }
    String components =
        SelectSql.components(query.options()).stream()
            .map(name -> "\"" + name + "\"")
            .collect(Collectors.joining(",", "[", "]"));
    List<String> blocks = new ArrayList<>();
    groups.forEach(
        (datastream, arrays) ->
            blocks.add(
                "{\"Datastream@iot.navigationLink\":\""
                    + query.base()
                    + "/Datastreams("
                    + datastream
                    + ")\",\"components\":"
                    + components
                    + ",\"dataArray@iot.count\":"
                    + arrays.size()
                    + ",\"dataArray\":["
                    + String.join(",", arrays)
                    + "]}"));
    return blocks;
  }
}
