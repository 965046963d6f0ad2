package io.glebe.core.record.rule.declared;

import io.glebe.core.catalogue.Constraint;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Hierarchies have no cycle and at most 64 levels. */
final class HierarchyCheck {
  private HierarchyCheck() {}

  /** The lookup of the record's new parents; none without parents. */
  static Optional<Lookup.Lineage> lookup(Draft draft, Constraint.Acyclic c) {
    Set<UUID> parents =
        draft.references().stream()
            .filter(r -> r.attribute().name().equals(c.reference()))
            .map(Draft.Ref::id)
            .collect(Collectors.toSet());
    return parents.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Lookup.Lineage(draft.type().name(), c.reference(), draft.input().id(), parents));
  }

  static void check(Draft draft, Constraint.Acyclic c, LookupResults results, Findings findings) {
    lookup(draft, c)
        .filter(results::contains)
        .map(results::answer)
        .ifPresent(
            s -> {
              if (s.reachesSelf()) {
                findings.invalid(
                    c.rule(), Pointers.to(c.reference()), "the record would be its own ancestor");
              } else if (s.above() + 1 + s.below() > Lookup.Lineage.MAX_LEVELS) {
                findings.invalid(
                    c.rule(),
                    Pointers.to(c.reference()),
                    "a hierarchy has at most " + Lookup.Lineage.MAX_LEVELS + " levels");
              }
            });
  }
}
