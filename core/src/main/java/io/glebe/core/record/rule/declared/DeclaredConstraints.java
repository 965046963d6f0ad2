package io.glebe.core.record.rule.declared;

import io.glebe.core.catalogue.Constraint;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * V06 to V08, V13, V14, V17, V21, V22, V24: the constraints between attributes that the catalogue
 * declares, and periods that do not end before they begin.
 */
public final class DeclaredConstraints implements Rule {
  private static final Constraint PERIOD =
      new Constraint.Ordered(
          "V07",
          new Constraint.Path(Optional.empty(), "startsAt"),
          new Constraint.Path(Optional.empty(), "endsAt"));

  /** The constraints of an entity type, including the automatic one on its period. */
  static List<Constraint> of(EntityType type) {
    List<Constraint> all = new ArrayList<>(type.constraints());
    if (type.has("startsAt") && type.has("endsAt")) {
      all.add(PERIOD);
    }
    return all;
  }

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    for (Constraint c : draft.type().constraints()) {
      if (c instanceof Constraint.Acyclic a && draft.changed(a.reference())) {
        HierarchyCheck.lookup(draft, a).ifPresent(lookups);
      }
    }
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    PresenceCheck presence = new PresenceCheck(draft, findings);
    ComparisonCheck comparison = new ComparisonCheck(draft, results, findings);
    for (Constraint c : of(draft.type())) {
      switch (c) {
        case Constraint.Presence p -> presence.check(p);
        case Constraint.Required r -> presence.check(r);
        case Constraint.Forbidden f -> presence.check(f);
        case Constraint.Allowed a -> presence.check(a);
        case Constraint.GreaterThan g -> comparison.check(g);
        case Constraint.Ordered o -> comparison.check(o);
        case Constraint.Acyclic a -> HierarchyCheck.check(draft, a, results, findings);
        case Constraint.Equal e -> comparison.check(e);
        case Constraint.Different d -> comparison.check(d);
        case Constraint.NonZero n -> comparison.check(n);
        case Constraint.Match m -> comparison.check(m);
        case Constraint.Intersects i -> comparison.check(i);
        case Constraint.SumAtMost s -> comparison.check(s);
      }
    }
  }
}
