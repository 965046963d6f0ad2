package io.glebe.core.sensor.model;

/**
 * A relation of an entity to others.
 *
 * @param name of the navigation, singular for one and plural for many
 * @param target name of the entity it leads to
 * @param link the columns that hold it
 */
public record Relation(String name, String target, Link link) {
  /** Where a relation is stored. */
  public sealed interface Link {}

  /** A column of the entity's own table names the one target. */
  public record Own(String column, boolean required) implements Link {}

  /** A column of the targets' table names the entity. */
  public record Theirs(String column) implements Link {}

  /** Rows of a table in between. */
  public record Through(String table, String mine, String theirs) implements Link {}

  public boolean many() {
    return !(link instanceof Own);
  }
}
