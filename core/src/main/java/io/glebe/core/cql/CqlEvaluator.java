package io.glebe.core.cql;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.time.TimeInterval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;
import org.locationtech.jts.operation.relateng.RelateNG;
import org.locationtech.jts.operation.relateng.RelatePredicate;
import org.locationtech.jts.operation.relateng.TopologyPredicate;

/**
 * Evaluates a filter for a row with SQL's three-valued logic: a comparison of different types or
 * with an absent value is unknown, and unknown does not match. Not thread-safe.
 */
public final class CqlEvaluator {
  private final Cql filter;
  private final IdentityHashMap<Cql, LikePattern> patterns = new IdentityHashMap<>();
  private final IdentityHashMap<Geometry, PreparedGeometry> prepared = new IdentityHashMap<>();

  /** Fails with a 400 problem when the filter is not a condition. */
  public CqlEvaluator(Cql filter) {
    CqlCheck.condition(filter);
    this.filter = filter;
  }

  public boolean matches(CqlRow row) {
    return Boolean.TRUE.equals(evaluateBoolean(filter, row));
  }

  /** True, false, or null for unknown. */
  private @Nullable Boolean evaluateBoolean(Cql node, CqlRow row) {
    return switch (node) {
      case Cql.And(List<Cql> terms) -> all(terms, row, false);
      case Cql.Or(List<Cql> terms) -> all(terms, row, true);
      case Cql.Not(Cql term) -> not(evaluateBoolean(term, row));
      case Cql.Comparison(Cql.Comparator by, Cql left, Cql right) ->
          compare(by, value(left, row), value(right, row));
      case Cql.Between(Cql subject, Cql low, Cql high) -> between(subject, low, high, row);
      case Cql.In(Cql subject, List<Cql> items) -> in(value(subject, row), items, row);
      case Cql.Like like -> like(like, row);
      case Cql.IsNull(Cql subject) -> isNull(subject, row);
      case Cql.Spatial spatial -> spatial(spatial, row);
      case Cql.Temporal(Cql.TemporalRelation by, Cql left, Cql right) ->
          temporal(by, span(time(left, row)), span(time(right, row)));
      default -> value(node, row) instanceof Boolean value ? value : null;
    };
  }

  /** Kleene's AND (decided by false) or OR (decided by true). */
  private @Nullable Boolean all(List<Cql> terms, CqlRow row, boolean decisive) {
    Boolean result = !decisive;
    for (Cql term : terms) {
      Boolean value = evaluateBoolean(term, row);
      if (value == null) {
        result = null;
      } else if (value == decisive) {
        return decisive;
      }
    }
    return result;
  }

  private static @Nullable Boolean not(@Nullable Boolean value) {
    return value == null ? null : !value;
  }

  private @Nullable Boolean between(Cql subject, Cql low, Cql high, CqlRow row) {
    Object value = value(subject, row);
    Boolean above = compare(Cql.Comparator.GE, value, value(low, row));
    Boolean below = compare(Cql.Comparator.LE, value, value(high, row));
    if (Boolean.FALSE.equals(above) || Boolean.FALSE.equals(below)) {
      return false;
    }
    return above == null || below == null ? null : Boolean.TRUE;
  }

  private @Nullable Boolean in(@Nullable Object value, List<Cql> items, CqlRow row) {
    Boolean result = false;
    for (Cql item : items) {
      Boolean same = compare(Cql.Comparator.EQ, value, value(item, row));
      if (Boolean.TRUE.equals(same)) {
        return true;
      }
      result = same == null ? null : result;
    }
    return result;
  }

  private @Nullable Boolean like(Cql.Like like, CqlRow row) {
    LikePattern pattern =
        patterns.computeIfAbsent(like, key -> new LikePattern(like.pattern(), like.ignoreCase()));
    return value(like.subject(), row) instanceof String text ? pattern.matches(text) : null;
  }

  private boolean isNull(Cql subject, CqlRow row) {
    if (subject instanceof Cql.Property(String name)) {
      if (CqlRow.PLACES.contains(name)) {
        return row.geometry().isEmpty();
      }
      JsonNode node = row.property(name);
      return node.isMissingNode() || node.isNull();
    }
    return value(subject, row) == null;
  }

  private @Nullable Boolean spatial(Cql.Spatial spatial, CqlRow row) {
    Optional<Geometry> left = place(spatial.left(), row);
    Optional<Geometry> right = place(spatial.right(), row);
    if (left.isEmpty() || right.isEmpty()) {
      return null;
    }
    try {
      return related(spatial, left.get(), right.get());
    } catch (RuntimeException e) {
      return null; // JTS cannot relate these two geometries
    }
  }

