package io.glebe.core.record.rule.declared;

import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Attribute.Companion;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;

/** V11 and V18: a quantity has a unit, an amount has a currency. */
public final class CompanionAttributes implements Rule {
  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    for (Attribute a : draft.type().attributes().values()) {
      if (draft.has(a.name())) {
        a.companion().ifPresent(c -> companion(draft, a, c, findings));
      }
    }
  }

  private static void companion(Draft draft, Attribute a, Companion c, Findings findings) {
    String rule = c.kind() == Companion.Kind.UNIT ? "V11" : "V18";
    String pointer = Pointers.to(c.attribute());
    boolean declaredRequired =
        draft.type().attribute(c.attribute()).filter(Attribute::required).isPresent();
    if (!draft.has(c.attribute()) && !declaredRequired) {
      findings.invalid(rule, pointer, a.name() + " needs " + c.attribute());
    }
  }
}
