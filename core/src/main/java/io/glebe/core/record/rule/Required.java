package io.glebe.core.record.rule;

import io.glebe.core.catalogue.Attribute;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;

/** Required attributes are present and immutable ones keep their value. */
final class Required {
  private Required() {}

  static void check(Draft draft, Findings findings) {
    for (Attribute a : draft.type().attributes().values()) {
      String pointer = Pointers.to(a.name());
      boolean missing = a.required() && !a.readOnly() && !draft.has(a.name());
      if (missing && !findings.faulty(pointer)) {
        findings.invalid("required", pointer, a.name() + " is required");
      }
      boolean moved = a.immutable() && !draft.creation() && draft.changed(a.name());
      if (moved && !findings.faulty(pointer)) {
        findings.invalid("immutable", pointer, a.name() + " cannot change after the creation");
      }
    }
  }
}
