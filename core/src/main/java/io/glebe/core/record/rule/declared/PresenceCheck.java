package io.glebe.core.record.rule.declared;

import io.glebe.core.catalogue.Constraint;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.List;
import java.util.Optional;

/** Constraints about attributes that require or exclude each other. */
final class PresenceCheck {
  private final Draft draft;
  private final Findings findings;

  PresenceCheck(Draft draft, Findings findings) {
    this.draft = draft;
    this.findings = findings;
  }

  /**
   * Whether a condition holds. One on a state that cannot follow does not: then the transition is
   * refused, and what the state would need must not hide that.
   */
  static boolean holds(Draft draft, Optional<Constraint.Condition> when) {
    return when.map(
            c ->
                draft.text(c.attribute()).filter(c.values()::contains).isPresent()
                    && !StateModel.refuses(draft, c.attribute()))
        .orElse(true);
  }

  void check(Constraint.Presence c) {
    if (!holds(draft, c.when())) {
      return;
    }
    List<String> present = c.attributes().stream().filter(draft::has).toList();
    String names = String.join(", ", c.attributes());
    if (present.isEmpty() && c.quantity() != Constraint.Quantity.AT_MOST_ONE) {
      boolean place = c.rule().equals("V08");
      String at = place ? "regionId" : c.attributes().getFirst();
      findings.invalid(c.rule(), Pointers.to(at), "one of " + names + " is needed");
    }
    if (present.size() > 1 && c.quantity() != Constraint.Quantity.AT_LEAST_ONE) {
      findings.invalid(
          c.rule(), Pointers.to(present.get(1)), "only one of " + names + " may be given");
    }
  }

  void check(Constraint.Required c) {
    boolean binds = holds(draft, c.when()) && c.ifPresent().stream().allMatch(draft::has);
    if (binds) {
      c.attributes().stream()
          .filter(a -> !draft.has(a))
          .forEach(a -> findings.invalid(c.rule(), Pointers.to(a), a + " is needed" + because(c)));
    }
  }

  private static String because(Constraint.Required c) {
    String beside = c.ifPresent().isEmpty() ? "" : " beside " + String.join(", ", c.ifPresent());
    return beside + because(c.when());
  }

  private static String because(Optional<Constraint.Condition> when) {
    return when.map(
            w ->
                " when "
                    + w.attribute()
                    + " is "
                    + String.join(" or ", w.values().stream().sorted().toList()))
        .orElse("");
  }

  void check(Constraint.Forbidden c) {
    if (holds(draft, c.when())) {
      c.attributes().stream()
          .filter(draft::has)
          .forEach(
              a ->
                  findings.invalid(
                      c.rule(), Pointers.to(a), a + " must be absent" + because(c.when())));
    }
  }

  void check(Constraint.Allowed c) {
    Optional<String> value = draft.text(c.attribute());
    if (value.isPresent() && holds(draft, c.when()) && !c.values().contains(value.get())) {
      findings.invalid(
          c.rule(), Pointers.to(c.attribute()), value.get() + " does not fit" + because(c.when()));
    }
  }
}
