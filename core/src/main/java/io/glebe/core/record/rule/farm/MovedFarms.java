package io.glebe.core.record.rule.farm;

import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * V04 for a farm that moves to another organization: no role of the old organization is assigned on
 * it.
 */
public final class MovedFarms implements Rule {
  private static final String ORGANIZATION = "organizationId";

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    lookup(draft).ifPresent(lookups);
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (lookup(draft).filter(results::answer).isPresent()) {
      findings.add(
          ProblemType.DEPENDENT_RECORDS,
          Violation.at(
              "V04",
              Pointers.to(ORGANIZATION),
              "roles of its organization are assigned on this farm"));
    }
  }

  private static Optional<Lookup.RolesAssigned> lookup(Draft draft) {
    boolean moves = draft.is("Farm") && !draft.creation() && draft.changed(ORGANIZATION);
    Optional<UUID> left = draft.storedText(ORGANIZATION).flatMap(Draft::uuidOf);
    return left.filter(o -> moves && draft.input().caller().kind() != RuleCaller.Kind.SYSTEM)
        .map(o -> new Lookup.RolesAssigned(draft.input().id(), o));
  }
}