  private boolean related(Cql.Spatial spatial, Geometry left, Geometry right) {
    if (WellKnownText.isCollection(left) || WellKnownText.isCollection(right)) {
      return RelateNG.relate(
          relevant(left, right, spatial.relation() == Cql.SpatialRelation.CONTAINS),
          relevant(right, left, spatial.relation() == Cql.SpatialRelation.WITHIN),
          predicate(spatial.relation()));
    }
    return switch (spatial.relation()) {
      case INTERSECTS ->
          spatial.right() instanceof Cql.Place
              ? prepared(right).intersects(left)
              : prepared(left).intersects(right);
      case DISJOINT -> !prepared(right).intersects(left);
      case EQUALS -> left.equalsTopo(right);
      case TOUCHES -> left.touches(right);
      case WITHIN -> left.within(right);
      case OVERLAPS -> left.overlaps(right);
      case CROSSES -> left.crosses(right);
      case CONTAINS -> left.contains(right);
    };
  }

  /**
   * What contains another geometry, without the parts that are apart from it: JTS finds that an
   * area is not within a collection of a larger area and a point elsewhere.
   */
  private static Geometry relevant(Geometry geometry, Geometry other, boolean contains) {
    if (!contains || !WellKnownText.isCollection(geometry)) {
      return geometry;
    }
    List<Geometry> parts = new ArrayList<>();
    for (int i = 0; i < geometry.getNumGeometries(); i++) {
      Geometry part = geometry.getGeometryN(i);
      if (RelateNG.relate(part, other, RelatePredicate.intersects())) {
        parts.add(part);
      }
    }
    return geometry.getFactory().createGeometryCollection(parts.toArray(Geometry[]::new));
  }

  /** The relation for collections, which the methods of geometries do not accept. */
  private static TopologyPredicate predicate(Cql.SpatialRelation relation) {
    return switch (relation) {
      case INTERSECTS -> RelatePredicate.intersects();
      case DISJOINT -> RelatePredicate.disjoint();
      case EQUALS -> RelatePredicate.equalsTopo();
      case TOUCHES -> RelatePredicate.touches();
      case WITHIN -> RelatePredicate.within();
      case OVERLAPS -> RelatePredicate.overlaps();
      case CROSSES -> RelatePredicate.crosses();
      case CONTAINS -> RelatePredicate.contains();
    };
  }

  /** Only geometries from the filter are worth caching; the cache lives as long as the filter. */
  private PreparedGeometry prepared(Geometry geometry) {
    PreparedGeometry known = prepared.get(geometry);
    if (known == null) {
      known = PreparedGeometryFactory.prepare(geometry);
      if (prepared.isEmpty()) {
        prepared.put(geometry, known);
      }
    }
    return known;
  }

  private static Optional<Geometry> place(Cql node, CqlRow row) {
    return switch (node) {
      case Cql.Place(Geometry geometry) -> Optional.of(geometry);
      case Cql.Property(String name) when CqlRow.PLACES.contains(name) -> row.geometry();
      default -> Optional.empty();
    };
  }

  private @Nullable Object value(Cql node, CqlRow row) {
    return switch (node) {
      case Cql.Number(BigDecimal number) -> number;
      case Cql.Text(String text) -> text;
      case Cql.Truth(boolean value) -> value;
      case Cql.Timestamp(Instant at) -> at;
      case Cql.Date(LocalDate date) -> date;
      case Cql.Property(String name) -> plain(row.property(name));
      case Cql.CaseI(Cql inner) ->
          value(inner, row) instanceof String text ? text.toLowerCase(Locale.ROOT) : null;
      case Cql.AccentI(Cql inner) ->
          value(inner, row) instanceof String text ? withoutAccents(text) : null;
      case Cql.Arithmetic(char operator, Cql left, Cql right) ->
          value(left, row) instanceof BigDecimal a && value(right, row) instanceof BigDecimal b
              ? calculated(operator, a, b)
              : null;
      default -> null;
    };
  }

  private static String withoutAccents(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{M}+", "");
  }

  private static @Nullable Object plain(JsonNode node) {
    if (node.isNumber()) {
      return node.decimalValue();
    }
    if (node.isTextual()) {
      return node.textValue();
    }
    return node.isBoolean() ? node.booleanValue() : null;
  }

