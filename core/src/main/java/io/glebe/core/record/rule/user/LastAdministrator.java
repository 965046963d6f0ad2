package io.glebe.core.record.rule.user;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Deletion;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.RecordLookup;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Instants;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * V26: a farm keeps one active assignment with accessAssignment:create, both when assignments
 * change and when a role changes.
 */
public final class LastAdministrator implements Rule {
  private static final String RULE = "V26";
  private static final String ENTITY = "AccessAssignment";
  private static final String PERMISSION = "accessAssignment:create";
  private static final String ROLE = "roleId";

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    if (draft.is(ENTITY)) {
      draft.stored().ifPresent(b -> lookups(b, draft.input().id()).forEach(lookups));
    }
    if (loses(draft)) {
      lookups.accept(new Lookup.OnlyByRole(draft.input().id()));
    }
  }

  /** Whether a role gives access no longer, or not permanently. */
  private static boolean loses(Draft draft) {
    return draft.is("Role")
        && draft.input().caller().kind() != RuleCaller.Kind.SYSTEM
        && draft.stored().filter(LastAdministrator::givesAccess).isPresent()
        && (!givesAccess(draft.after()) || draft.changed("startsAt") || draft.changed("endsAt"));
  }

  private static boolean givesAccess(ObjectNode role) {
    return role.path("permissions").valueStream().anyMatch(v -> v.asText().equals(PERMISSION));
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (loses(draft) && results.answer(new Lookup.OnlyByRole(draft.input().id()))) {
      refuse("", findings);
    }
    if (!draft.is(ENTITY) || draft.creation()) {
      return;
    }
    ObjectNode stored = draft.stored().orElseThrow();
    Instant now = draft.input().now();
    boolean was = administers(stored, results, now);
    boolean ends =
        draft.changed("endsAt") && draft.after().has("endsAt"); // even if that is only in a year
    boolean is = !ends && administers(draft.after(), results, now);
    if (was && !is && isOnlyAdministrator(stored, draft.input().id(), results)) {
      refuse(draft.changed(ROLE) ? "/roleId" : "/endsAt", findings);
    }
  }

  public static Set<Lookup<?>> lookups(ObjectNode assignment, UUID self) {
    Set<Lookup<?>> lookups = new LinkedHashSet<>();
    role(assignment).ifPresent(lookups::add);
    other(assignment, self).ifPresent(lookups::add);
    return lookups;
  }

  public static void check(Deletion deletion, LookupResults results, Findings findings) {
    boolean was = administers(deletion.stored(), results, deletion.now());
    if (was && isOnlyAdministrator(deletion.stored(), deletion.id(), results)) {
      refuse("/roleId", findings);
    }
  }

  /** A person's assignments are deleted with the User record. */
  public static void checkUser(
      Deletion user, LookupResults results, RecordLookup lookup, Findings findings) {
    Set<UUID> farms = results.answer(new Lookup.AdministeredFarms(user.id()));
    if (farms.isEmpty()) {
      return;
    }
    Lookup.FarmsWithoutAdministrator lost = new Lookup.FarmsWithoutAdministrator(farms, user.id());
    int left = lookup.answer(Set.of(lost)).answer(lost);
    if (left > 0) {
      findings.add(
          ProblemType.DEPENDENT_RECORDS,
          Violation.at(
              RULE, "", left + " farms would have nobody left who may give access; give it first"));
    }
  }

  private static boolean administers(ObjectNode assignment, LookupResults results, Instant now) {
    return active(assignment, now)
        && role(assignment)
            .filter(results::contains)
            .flatMap(results::answer)
            .filter(r -> givesAccess(r.document()))
            .isPresent();
  }

  private static boolean active(ObjectNode assignment, Instant now) {
    boolean begun =
        Instants.first(assignment.path("startsAt").asText(""))
            .map(s -> !s.isAfter(now))
            .orElse(true);
    boolean ended =
        Instants.last(assignment.path("endsAt").asText("")).map(e -> e.isBefore(now)).orElse(false);
    return begun && !ended;
  }

  private static Optional<Lookup.Fetch> role(ObjectNode assignment) {
    return Draft.uuidOf(assignment.path(ROLE).asText("")).map(r -> new Lookup.Fetch("Role", r));
  }

  private static Optional<Lookup.OtherAdministrator> other(ObjectNode assignment, UUID self) {
    return Draft.uuidOf(assignment.path("farmId").asText(""))
        .map(f -> new Lookup.OtherAdministrator(f, self));
  }

  private static boolean isOnlyAdministrator(
      ObjectNode assignment, UUID self, LookupResults results) {
    return other(assignment, self).map(results::answer).filter(there -> !there).isPresent();
  }

  private static void refuse(String pointer, Findings findings) {
    findings.add(
        ProblemType.DEPENDENT_RECORDS,
        Violation.at(RULE, pointer, "the farm would have nobody left who may give access"));
  }
}
