package io.glebe.core.record.rule.user;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Deletion;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import io.glebe.core.time.Period;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * V25: a caller cannot give a permission that he does not have there himself, nor for longer than
 * he has it, whether by a role, an assignment or the roles of a user.
 */
public final class GivenRights implements Rule {
  private static final String RULE = "V25";

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (draft.input().caller().kind() == RuleCaller.Kind.SYSTEM) {
      return;
    }
    switch (draft.type().name()) {
      case "Role" -> role(draft, findings);
      case "AccessAssignment" -> assignment(draft, results, findings);
      case "User" -> user(draft, results, findings);
      default -> {}
    }
  }

  private static void role(Draft draft, Findings findings) {
    if (draft.stored().filter(GivenRights::isStarter).isPresent()) {
      refuse(findings, "/permissions", "starter roles cannot be changed");
    }
    JsonNode permissions = draft.after().path("permissions");
    if (!permissions.isArray()) {
      return; // another shape, which is refused elsewhere
    }
    Set<String> kept = kept(draft);
    for (int i = 0; i < permissions.size(); i++) {
      String permission = permissions.path(i).asText("");
      String pointer = Pointers.to("/permissions", i);
      boolean readable = !findings.faulty(pointer);
      if (readable && !kept.contains(permission)) {
        given(draft, permission).ifPresent(fault -> refuse(findings, pointer, fault));
      }
    }
  }

  /** The permissions that the role gives already, for as long as it will. */
  private static Set<String> kept(Draft draft) {
    return draft
        .stored()
        .filter(b -> GivenTime.of(b).covers(GivenTime.of(draft.after())))
        .map(b -> names(b.path("permissions")))
        .orElse(Set.of());
  }

  /**
   * The reason why the caller may not add this permission to the role; a new role gives none yet.
   */
  private static Optional<String> given(Draft draft, String permission) {
    RuleCaller.Rights rights = draft.input().caller().rights();
    Optional<UUID> organization = draft.uuid("organizationId");
    if (!held(rights, organization).test(permission)) {
      return Optional.of("the caller lacks " + permission);
    }
    return draft.creation()
        ? Optional.empty()
        : organization.flatMap(
            o ->
                GivenTime.outlasted(
                    Set.of(permission),
                    p -> rights.organizationUntil(o, p),
                    GivenTime.of(draft.after())));
  }

  private static boolean isStarter(ObjectNode role) {
    return role.path(CommonAttributes.ORIGIN_TYPE).asText().equals("SYSTEM")
        && role.has("code")
        && !role.has("organizationId");
  }

  /** Starter roles cannot be deleted either. */
  public static void starterStays(Deletion deletion, Findings findings) {
    if (deletion.type().name().equals("Role") && isStarter(deletion.stored())) {
      refuse(findings, "", "starter roles cannot be deleted");
    }
  }

  private static Predicate<String> held(RuleCaller.Rights rights, Optional<UUID> organization) {
    return organization
        .<Predicate<String>>map(o -> p -> rights.inOrganization(o, p))
        .orElse(rights::onPlatform);
  }

  private static void assignment(Draft draft, LookupResults results, Findings findings) {
    boolean gives = List.of("roleId", "startsAt", "endsAt").stream().anyMatch(draft::changed);
    Optional<UUID> farm = draft.uuid("farmId");
    if (!gives || farm.isEmpty()) {
      return;
    }
    draft
        .referred("roleId", results)
        .ifPresent(role -> assignment(draft, farm.get(), role.document(), results, findings));
    draft.stored().ifPresent(stored -> taken(stored, draft.input().caller(), results, findings));
  }

  /**
   * A permission that the assignment gave before, for as long as it will, is not given by the
   * change.
   */
  private static void assignment(
      Draft draft, UUID farm, ObjectNode role, LookupResults results, Findings findings) {
    RuleCaller.Rights rights = draft.input().caller().rights();
    Period period = GivenTime.of(draft.after(), role);
    Set<String> given = names(role.path("permissions"));
    draft.stored().ifPresent(stored -> given.removeAll(kept(stored, period, results)));
    Optional<String> lacking =
        given.stream().filter(p -> !rights.onFarm(farm, p)).sorted().findFirst();
    if (lacking.isPresent()) {
      refuse(findings, "/roleId", "the caller lacks " + lacking.get() + " on this farm");
    } else {
      GivenTime.outlasted(given, p -> rights.farmUntil(farm, p), period)
          .ifPresent(fault -> refuse(findings, "/endsAt", fault));
    }
  }

  private static Set<String> kept(ObjectNode stored, Period period, LookupResults results) {
    return role(stored, results)
        .filter(role -> GivenTime.of(stored, role).covers(period))
        .map(role -> names(role.path("permissions")))
        .orElse(Set.of());
  }

  private static Optional<ObjectNode> role(ObjectNode assignment, LookupResults results) {
    return Draft.uuidOf(assignment.path("roleId").asText(""))
        .map(role -> new Lookup.Fetch("Role", role))
        .filter(results::contains)
        .flatMap(results::answer)
        .map(ReferencedRecord::document);
  }

  /**
   * The permissions that a change or a deletion removes: a caller cannot take a role from others
   * that he could not give them. The holder may give back every role.
   */
  public static void taken(
      ObjectNode assignment, RuleCaller caller, LookupResults results, Findings findings) {
    boolean own =
        caller
            .userId()
            .filter(p -> p.toString().equals(assignment.path("userId").asText()))
            .isPresent();
    Optional<UUID> farm = Draft.uuidOf(assignment.path("farmId").asText(""));
    if (own || farm.isEmpty() || caller.kind() == RuleCaller.Kind.SYSTEM) {
      return;
    }
    role(assignment, results)
        .flatMap(role -> lacking(role, p -> caller.rights().onFarm(farm.get(), p)))
        .ifPresent(p -> refuse(findings, "/roleId", "the caller lacks " + p + " on this farm"));
  }

  /**
   * Roles of a user apply in the organizations that the user belongs to; a role without
   * organization applies everywhere.
   */
  private static void user(Draft draft, LookupResults results, Findings findings) {
    RuleCaller.Rights rights = draft.input().caller().rights();
    ObjectNode stored = draft.stored().orElseGet(Json::object);
    Set<String> previous = names(stored.path("roleIds"));
    Set<String> joined = names(draft.after().path("organizationIds"));
    joined.removeAll(names(stored.path("organizationIds")));
    for (Draft.Ref ref : draft.references()) {
      if (ref.attribute().name().equals("roleIds")) {
        boolean fresh = !previous.contains(ref.id().toString());
        results
            .answer(ref.fetch())
            .flatMap(
                role ->
                    lacking(role, fresh, joined, rights)
                        .map(p -> "the caller lacks " + p)
                        .or(() -> outlasted(role, fresh, joined, rights)))
            .ifPresent(fault -> refuse(findings, ref.pointer(), fault));
      }
    }
  }

  /** An existing role is given again when the user joins an organization. */
  private static Optional<String> lacking(
      ReferencedRecord role, boolean fresh, Set<String> joined, RuleCaller.Rights rights) {
    if (role.organization().isPresent()) {
      boolean gives = fresh || joined.contains(role.organization().get().toString());
      return gives ? lacking(role.document(), held(rights, role.organization())) : Optional.empty();
    }
    if (fresh) {
      return lacking(role.document(), rights::onPlatform);
    }
    return joined.stream()
        .flatMap(o -> Draft.uuidOf(o).stream())
        .flatMap(o -> lacking(role.document(), p -> holds(rights, o, p)).stream())
        .findFirst();
  }

  /** The same check for time; the role ends only by its own end. */
  private static Optional<String> outlasted(
      ReferencedRecord role, boolean fresh, Set<String> joined, RuleCaller.Rights rights) {
    Set<String> permissions = names(role.document().path("permissions"));
    Set<String> gained =
        role.organization().isEmpty()
            ? joined
            : role.organization()
                .map(UUID::toString)
                .filter(o -> fresh || joined.contains(o))
                .map(Set::of)
                .orElse(Set.of());
    return gained.stream()
        .flatMap(o -> Draft.uuidOf(o).stream())
        .flatMap(
            o ->
                GivenTime.outlasted(
                    permissions, p -> rights.organizationUntil(o, p), GivenTime.of(role.document()))
                    .stream())
        .findFirst();
  }

  private static boolean holds(RuleCaller.Rights rights, UUID organization, String permission) {
    return rights.onPlatform(permission) || rights.inOrganization(organization, permission);
  }

  private static Optional<String> lacking(ObjectNode role, Predicate<String> held) {
    return names(role.path("permissions")).stream().filter(held.negate()).sorted().findFirst();
  }

  private static Set<String> names(JsonNode array) {
    Set<String> names = new HashSet<>();
    array.forEach(n -> names.add(n.asText("")));
    return names;
  }

  private static void refuse(Findings findings, String pointer, String detail) {
    findings.add(ProblemType.FORBIDDEN, Violation.at(RULE, pointer, detail));
  }
}
