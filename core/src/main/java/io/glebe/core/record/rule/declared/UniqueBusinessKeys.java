package io.glebe.core.record.rule.declared;

import io.glebe.core.catalogue.BusinessKey;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** V10: values of a business key are unique. */
public final class UniqueBusinessKeys implements Rule {
  private static final String RULE = "V10";

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    draft.type().businessKeys().forEach(k -> lookup(draft, k).ifPresent(lookups));
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    for (BusinessKey key : draft.type().businessKeys()) {
      lookup(draft, key)
          .filter(results::contains)
          .flatMap(results::answer)
          .ifPresent(holder -> refuse(draft, key, holder, findings));
    }
  }

  private static void refuse(Draft draft, BusinessKey key, UUID holder, Findings findings) {
    String taken = String.join(", ", key.members()) + " are taken";
    String detail =
        draft.is("User") ? taken : taken + " by " + holder; // the holder is not revealed for people
    findings.add(
        ProblemType.BUSINESS_KEY,
        Violation.at(RULE, Pointers.to(key.members().getFirst()), detail));
  }

  /** The lookup for a key that applies and has changed. */
  private static Optional<Lookup.KeyHolder> lookup(Draft draft, BusinessKey key) {
    List<Optional<String>> values = new ArrayList<>();
    boolean binds = true;
    for (String member : key.members()) {
      Optional<String> value = draft.value(member).map(v -> key.comparable(v.asText()));
      binds = binds && (value.isPresent() || key.absentEqual().contains(member));
      values.add(value);
    }
    boolean fresh = key.members().stream().anyMatch(draft::changed);
    return binds && fresh
        ? Optional.of(
            new Lookup.KeyHolder(draft.type().name(), key.members(), values, draft.input().id()))
        : Optional.empty();
  }
}
