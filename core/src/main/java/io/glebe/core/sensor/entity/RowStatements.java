package io.glebe.core.sensor.entity;

import io.glebe.core.sensor.model.SensorEntityType;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds INSERT and UPDATE statements from cells. */
final class RowStatements {
  private RowStatements() {}

  /** A statement with its parameters. */
  record Statement(String sql, Tuple parameters) {}

  static Statement insert(SensorEntityType type, Map<String, EntityBody.Cell> cells) {
    List<Object> values = new ArrayList<>();
    List<String> places = new ArrayList<>();
    cells.values().forEach(cell -> places.add(numbered(cell, values)));
    String sql =
        """
        insert into %s (%s) values (%s) returning id
        """
            .formatted(type.table(), String.join(", ", cells.keySet()), String.join(", ", places));
    return new Statement(sql, Tuple.wrap(values));
  }

  static Statement update(SensorEntityType type, Map<String, EntityBody.Cell> cells, long id) {
    List<Object> values = new ArrayList<>();
    List<String> settings = new ArrayList<>();
    cells.forEach((column, cell) -> settings.add(column + " = " + numbered(cell, values)));
    values.add(id);
    String sql =
        """
        update %s set %s where id = $%d::bigint
        """
            .formatted(type.table(), String.join(", ", settings), values.size());
    return new Statement(sql, Tuple.wrap(values));
  }

  private static String numbered(EntityBody.Cell cell, List<Object> values) {
    StringBuilder sql = new StringBuilder();
    int next = 0;
    for (char c : cell.sql().toCharArray()) {
      if (c == '?') {
        values.add(cell.values().get(next++));
        sql.append('$').append(values.size());
      } else {
        sql.append(c);
      }
    }
    return sql.toString();
  }
}
