package io.glebe.core.sensor.model;

/**
 * A property of an entity.
 *
 * @param name its name in JSON
 * @param kind the type of its values
 * @param column column of the entity's table, or the column of the start of a span
 * @param presence behaviour when a body omits it
 */
public record Property(String name, Kind kind, String column, Presence presence) {
  /** Most characters of a text. */
  public static final int MAX_TEXT = 10_000;

  /** The type of a property's values. */
  public enum Kind {
    TEXT,
    /** Any JSON value. */
    JSON,
    /** A JSON object. */
    OBJECT,
    /** A GeoJSON geometry, indexed by the column {@code bbox}. */
    PLACE,
    /** An instant. */
    TIME,
    /** An instant or a period, in two columns. */
    SPAN,
    /** The result of an observation: numbers in one column, all other values in another. */
    RESULT
  }

  /** Behaviour when a body omits the property. */
  public enum Presence {
    REQUIRED,
    /** Required by the standard; a default is used. */
    DEFAULTED,
    OPTIONAL,
    /** Derived from other rows and never written. */
    DERIVED
  }

  public boolean writable() {
    return presence != Presence.DERIVED;
  }

  /** Returns whether paths may address members of its value. */
  public boolean isTree() {
    return kind == Kind.JSON || kind == Kind.OBJECT || kind == Kind.PLACE || kind == Kind.RESULT;
  }

  /** Returns the column with the end of a span. */
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
