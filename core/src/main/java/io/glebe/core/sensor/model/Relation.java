package io.glebe.core.sensor.model;

/**
 * A relation of an entity to others.
 *
 * @param name name of the navigation, singular for one and plural for many
 * @param target name of the related entity type
 * @param link the columns that store it
 */
public record Relation(String name, String target, Link link) {
  /** Where a relation is stored. */
  public sealed interface Link {}

  /** A column of the entity's own table refers to the single target. */
  public record Own(String column, boolean required) implements Link {}

  /** A column of the targets' table refers to the entity. */
  public record OfOther(String column) implements Link {}

  /** Rows of a separate table connect both. */
  public record Through(String table, String ownColumn, String otherColumn) implements Link {}

  public boolean many() {
    return !(link instanceof Own);
  }
}
