package io.glebe.core.cql;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;

/** A node of a CQL2 filter. Trees are immutable and at most {@link Cql2Text#MAX_DEPTH} deep. */
public sealed interface Cql {
  record And(List<Cql> terms) implements Cql {
    public And {
      terms = List.copyOf(terms);
    }
  }

  record Or(List<Cql> terms) implements Cql {
    public Or {
      terms = List.copyOf(terms);
    }
  }

  record Not(Cql term) implements Cql {}

  record Comparison(Comparator comparator, Cql left, Cql right) implements Cql {}

  /** Pattern with {@code %} and {@code _}, backslash escapes. */
  record Like(Cql subject, String pattern, boolean ignoreCase) implements Cql {}

  record Between(Cql subject, Cql low, Cql high) implements Cql {}

  record In(Cql subject, List<Cql> items) implements Cql {
    public In {
      items = List.copyOf(items);
    }
  }

  record IsNull(Cql subject) implements Cql {}

  record Spatial(SpatialRelation relation, Cql left, Cql right) implements Cql {}

  record Temporal(TemporalRelation relation, Cql left, Cql right) implements Cql {}

  record Arithmetic(char operator, Cql left, Cql right) implements Cql {}

  /** The text without regard to case. */
  record CaseI(Cql text) implements Cql {}

  /** The text without regard to accents. */
  record AccentI(Cql text) implements Cql {}

  record Property(String name) implements Cql {}

  record Text(String value) implements Cql {}

  record Number(BigDecimal value) implements Cql {}

  record Truth(boolean value) implements Cql {}

  record Timestamp(Instant value) implements Cql {}

  record Date(LocalDate value) implements Cql {}

  /** An interval; an absent bound leaves it open. A bound is a time or a property. */
  record Interval(Optional<Cql> from, Optional<Cql> to) implements Cql {}

  record Place(Geometry value) implements Cql {}

  /** The six comparison operators. */
  enum Comparator {
    EQ("="),
    NE("<>"),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">=");

    private final String symbol;

    Comparator(String symbol) {
      this.symbol = symbol;
    }

    /** The operator as it is written in CQL2 and in SQL. */
    public String symbol() {
      return symbol;
    }

    static Comparator of(String symbol) {
      String plain = symbol.equals("!=") ? "<>" : symbol;
      for (Comparator comparator : values()) {
        if (comparator.symbol.equals(plain)) {
          return comparator;
        }
      }
      throw new IllegalArgumentException(symbol);
    }
  }

  /** The simple spatial relations, named as {@code s_...} functions. */
  enum SpatialRelation {
    INTERSECTS,
    EQUALS,
    DISJOINT,
    TOUCHES,
    WITHIN,
    OVERLAPS,
    CROSSES,
    CONTAINS
  }

  /** The temporal relations, named as {@code t_...} functions. */
  enum TemporalRelation {
    AFTER,
    BEFORE,
    CONTAINS,
    DISJOINT,
    DURING,
    EQUALS,
    FINISHEDBY,
    FINISHES,
    INTERSECTS,
    MEETS,
    METBY,
    OVERLAPPEDBY,
    OVERLAPS,
    STARTEDBY,
    STARTS
  }
}
