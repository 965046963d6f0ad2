package io.glebe.core.catalogue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A declared rule across attributes; an absent side makes a comparison hold. */
public sealed interface Constraint {

  /** The number of the rule in whose name a violation is reported. */
  String rule();

  /** Attributes and values under which a constraint binds. */
  record Condition(String attribute, Set<String> values) {
    public Condition {
      values = Set.copyOf(values);
    }
  }

  /** An attribute of this record, or, behind a reference, of the record it names. */
  record Path(Optional<String> reference, String attribute) {
    /** The attribute of this record that a violation points to. */
    public String own() {
      return reference.orElse(attribute);
    }

    @Override
    public String toString() {
      return reference.map(r -> r + "." + attribute).orElse(attribute);
    }
  }

  /** How many of some attributes are present. */
  enum Quantity {
    AT_LEAST_ONE,
    EXACTLY_ONE,
    AT_MOST_ONE
  }

  record Presence(String rule, Quantity quantity, List<String> attributes, Optional<Condition> when)
      implements Constraint {}

  /**
   * The attributes must be present while {@code when} holds and all of {@code ifPresent} are
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

  /** The first is not after the second. */
  record Ordered(String rule, Path first, Path second) implements Constraint {}

  /** No record reaches itself through the reference; at most 64 levels. */
  record Acyclic(String rule, String reference) implements Constraint {}

  record Equal(String rule, Path first, Path second) implements Constraint {}

  record Different(String rule, String first, String second) implements Constraint {}

  record NonZero(String rule, String attribute) implements Constraint {}

  /** The attribute at the path has one of the values. */
  record Match(String rule, Path path, Set<String> values) implements Constraint {}

  /** The geometries are not disjoint. */
  record Intersects(String rule, String geometry, Path other) implements Constraint {}

  /** The members of an array add up to at most {@code max}. */
  record SumAtMost(String rule, String array, String member, BigDecimal max)
      implements Constraint {}
}
