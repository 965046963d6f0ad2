package io.glebe.core.record.rule.declared;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Lifecycle;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;

/**
 * V15: callers cannot change a submitted record; only the platform's own workers change its state.
 */
public final class Immutability implements Rule {
  private static final String RULE = "V15";

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    boolean system = draft.input().caller().kind() == RuleCaller.Kind.SYSTEM;
    if (!system) {
      draft.stored().ifPresent(b -> check(draft.type(), b, findings));
    }
  }

  public static void check(EntityType type, ObjectNode stored, Findings findings) {
    type.lifecycle()
        .filter(l -> frozen(l, stored))
        .ifPresent(
            l ->
                findings.add(
                    ProblemType.IMMUTABLE_RECORD,
                    Violation.at(
                        RULE,
                        Pointers.to(l.attribute()),
                        "the record is "
                            + stored.path(l.attribute()).asText()
                            + " and stays as it is; a correction is a new record that names this"
                            + " one")));
  }

  private static boolean frozen(Lifecycle lifecycle, ObjectNode stored) {
    return lifecycle.immutableFrom().contains(stored.path(lifecycle.attribute()).asText());
  }
}
