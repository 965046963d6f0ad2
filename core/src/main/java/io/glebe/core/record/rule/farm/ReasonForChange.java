package io.glebe.core.record.rule.farm;

import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * V16: records that a submitted report lists change only with a reason. A change of a field counts
 * for its default region as well.
 */
public final class ReasonForChange implements Rule {
  static final String HEADER = "Change-Reason";

  /** Maximum length of a reason in characters. */
  public static final int MAX_LENGTH = 2_000;

  private static final String RULE = "V16";

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    if (!draft.creation()) {
      lookups.accept(itself(draft));
      region(draft).ifPresent(lookups);
    }
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (draft.creation()) {
      return;
    }
    boolean reported =
        results.answer(itself(draft)) || region(draft).map(results::answer).orElse(false);
    if (reported && draft.input().reason().filter(ReasonForChange::isReason).isEmpty()) {
      findings.add(
          ProblemType.REASON_REQUIRED,
          Violation.header(
              RULE,
              HEADER,
              "a submitted report lists this record: a change needs a reason of 1 to "
                  + MAX_LENGTH
                  + " characters"));
    }
  }

  private static boolean isReason(String reason) {
    return !reason.isBlank() && reason.codePointCount(0, reason.length()) <= MAX_LENGTH;
  }

  private static Lookup.Reported itself(Draft draft) {
    return new Lookup.Reported(draft.type().name(), draft.input().id());
  }

  private static Optional<Lookup.Reported> region(Draft draft) {
    boolean carriedOver =
        draft.is("Field") && DefaultRegions.FOLLOWED.stream().anyMatch(draft::changed);
    return carriedOver
        ? Optional.of(new Lookup.Reported("Region", DefaultRegions.idOf(draft.input().id())))
        : Optional.empty();
  }
}
