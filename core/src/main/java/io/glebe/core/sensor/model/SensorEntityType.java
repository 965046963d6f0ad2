package io.glebe.core.sensor.model;

import java.util.List;
import java.util.Optional;

/**
 * An entity type.
 *
 * @param name {@code Thing}
 * @param set {@code Things}, the name of the collection
 * @param table table name with its schema
 * @param permission entity of the platform's permissions that protects it: device or observation
 */
public record SensorEntityType(
    String name,
    String set,
    String table,
    String permission,
    List<Property> properties,
    List<Relation> relations) {

  public SensorEntityType {
    properties = List.copyOf(properties);
    relations = List.copyOf(relations);
  }

  public Optional<Property> property(String wanted) {
    return properties.stream().filter(p -> p.name().equals(wanted)).findFirst();
  }

  public Optional<Relation> relation(String wanted) {
    return relations.stream().filter(r -> r.name().equals(wanted)).findFirst();
  }

  /** Returns whether this is the observation type, which is stored differently. */
  public boolean isObservation() {
    return name.equals("Observation");
  }

  public boolean isDatastream() {
    return name.equals("Datastream");
  }

  /**
   * Sensors and observed properties are shared by farms: a caller who sees an entity that uses them
   * sees them.
   */
  public Optional<String> sharedBy() {
    return switch (name) {
      case "Sensor" -> Optional.of("sensor_id");
      case "ObservedProperty" -> Optional.of("observed_property_id");
      default -> Optional.empty();
    };
  }
}
