package io.glebe.core.catalogue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A declared rule across attributes. A comparison is satisfied when one side is absent. */
public sealed interface Constraint {

  /** Returns the number of the rule that a violation reports. */
  String rule();

  /** The attribute and its values under which a constraint applies. */
  record Condition(String attribute, Set<String> values) {
    public Condition {
      values = Set.copyOf(values);
    }
  }

  /** An attribute of this record, or of the record that a reference of this record names. */
  record Path(Optional<String> reference, String attribute) {
    /** Returns the attribute of this record that a violation points to. */
    public String own() {
      return reference.orElse(attribute);
    }

    @Override
    public String toString() {
      return reference.map(r -> r + "." + attribute).orElse(attribute);
    }
  }

  /** The number of attributes that must be present. */
  enum Quantity {
    AT_LEAST_ONE,
    EXACTLY_ONE,
    AT_MOST_ONE
  }

  record Presence(String rule, Quantity quantity, List<String> attributes, Optional<Condition> when)
      implements Constraint {}

  /**
   * The attributes must be present when {@code when} is true and all of {@code ifPresent} are
   * present.
   */
  record Required(
      String rule, List<String> attributes, Optional<Condition> when, List<String> ifPresent)
      implements Constraint {}

  record Forbidden(String rule, List<String> attributes, Optional<Condition> when)
      implements Constraint {}

  record Allowed(String rule, String attribute, Set<String> values, Optional<Condition> when)
      implements Constraint {}

  record GreaterThan(String rule, String attribute, BigDecimal bound, Optional<Condition> when)
      implements Constraint {}

  /** The first value is not after the second. */
  record Ordered(String rule, Path first, Path second) implements Constraint {}

  /** A record does not reach itself through the reference; at most 64 levels. */
  record Acyclic(String rule, String reference) implements Constraint {}

  record Equal(String rule, Path first, Path second) implements Constraint {}

  record Different(String rule, String first, String second) implements Constraint {}

  record NonZero(String rule, String attribute) implements Constraint {}

  /** The attribute at the path has one of the values. */
  record Match(String rule, Path path, Set<String> values) implements Constraint {}

  /** The geometries are not disjoint. */
  record Intersects(String rule, String geometry, Path other) implements Constraint {}

  /** The sum over the members of an array is at most {@code max}. */
  record SumAtMost(String rule, String array, String member, BigDecimal max)
      implements Constraint {}
}
