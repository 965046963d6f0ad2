package io.glebe.core.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Envelope;

/**
 * Compiles a filter to an SQL condition over the columns {@code id}, {@code properties} (jsonb) and
 * {@code west, south, east, north}. The condition is true for every row that matches the filter. If
 * it is {@link Condition#exact} it is true for no other row; otherwise {@link CqlEvaluator} must
 * check each row. Names and values are bound parameters, never part of the text.
 */
public final class CqlSql {
  private static final Condition ALL = new Condition("TRUE", false);

  private final List<Object> parameters;

  /** Appends bound values to this list. */
  public CqlSql(List<Object> parameters) {
    this.parameters = parameters;
  }

  /**
   * An SQL condition.
   *
   * @param exact whether it is false and unknown for exactly the same rows as the filter
   */
  public record Condition(String sql, boolean exact) {}

  public Condition compile(Cql filter) {
    return switch (filter) {
      case Cql.And(List<Cql> terms) -> joined(terms, " AND ");
      case Cql.Or(List<Cql> terms) -> joined(terms, " OR ");
      case Cql.Not(Cql term) -> negated(term);
      case Cql.Comparison(Cql.Comparator by, Cql left, Cql right) -> comparison(by, left, right);
      case Cql.Between(Cql subject, Cql low, Cql high) ->
          joined(
              List.of(
                  new Cql.Comparison(Cql.Comparator.GE, subject, low),
                  new Cql.Comparison(Cql.Comparator.LE, subject, high)),
              " AND ");
      case Cql.In(Cql subject, List<Cql> items) ->
          joined(
              items.stream()
                  .<Cql>map(item -> new Cql.Comparison(Cql.Comparator.EQ, subject, item))
                  .toList(),
              " OR ");
      case Cql.Like like -> like(like);
      case Cql.IsNull(Cql.Property(String name)) when isPlain(name) ->
          new Condition("COALESCE(jsonb_typeof(" + json(name) + "), 'null') = 'null'", true);
      case Cql.Truth(boolean value) -> new Condition(value ? "TRUE" : "FALSE", true);
      case Cql.Spatial spatial -> spatial(spatial);
      default -> ALL;
    };
  }

  /** Geometry and time variables are not properties. */
  private static boolean isPlain(String name) {
    return !CqlRow.PLACES.contains(name);
  }

  private Condition joined(List<Cql> terms, String word) {
    List<String> parts = new ArrayList<>();
    boolean exact = true;
    boolean and = word.equals(" AND ");
    int bound = parameters.size();
    for (Cql term : terms) {
      Condition part = compile(term);
      exact &= part.exact();
      if (!part.equals(ALL)) {
        parts.add(part.sql());
      } else if (!and) {
        return nothing(bound);
      }
    }
    return parts.isEmpty() ? ALL : new Condition("(" + String.join(word, parts) + ")", exact);
  }

  private Condition negated(Cql term) {
    int bound = parameters.size();
    Condition inner = compile(term);
    return inner.exact() ? new Condition("(NOT " + inner.sql() + ")", true) : nothing(bound);
  }

  /**
   * Returns no condition and removes the values that were bound for it: a parameter without a use
   * in the text is an error.
   */
  private Condition nothing(int bound) {
    parameters.subList(bound, parameters.size()).clear();
    return ALL;
  }

  private Condition comparison(Cql.Comparator by, Cql left, Cql right) {
    if (left instanceof Cql.Property(String name) && isPlain(name)) {
      return compared(name, by, right);
    }
    if (right instanceof Cql.Property(String name) && isPlain(name)) {
      return compared(name, flipped(by), left);
    }
    return ALL;
  }

  private Condition compared(String name, Cql.Comparator by, Cql literal) {
    Optional<String> sides =
        switch (literal) {
          case Cql.Number(var value) -> {
            String bound = text(value.toString()) + "::numeric";
            yield Optional.of("cql_number(" + json(name) + ") " + by.symbol() + " " + bound);
          }
          case Cql.Text(String value) ->
              Optional.of(
                  "cql_text(" + json(name) + ") COLLATE \"C\" " + by.symbol() + " " + text(value));
          case Cql.Truth(boolean value) ->
              Optional.of("cql_truth(" + json(name) + ") " + by.symbol() + " " + value);
          default -> Optional.empty();
        };
    return sides.map(sql -> new Condition("(" + sql + ")", true)).orElse(ALL);
  }

  private static Cql.Comparator flipped(Cql.Comparator by) {
    return switch (by) {
      case LT -> Cql.Comparator.GT;
      case LE -> Cql.Comparator.GE;
      case GT -> Cql.Comparator.LT;
      case GE -> Cql.Comparator.LE;
      case EQ, NE -> by;
    };
  }

  private Condition like(Cql.Like like) {
    if (!(like.subject() instanceof Cql.Property(String name)) || !isPlain(name)) {
      return ALL;
    }
    LikePattern pattern = new LikePattern(like.pattern(), like.ignoreCase());
    String subject = "cql_text(" + json(name) + ") COLLATE \"C\"";
    return like.ignoreCase()
        ? new Condition("(" + subject + " ILIKE " + text(pattern.widened()) + ")", false)
        : new Condition("(" + subject + " LIKE " + text(pattern.sql()) + ")", true);
  }

  private Condition spatial(Cql.Spatial spatial) {
    if (spatial.relation() == Cql.SpatialRelation.DISJOINT) {
      return ALL;
    }
    Cql other = spatial.left() instanceof Cql.Property ? spatial.right() : spatial.left();
    boolean ours =
        spatial.left() instanceof Cql.Property || spatial.right() instanceof Cql.Property;
    if (!ours || !(other instanceof Cql.Place(var place)) || place.isEmpty()) {
      return ALL;
    }
    List<String> boxes = new ArrayList<>();
    for (int part = 0; part < Math.min(place.getNumGeometries(), 2); part++) {
      Envelope box = place.getEnvelopeInternal();
      if (place.getNumGeometries() == 2) {
        box = place.getGeometryN(part).getEnvelopeInternal();
      }
      boxes.add(touches(box));
    }
    return new Condition(
        "(" + String.join(" OR ", boxes.stream().distinct().toList()) + ")", false);
  }

  /** Returns a condition that the row's box intersects this box; it uses the index. */
  public String touches(Envelope box) {
    for (double value : new double[] {box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY()}) {
      parameters.add(value);
    }
    int last = parameters.size();
    return "box(point(west, south), point(east, north)) && box(point($%d, $%d), point($%d, $%d))"
        .formatted(last - 3, last - 2, last - 1, last);
  }

  private String json(String name) {
    if (name.equals("id")) {
      return "to_jsonb(id)";
    }
    return "(properties -> " + text(name) + ")";
  }

  private String text(String value) {
    parameters.add(value);
    return "$" + parameters.size() + "::text";
  }
}
