package io.glebe.core.sensor.model;

/**
 * A property of an entity.
 *
 * @param name as it stands in JSON
 * @param kind its values
 * @param column column of the entity's table, or the start's for a span
 * @param presence what happens when a body leaves it out
 */
public record Property(String name, Kind kind, String column, Presence presence) {
  /** The values of a property. */
  public enum Kind {
    TEXT,
    /** Any JSON value. */
    JSON,
    /** A JSON object. */
    OBJECT,
    /** A GeoJSON geometry, indexed by the column {@code bbox}. */
    PLACE,
    /** A moment. */
    TIME,
    /** A moment or a period, in two columns. */
    SPAN,
    /** The result of an observation: a number in one column, anything else in another. */
    RESULT
  }

  /** What happens when a body leaves the property out. */
  public enum Presence {
    REQUIRED,
    /** The standard asks for it; a default is filled in. */
    DEFAULTED,
    OPTIONAL,
    /** Follows from other rows and is never written. */
    DERIVED
  }

  public boolean writable() {
    return presence != Presence.DERIVED;
  }

  /** Whether paths may lead into its members. */
  public boolean isTree() {
    return kind == Kind.JSON || kind == Kind.OBJECT || kind == Kind.PLACE || kind == Kind.RESULT;
  }

  /** The column with the end of a span. */
  public String endColumn() {
    return switch (column) {
      case "phenomenon_time" -> "phenomenon_end";
      case "valid_from" -> "valid_until";
      case "first_time" -> "last_time";
      case "first_result" -> "last_result";
      default -> throw new IllegalStateException(column + " is no span");
    };
  }
}
