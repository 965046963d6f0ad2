package io.glebe.core.sensor.sql;

import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.query.QueryFault;
import io.glebe.core.sensor.query.QueryOptions;
import java.util.ArrayList;
import java.util.List;

/** Entities as lines of comma-separated values, RFC 4180. */
final class CsvRow {
  private CsvRow() {}

  /** Returns the names of the columns: those selected, or the id and all properties. */
  static List<String> columns(SensorEntityType type, QueryOptions options) {
    if (options.select().isEmpty()) {
      List<String> all = new ArrayList<>(List.of("id"));
      type.properties().forEach(property -> all.add(property.name()));
      return all;
    }
    for (String name : options.select()) {
      if (!isId(name) && type.property(name).isEmpty()) {
        throw QueryFault.at("$select", 0, "a " + type.name() + " has no column " + name);
      }
    }
    return options.select();
  }

  private static boolean isId(String name) {
    return name.equals("id") || name.equals("@iot.id");
  }

  /** Returns the expression of a value as text; an unknown one is empty. */
  static String value(SensorEntityType type, String name, String a) {
    return isId(name) ? a + ".id::text" : quoted(text(type, type.property(name).orElseThrow(), a));
  }

  private static String text(SensorEntityType type, Property property, String a) {
    String column = FieldColumn.properties(type, property, a);
    return switch (property.kind()) {
      case TEXT -> column;
      case JSON, OBJECT, PLACE -> "(" + column + " #>> '{}')";
      case RESULT ->
          "coalesce("
              + a
              + ".result_json #>> '{}', case when "
              + a
              + ".result_json is null then to_jsonb("
              + column
              + ")::text end)";
      case TIME, SPAN -> "trim(both '\"' from " + RowSql.json(type, property, a) + ")";
    };
  }

  private static String quoted(String text) {
    return """
    coalesce((
      select case when v ~ '[",\\r\\n]' then '"' || replace(v, '"', '""') || '"' else v end
      from (select %s as v) x), '')\
    """
        .formatted(text);
  }
}
