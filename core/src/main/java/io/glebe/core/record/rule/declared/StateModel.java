package io.glebe.core.record.rule.declared;

import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.Lifecycle;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.List;
import java.util.Optional;

/**
 * V09: a status is initial on creation (any for an import) and changes only as the state model
 * allows.
 */
public final class StateModel implements Rule {
  private static final String RULE = "V09";

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    Optional<Lifecycle> lifecycle = draft.type().lifecycle();
    if (lifecycle.isPresent()) {
      String attribute = lifecycle.get().attribute();
      draft
          .text(attribute)
          .filter(_ -> !findings.faulty(Pointers.to(attribute)))
          .ifPresent(state -> check(draft, lifecycle.get(), state, findings));
    }
  }

  private static void check(Draft draft, Lifecycle l, String state, Findings findings) {
    Optional<String> from = draft.storedText(l.attribute());
    if (from.isPresent() && !allows(draft, l, from.get(), state)) {
      List<String> next = l.next(from.get());
      String ways = next.isEmpty() ? "nothing follows" : "possible are " + String.join(", ", next);
      refuse(
          findings, l, "the state cannot change from " + from.get() + " to " + state + "; " + ways);
    }
    boolean imported =
        draft.text(CommonAttributes.ORIGIN_TYPE).filter("IMPORT"::equals).isPresent();
    if (draft.creation() && !imported && !l.initial().contains(state)) {
      refuse(findings, l, "a new record is " + String.join(" or ", l.initial()) + ", not " + state);
    }
  }

  /** Whether the attribute is a state that cannot follow the stored one. */
  static boolean refuses(Draft draft, String attribute) {
    Optional<String> from = draft.storedText(attribute);
    Optional<String> to = draft.text(attribute);
    return draft
        .type()
        .lifecycle()
        .filter(l -> l.attribute().equals(attribute) && from.isPresent() && to.isPresent())
        .filter(l -> !allows(draft, l, from.get(), to.get()))
        .isPresent();
  }

  private static boolean allows(Draft draft, Lifecycle l, String from, String to) {
    return l.allows(from, to, draft.input().caller().kind() == RuleCaller.Kind.SYSTEM);
  }

  private static void refuse(Findings findings, Lifecycle l, String detail) {
    findings.add(
        ProblemType.INVALID_TRANSITION, Violation.at(RULE, Pointers.to(l.attribute()), detail));
  }
}
