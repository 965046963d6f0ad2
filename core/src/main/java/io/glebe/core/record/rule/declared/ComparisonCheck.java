package io.glebe.core.record.rule.declared;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.Constraint;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.geo.GeometryCheck;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.RecordMerge;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Instants;
import io.glebe.core.record.rule.value.Pointers;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;

/**
 * Constraints that compare values, also with values of referenced records; a constraint with an
 * absent side holds.
 */
final class ComparisonCheck {
  /** The rule of geometries that are not valid, which are not compared. */
  private static final String GEOMETRY_RULE = "V12";

  private static final List<String> TYPES =
      List.of("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon");

  private final Draft draft;
  private final LookupResults results;
  private final Findings findings;

  ComparisonCheck(Draft draft, LookupResults results, Findings findings) {
    this.draft = draft;
    this.results = results;
    this.findings = findings;
  }

  private Optional<JsonNode> at(Constraint.Path path) {
    return path.reference().isPresent()
        ? draft.referredValue(path.reference().get(), path.attribute(), results)
        : draft.value(path.attribute());
  }

  /**
   * The attribute that a violation points to: the reference when one side is behind a reference,
   * otherwise the first one.
   */
  private static String place(Constraint.Path first, Constraint.Path otherwise) {
    return Pointers.to(first.reference().isPresent() ? first.own() : otherwise.own());
  }

  void check(Constraint.Equal c) {
    Optional<JsonNode> first = at(c.first());
    Optional<JsonNode> second = at(c.second());
    if (first.isPresent() && second.isPresent() && !RecordMerge.same(first.get(), second.get())) {
      findings.invalid(
          c.rule(), place(c.first(), c.second()), c.first() + " and " + c.second() + " differ");
    }
  }

  void check(Constraint.Ordered c) {
    Optional<Instant> begin = at(c.first()).map(JsonNode::asText).flatMap(Instants::first);
    Optional<Instant> end = at(c.second()).map(JsonNode::asText).flatMap(Instants::last);
    if (begin.isPresent() && end.isPresent() && begin.get().isAfter(end.get())) {
      findings.invalid(
          c.rule(), place(c.first(), c.second()), c.second() + " is before " + c.first());
    }
  }

  void check(Constraint.Match c) {
    at(c.path())
        .filter(JsonNode::isTextual)
        .filter(v -> !c.values().contains(v.textValue()))
        .ifPresent(
            v ->
                findings.invalid(
                    c.rule(),
                    Pointers.to(c.path().own()),
                    c.path()
                        + " is "
                        + v.textValue()
                        + ", expected is "
                        + String.join(" or ", c.values())));
  }

  void check(Constraint.Different c) {
    Optional<JsonNode> first = draft.value(c.first());
    if (first.isPresent() && first.equals(draft.value(c.second()))) {
      findings.invalid(c.rule(), Pointers.to(c.second()), c.second() + " equals " + c.first());
    }
  }

  void check(Constraint.NonZero c) {
    draft
        .number(c.attribute())
        .filter(n -> n.signum() == 0)
        .ifPresent(
            _ -> findings.invalid(c.rule(), Pointers.to(c.attribute()), c.attribute() + " is 0"));
  }

  void check(Constraint.GreaterThan c) {
    if (PresenceCheck.holds(draft, c.when())) {
      draft
          .number(c.attribute())
          .filter(n -> n.compareTo(c.bound()) <= 0)
          .ifPresent(
              _ ->
                  findings.invalid(
                      c.rule(),
                      Pointers.to(c.attribute()),
                      c.attribute() + " must be above " + c.bound().toPlainString()));
    }
  }

  void check(Constraint.SumAtMost c) {
    BigDecimal sum = BigDecimal.ZERO;
    for (JsonNode item : draft.after().path(c.array())) {
      JsonNode share = item.path(c.member());
      sum = share.isNumber() ? sum.add(share.decimalValue()) : sum;
    }
    boolean sound = !findings.faulty(Pointers.to(c.array()));
    if (sound && sum.compareTo(c.max()) > 0) {
      findings.invalid(
          c.rule(),
          Pointers.to(c.array()),
          "the "
              + c.member()
              + "s add up to "
              + sum.toPlainString()
              + ", more than "
              + c.max().toPlainString());
    }
  }

  void check(Constraint.Intersects c) {
    Optional<JsonNode> own = draft.value(c.geometry());
    Optional<JsonNode> other = at(c.other());
    boolean fresh =
        draft.changed(c.geometry()) && !findings.breaks(GEOMETRY_RULE, Pointers.to(c.geometry()));
    if (own.isEmpty() || other.isEmpty() || !fresh || !sound(own.get()) || !sound(other.get())) {
      return;
    }
    // prepared: searches for one crossing of segments instead of noding both geometries, whatever
    // the number of crossings
    boolean touching =
        PreparedGeometryFactory.prepare(GeoJson.toGeometry(other.get()))
            .intersects(GeoJson.toGeometry(own.get()));
    if (!touching) {
      findings.invalid(
          c.rule(),
          Pointers.to(c.geometry()),
          c.geometry() + " and " + c.other() + " do not touch");
    }
  }

  private static boolean sound(JsonNode geometry) {
    return GeometryCheck.faults(geometry, TYPES).isEmpty();
  }
}
