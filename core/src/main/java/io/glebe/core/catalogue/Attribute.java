package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One declared attribute of an entity, or one declared member of an object in it.
 *
 * @param defaultValue what a creation or a replacement that leaves the attribute out stores
 * @param companion the unit or currency attribute that must be present with this one
 * @param requiredWith attributes with which this one must be present
 */
public record Attribute(
    String name,
    ValueType type,
    Set<Trait> traits,
    Optional<JsonNode> defaultValue,
    Optional<Companion> companion,
    List<String> requiredWith) {

  /** Yes-or-no properties of an attribute. */
  public enum Trait {
    /** Must be present in a stored record. */
    REQUIRED,
    /** Keeps the value of the creation. */
    IMMUTABLE,
    /** Set by the server; ignored in input. */
    READ_ONLY,
    /** Personal data: left out of audit values, never logged. */
    PERSONAL,
    /** May point to a deleted record and blocks nothing. */
    DANGLING,
    /** Offered as a filter although neither reference nor enumeration. */
    FILTER
  }

  /** The attribute that says in which unit or currency a number is given. */
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
   * Whether the value is an array of references or enumeration values ({@code many} of the
   * language).
   */
  public boolean many() {
    return type instanceof ValueType.ListOf list && list.distinct();
  }

  /** The entity referred to, for references and arrays of references. */
  public Optional<String> referredEntity() {
    return type.referredEntity();
  }
}
