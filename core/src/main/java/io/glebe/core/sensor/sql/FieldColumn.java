package io.glebe.core.sensor.sql;

import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.SensorEntityType;
import java.util.List;

/**
 * The field on which a thing stands, which things, datastreams and observations show and filter as
 * {@code fieldId}.
 */
final class FieldColumn {
  private FieldColumn() {}

  /** Whether entities of this type lead to a field. */
  static boolean has(SensorEntityType type) {
    return switch (type.name()) {
      case "Thing", "Datastream", "Observation" -> true;
      default -> false;
    };
  }

  /** The navigations from an entity to its thing. */
  static List<String> path(SensorEntityType type) {
    return switch (type.name()) {
      case "Observation" -> List.of("Datastream", "Thing");
      case "Datastream" -> List.of("Thing");
      default -> List.of();
    };
  }

  /** The column of a property; {@code properties} of things and datastreams with the field. */
  static String properties(SensorEntityType type, Property property, String alias) {
    String column = alias + "." + property.column();
    if (!property.name().equals("properties")) {
      return column;
    }
    return switch (type.name()) {
      case "Thing" -> "(" + with(column, alias + ".field_id") + ")";
      case "Datastream" ->
          "(select "
              + with(column, "t.field_id")
              + " from sensor.thing t where t.id = "
              + alias
              + ".thing_id)";
      default -> column;
    };
  }

  private static String with(String properties, String field) {
    return """
    case when %2$s is null then %1$s
    else coalesce(%1$s, '{}') || jsonb_build_object('fieldId', %2$s) end\
    """
        .formatted(properties, field);
  }
}
