package io.glebe.core.record.rule.reference;

import io.glebe.core.access.OwnerScope;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * V29: the identifiers of a partner are set together and unique within the farm or organization;
 * for a record of neither, among the records of its creator.
 */
public final class ExternalIds implements Rule {
  private static final String RULE = "V29";
  private static final String ID = "externalId";
  private static final String PROVIDER = "externalProvider";
  private static final Set<String> WITHIN_ORGANIZATION = Set.of("Farm", "Product");

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    lookup(draft, results).ifPresent(lookups);
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (draft.type().has(ID) && draft.has(ID) != draft.has(PROVIDER)) {
      findings.invalid(
          RULE, Pointers.to(ID), "externalId and externalProvider must be sent together");
    }
    lookup(draft, results)
        .filter(results::contains)
        .flatMap(results::answer)
        .ifPresent(
            holder ->
                findings.add(
                    ProblemType.BUSINESS_KEY,
                    Violation.at(RULE, Pointers.to(ID), "the identifier is used by " + holder)));
  }

  private static Optional<Lookup.ExternalIdHolder> lookup(Draft draft, LookupResults results) {
    Optional<String> id = draft.text(ID);
    Optional<String> provider = draft.text(PROVIDER);
    boolean fresh = draft.changed(ID) || draft.changed(PROVIDER);
    if (!draft.type().has(ID) || id.isEmpty() || provider.isEmpty() || !fresh) {
      return Optional.empty();
    }
    return scope(draft, results)
        .map(
            s ->
                new Lookup.ExternalIdHolder(
                    draft.type().name(), s, provider.get(), id.get(), draft.input().id()));
  }

  private static Optional<Lookup.ExternalScope> scope(Draft draft, LookupResults results) {
    if (draft.is("Organization")) {
      return Optional.of(new Lookup.ExternalScope.OfMaker());
    }
    if (WITHIN_ORGANIZATION.contains(draft.type().name())) {
      return draft.uuid("organizationId").map(Lookup.ExternalScope.OfOrganization::new);
    }
    return switch (OwnerScopeResolver.of(draft.type(), draft.after(), results).orElse(null)) {
      case OwnerScope.OfFarm of -> Optional.of(new Lookup.ExternalScope.OfFarm(of.farm()));
      case OwnerScope.OfOrganization of ->
          Optional.of(new Lookup.ExternalScope.OfOrganization(of.organization()));
      case OwnerScope.OfPlatform of ->
          of.maintainer().map(Lookup.ExternalScope.OfOrganization::new);
      case OwnerScope.OfCreator _ -> Optional.of(new Lookup.ExternalScope.OfMaker());
      case null, default -> Optional.empty();
    };
  }
}
