package io.glebe.core.record.rule.user;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The part of V31 about {@code organizationIds} and {@code roleIds}: each organization decides
 * about its own entries. Entries of other organizations stay, whether they are sent or not; adding
 * one is refused. A person may remove any of his own entries by sending the array without it;
 * leaving the array out of a replacement removes nothing. Only the administrator decides about
 * roles without organization.
 */
final class UserMemberships {
  static final Set<String> NAMES = Set.of("organizationIds", "roleIds");
  private static final String ORGANIZATIONS = "organizationIds";
  private static final String ROLES = "roleIds";

  private UserMemberships() {}

  /** Looks up the roles that the record has already; the rules look up the new ones anyway. */
  static void requestLookups(Draft draft, Consumer<Lookup<?>> lookups) {
    if (draft.changed(ROLES) || draft.input().body().has(ROLES)) {
      stored(draft, ROLES).forEach(id -> lookups.accept(new Lookup.Fetch("Role", id)));
    }
  }

  /** Keeps the entries that the caller may not decide about. */
  static void merge(Draft draft, LookupResults results, Set<UserWriteRole> roles) {
    if (roles.contains(UserWriteRole.ADMINISTRATOR)) {
      return;
    }
    for (String name : NAMES) {
      boolean known =
          !name.equals(ROLES)
              || stored(draft, name).stream()
                  .allMatch(id -> results.contains(new Lookup.Fetch("Role", id)));
      boolean readable = !draft.has(name) || draft.after().path(name).isArray();
      if (draft.changed(name) && known && readable) {
        merge(draft, name, removable(draft, name, results, roles));
      }
    }
  }

  private static void merge(Draft draft, String name, Predicate<UUID> removable) {
    Set<UUID> stored = stored(draft, name);
    Set<UUID> sent = ids(draft.after().path(name));
    ArrayNode merged = Json.array();
    stored.stream()
        .filter(id -> sent.contains(id) || !removable.test(id))
        .forEach(id -> merged.add(id.toString()));
    for (JsonNode value : draft.after().path(name)) {
      if (Draft.uuidOf(value.asText("")).filter(stored::contains).isEmpty()) {
        merged.add(value);
      }
    }
    if (merged.isEmpty() && !draft.has(name)) {
      draft.after().remove(name);
    } else {
      draft.set(name, merged);
    }
  }

  private static Predicate<UUID> removable(
      Draft draft, String name, LookupResults results, Set<UserWriteRole> roles) {
    boolean leaves = roles.contains(UserWriteRole.SELF) && draft.input().body().has(name);
    return id -> leaves || decides(draft, name, id, results);
  }

  /** Requires for each new entry that the caller may add it in its organization. */
  static void check(
      Draft draft, LookupResults results, Set<UserWriteRole> roles, Findings findings) {
    if (roles.contains(UserWriteRole.ADMINISTRATOR)) {
      return;
    }
    for (String name : List.of(ORGANIZATIONS, ROLES)) {
      Set<UUID> stored = stored(draft, name);
      JsonNode sent = draft.input().body().path(name);
      for (int i = 0; i < sent.size(); i++) {
        Optional<UUID> id = Draft.uuidOf(sent.path(i).asText(""));
        boolean refused =
            id.filter(
                    entry ->
                        !(stored.contains(entry) && sees(draft, name, entry, results))
                            && !decides(draft, name, entry, results))
                .isPresent();
        if (refused) {
          String detail = "the caller may not change entries of this organization";
          String pointer = Pointers.to(Pointers.to(name), i);
          findings.add(ProblemType.FORBIDDEN, Violation.at(UserWriters.RULE, pointer, detail));
        }
      }
    }
  }

  /** Whether the caller sees a stored entry. */
  private static boolean sees(Draft draft, String name, UUID id, LookupResults results) {
    RuleCaller.Rights rights = draft.input().caller().rights();
    return UserWriteRole.seesAll(draft)
        || organization(name, id, results).filter(rights::reaches).isPresent();
  }

  private static boolean decides(Draft draft, String name, UUID id, LookupResults results) {
    String permission = draft.creation() ? "user:create" : "user:update";
    RuleCaller.Rights rights = draft.input().caller().rights();
    return organization(name, id, results)
        .filter(o -> rights.inOrganization(o, permission))
        .isPresent();
  }

  /** The organization of an entry; a role may have none. */
  private static Optional<UUID> organization(String name, UUID id, LookupResults results) {
    return name.equals(ORGANIZATIONS)
        ? Optional.of(id)
        : Optional.of(new Lookup.Fetch("Role", id))
            .filter(results::contains)
            .flatMap(results::answer)
            .flatMap(ReferencedRecord::organization);
  }

  private static Set<UUID> stored(Draft draft, String name) {
    return draft.stored().map(b -> ids(b.path(name))).orElse(Set.of());
  }

  private static Set<UUID> ids(JsonNode array) {
    Set<UUID> ids = new LinkedHashSet<>();
    array.forEach(value -> Draft.uuidOf(value.asText("")).ifPresent(ids::add));
    return ids;
  }
}
