package io.glebe.core.record.rule.job;

import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** V02: originType is declared on creation, matches the caller and never changes. */
public final class Origin implements Rule {
  private static final String RULE = "V02";
  private static final String POINTER = Pointers.to(CommonAttributes.ORIGIN_TYPE);

  private static final Map<RuleCaller.Kind, Set<String>> ALLOWED =
      Map.of(
          RuleCaller.Kind.PERSON, Set.of("USER", "SERVICE", "DEVICE", "IMPORT"),
          RuleCaller.Kind.CLIENT, Set.of("SERVICE", "DEVICE", "IMPORT"),
          RuleCaller.Kind.DEVICE, Set.of("DEVICE"),
          RuleCaller.Kind.SYSTEM, Set.of("SYSTEM"));

  /** The default origin of a caller's record. */
  public static String ordinary(RuleCaller.Kind kind) {
    return switch (kind) {
      case PERSON -> "USER";
      case CLIENT -> "SERVICE";
      case DEVICE -> "DEVICE";
      case SYSTEM -> "SYSTEM";
    };
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    Optional<String> declared = draft.text(CommonAttributes.ORIGIN_TYPE);
    if (!draft.creation()) {
      if (draft.changed(CommonAttributes.ORIGIN_TYPE)) {
        findings.invalid(RULE, POINTER, "originType cannot change after the creation");
      }
    } else if (declared.isEmpty() || !CommonAttributes.ORIGINS.contains(declared.get())) {
      findings.invalid(
          RULE, POINTER, "originType is one of " + String.join(", ", CommonAttributes.ORIGINS));
    } else if (!ALLOWED
        .getOrDefault(draft.input().caller().kind(), Set.of())
        .contains(declared.get())) {
      findings.invalid(
          RULE, POINTER, "this caller cannot create a record of origin " + declared.get());
    }
  }
}
