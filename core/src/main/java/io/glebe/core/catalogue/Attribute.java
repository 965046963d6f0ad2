package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One declared attribute of an entity, or one declared member of an object in it.
 *
 * @param defaultValue value that is stored when a creation or replacement omits the attribute
 * @param companion the unit or currency attribute that must be present with this one
 * @param requiredWith attributes that must be present when this one is present
 */
public record Attribute(
    String name,
    ValueType type,
    Set<Trait> traits,
    Optional<JsonNode> defaultValue,
    Optional<Companion> companion,
    List<String> requiredWith) {

  /** Boolean properties of an attribute. */
  public enum Trait {
    /** Must be present in a stored record. */
    REQUIRED,
    /** Cannot change after the creation. */
    IMMUTABLE,
    /** Set by the server; ignored in input. */
    READ_ONLY,
    /** Personal data: excluded from audit values and never logged. */
    PERSONAL,
    /** May point to a deleted record; does not block a deletion. */
    DANGLING,
    /** Offered as a filter although it is neither a reference nor an enumeration. */
    FILTER
  }

  /** The attribute that holds the unit or currency of a number. */
  public record Companion(Kind kind, String attribute) {
    public enum Kind {
      UNIT,
      CURRENCY
    }
  }

  public Attribute {
    traits = Set.copyOf(traits);
    requiredWith = List.copyOf(requiredWith);
  }

  public boolean required() {
    return traits.contains(Trait.REQUIRED);
  }

  public boolean immutable() {
    return traits.contains(Trait.IMMUTABLE);
  }

  public boolean readOnly() {
    return traits.contains(Trait.READ_ONLY);
  }

  public boolean dangling() {
    return traits.contains(Trait.DANGLING);
  }

  /**
   * Returns whether the value is an array of references or enumeration values ({@code many} in the
   * declaration language).
   */
  public boolean many() {
    return type instanceof ValueType.ListOf list && list.distinct();
  }

  /** Returns the referenced entity, for references and arrays of references. */
  public Optional<String> referredEntity() {
    return type.referredEntity();
  }
}
