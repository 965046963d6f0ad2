package io.glebe.core.cql;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects the properties that a filter uses, in order of appearance. */
public final class CqlNames {
  private final Set<String> names = new LinkedHashSet<>();

  private CqlNames() {}

  public static Set<String> of(Cql filter) {
    CqlNames found = new CqlNames();
    found.visit(filter);
    return found.names;
  }

  private void visit(Cql node) {
    switch (node) {
      case Cql.Property(String name) -> names.add(name);
      case Cql.And(List<Cql> terms) -> terms.forEach(this::visit);
      case Cql.Or(List<Cql> terms) -> terms.forEach(this::visit);
      case Cql.Not(Cql term) -> visit(term);
      case Cql.Comparison(var by, Cql left, Cql right) -> both(left, right);
      case Cql.Like(Cql subject, var pattern, var ignoreCase) -> visit(subject);
      case Cql.Between(Cql subject, Cql low, Cql high) -> {
        visit(subject);
        both(low, high);
      }
      case Cql.In(Cql subject, List<Cql> items) -> {
        visit(subject);
        items.forEach(this::visit);
      }
      case Cql.IsNull(Cql subject) -> visit(subject);
      case Cql.Spatial(var relation, Cql left, Cql right) -> both(left, right);
      case Cql.Temporal(var relation, Cql left, Cql right) -> both(left, right);
      case Cql.Arithmetic(var operator, Cql left, Cql right) -> both(left, right);
      case Cql.CaseI(Cql text) -> visit(text);
      case Cql.AccentI(Cql text) -> visit(text);
      case Cql.Interval(Optional<Cql> from, Optional<Cql> to) -> {
        from.ifPresent(this::visit);
        to.ifPresent(this::visit);
      }
      case Cql.Text text -> {}
      case Cql.Number number -> {}
      case Cql.Truth _ -> {}
      case Cql.Timestamp time -> {}
      case Cql.Date date -> {}
      case Cql.Place place -> {}
    }
  }

  private void both(Cql left, Cql right) {
    visit(left);
    visit(right);
  }
}
