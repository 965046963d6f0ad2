package io.glebe.core.record.rule.user;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * V25 for a role in use: a change of the role gives permissions to, or takes them from, everyone
 * who holds it, wherever it is assigned. The caller must hold these permissions on all these farms
 * for as long as the role gives them. An administrator may change every role.
 */
public final class AssignedRoles implements Rule {
  private static final String PERMISSIONS = "permissions";

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    if (!changes(draft).isEmpty()) {
      lookups.accept(new Lookup.AssignedFarms(draft.input().id()));
    }
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    Set<String> changes = changes(draft);
    if (changes.isEmpty()) {
      return;
    }
    Set<UUID> farms = results.answer(new Lookup.AssignedFarms(draft.input().id()));
    JsonNode after = draft.after().path(PERMISSIONS);
    Instant until = GivenTime.of(draft.after()).until();
    for (String permission : changes) {
      String pointer = pointer(after, permission);
      if (findings.faulty(pointer)) {
        continue; // no permission, which is refused already
      }
      Instant needed = pointer.equals("/permissions") ? Instant.MIN : until;
      boolean held = farms.stream().allMatch(farm -> holds(draft, farm, permission, needed));
      if (!held) {
        String detail = "the caller lacks " + permission + " where the role is assigned";
        findings.add(ProblemType.FORBIDDEN, Violation.at("V25", pointer, detail));
      }
    }
  }

  private static boolean holds(Draft draft, UUID farm, String permission, Instant until) {
    RuleCaller.Rights rights = draft.input().caller().rights();
    return rights.onFarm(farm, permission) && !rights.farmUntil(farm, permission).isBefore(until);
  }

  /**
   * The permissions that a change of a stored role adds or removes; all of them when its period
   * changes.
   */
  private static Set<String> changes(Draft draft) {
    RuleCaller caller = draft.input().caller();
    boolean free = caller.kind() == RuleCaller.Kind.SYSTEM || caller.rights().administrator();
    if (!draft.is("Role") || draft.creation() || free) {
      return Set.of();
    }
    Set<String> stored = names(draft.stored().orElseThrow().path(PERMISSIONS));
    JsonNode after = draft.after().path(PERMISSIONS);
    if (!after.isArray()) {
      return Set.of(); // another shape, which is refused elsewhere
    }
    Set<String> current = names(after);
    Set<String> changes = new TreeSet<>(stored);
    changes.addAll(current);
    if (!draft.changed("startsAt") && !draft.changed("endsAt")) {
      changes.removeIf(permission -> stored.contains(permission) && current.contains(permission));
    }
    return changes;
  }

  private static Set<String> names(JsonNode permissions) {
    return permissions.valueStream().map(name -> name.asText("")).collect(Collectors.toSet());
  }

  /** The JSON pointer of a permission, or of the array from which it was removed. */
  private static String pointer(JsonNode permissions, String permission) {
    for (int i = 0; i < permissions.size(); i++) {
      if (permissions.path(i).asText("").equals(permission)) {
        return Pointers.to("/permissions", i);
      }
    }
    return "/permissions";
  }
}
