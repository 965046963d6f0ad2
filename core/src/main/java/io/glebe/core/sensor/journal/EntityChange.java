package io.glebe.core.sensor.journal;

import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import java.util.Set;

/**
 * An entity that was created or changed.
 *
 * @param fresh whether it was created
 * @param columns the changed columns of its table; empty for a created one
 */
public record EntityChange(SensorEntityType type, long id, boolean fresh, Set<String> columns) {
  public EntityChange {
    columns = Set.copyOf(columns);
  }

  /** Returns whether the property has another value than before. */
  public boolean concerns(Property property) {
    return fresh
        || columns.contains(property.column())
        || (property.name().equals("result") && columns.contains("result_json"))
        || (property.kind() == Property.Kind.SPAN && columns.contains(property.endColumn()));
  }

  /**
   * Returns whether paths may lead to other entities than before. A thing at another place gets a
   * historical location.
   */
  public boolean redirects() {
    return fresh
        ? type.equals(SensorModel.HISTORICAL_LOCATION)
        : type.relations().stream()
            .anyMatch(
                relation ->
                    relation.link() instanceof Relation.Own own && columns.contains(own.column()));
  }

  static SensorEntityType type(String name) {
    return SensorModel.types().stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no entity type " + name));
  }

  /** Parses the text that the database sends; fails for any other. */
  static EntityChange parse(String payload) {
    String[] parts = payload.split(" ", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException("four parts are needed");
    }
    Set<String> columns = parts[3].isEmpty() ? Set.of() : Set.of(parts[3].split(","));
    return new EntityChange(
        type(parts[0]), Long.parseLong(parts[1]), parts[2].equals("new"), columns);
  }
}