  /**
   * Calculates with 34 digits. A result without a value (division by zero, overflow) is unknown.
   */
  private static @Nullable BigDecimal calculated(char operator, BigDecimal a, BigDecimal b) {
    MathContext digits = MathContext.DECIMAL128;
    try {
      return switch (operator) {
        case '+' -> a.add(b, digits);
        case '-' -> a.subtract(b, digits);
        case '*' -> a.multiply(b, digits);
        case '/' -> a.divide(b, digits);
        case '%' -> a.remainder(b, digits);
        case 'd' -> a.divideToIntegralValue(b, digits);
        default -> BigDecimal.valueOf(Math.pow(a.doubleValue(), b.doubleValue()));
      };
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Boolean compare(
      Cql.Comparator by, @Nullable Object left, @Nullable Object right) {
    Integer order = order(left, right);
    if (order == null) {
      return null;
    }
    return switch (by) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
    };
  }

  private static @Nullable Integer order(@Nullable Object left, @Nullable Object right) {
    if (left instanceof BigDecimal a && right instanceof BigDecimal b) {
      return a.compareTo(b);
    }
    if (left instanceof String a && right instanceof String b) {
      return codePoints(a, b);
    }
    if (left instanceof Boolean a && right instanceof Boolean b) {
      return a.compareTo(b);
    }
    if (left instanceof Instant || right instanceof Instant) {
      Instant a = instant(left);
      Instant b = instant(right);
      return a == null || b == null ? null : a.compareTo(b);
    }
    if (left instanceof LocalDate || right instanceof LocalDate) {
      LocalDate a = date(left);
      LocalDate b = date(right);
      return a == null || b == null ? null : a.compareTo(b);
    }
    return null;
  }

  /** Compares by code point, like PostgreSQL compares UTF-8 in collation C. */
  private static int codePoints(String a, String b) {
    int at = 0;
    while (at < a.length() && at < b.length()) {
      int x = a.codePointAt(at);
      int y = b.codePointAt(at);
      if (x != y) {
        return Integer.compare(x, y);
      }
      at += Character.charCount(x);
    }
    return Integer.compare(a.length(), b.length());
  }

  private static @Nullable Instant instant(@Nullable Object value) {
    return switch (value) {
      case Instant at -> at;
      case LocalDate date -> date.atStartOfDay(java.time.ZoneOffset.UTC).toInstant();
      case String text -> {
        TimeInterval span = span(text);
        yield span == null ? null : span.first();
      }
      case null, default -> null;
    };
  }

  private static @Nullable LocalDate date(@Nullable Object value) {
    Instant at = instant(value);
    return at == null ? null : at.atZone(java.time.ZoneOffset.UTC).toLocalDate();
  }

  /** The operand of a temporal relation. */
  private @Nullable Object time(Cql node, CqlRow row) {
    return switch (node) {
      case Cql.Property(String name) when name.equals("datetime") ->
          row.from().isEmpty() ? null : new TimeInterval(row.from(), row.to());
      case Cql.Interval(Optional<Cql> from, Optional<Cql> to) -> {
        // a bound that is given but unknown makes the interval unknown; only ".." leaves it open
        TimeInterval first = from.isEmpty() ? TimeInterval.ALL : span(time(from.get(), row));
        TimeInterval last = to.isEmpty() ? TimeInterval.ALL : span(time(to.get(), row));
        yield first == null || last == null ? null : new TimeInterval(first.from(), last.until());
      }
      default -> value(node, row);
    };
  }

  /** Converts an operand of a temporal relation; null when it is no time. */
  private static @Nullable TimeInterval span(@Nullable Object value) {
    return switch (value) {
      case TimeInterval span -> span;
      case Instant at -> TimeInterval.at(at);
      case LocalDate date -> TimeInterval.of(date, ChronoUnit.NANOS);
      case String text -> TimeInterval.parse(text, ChronoUnit.NANOS).orElse(null);
      case null, default -> null;
    };
  }

  private static @Nullable Boolean temporal(
      Cql.TemporalRelation by, @Nullable TimeInterval a, @Nullable TimeInterval b) {
    if (a == null || b == null) {
      return null;
    }
    int starts = a.first().compareTo(b.first());
    int ends = a.last().compareTo(b.last());
    int startEnd = a.first().compareTo(b.last());
    int endStart = a.last().compareTo(b.first());
    return switch (by) {
      case AFTER -> startEnd > 0;
      case BEFORE -> endStart < 0;
      case CONTAINS -> starts < 0 && ends > 0;
      case DISJOINT -> endStart < 0 || startEnd > 0;
      case DURING -> starts > 0 && ends < 0;
      case EQUALS -> starts == 0 && ends == 0;
      case FINISHEDBY -> starts < 0 && ends == 0;
      case FINISHES -> starts > 0 && ends == 0;
      case INTERSECTS -> endStart >= 0 && startEnd <= 0;
      case MEETS -> endStart == 0;
      case METBY -> startEnd == 0;
      case OVERLAPPEDBY -> starts > 0 && startEnd < 0 && ends > 0;
      case OVERLAPS -> starts < 0 && endStart > 0 && ends < 0;
      case STARTEDBY -> starts == 0 && ends > 0;
      case STARTS -> starts == 0 && ends < 0;
    };
  }
}
