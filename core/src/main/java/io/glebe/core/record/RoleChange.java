package io.glebe.core.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Period;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What a change of a role does on the farms where it is assigned. A role counts wherever it is
 * held, so whoever lets it open more must hold that on each of those farms (rule V25), and none of
 * them may lose by it the last one who gives access (rule V26).
 */
final class RoleChange {
  private static final String ASSIGNED =
      "select distinct farm_id from record.access_assignments where doc ->> 'roleId' = $1";

  private static final String GIVES_ACCESS = "accessAssignment:create";

  private final Transaction transaction;
  private final Caller caller;
  private final StoredRecord role;
  private final ObjectNode body;

  /**
   * @param body what is sent: the whole role or a merge patch
   */
  RoleChange(Transaction transaction, Caller caller, StoredRecord role, ObjectNode body) {
    this.transaction = transaction;
    this.caller = caller;
    this.role = role;
    this.body = body;
  }

  /** Whether the caller may; a 409 problem where a farm would be left alone. */
  boolean allowed() {
    if (caller.kind() == CallerKind.SYSTEM) {
      return true;
    }
    Set<String> before = names(role.attributes().path("permissions"));
    Set<String> after = body.has("permissions") ? names(body.path("permissions")) : before;
    boolean period = periodChanges();
    keepAccess(before, after, period);
    Set<String> more = new HashSet<>(after);
    Period now = Period.of(text("startsAt"), text("endsAt"));
    Period then = Period.of(sent("startsAt"), sent("endsAt"));
    if (now.covers(then)) {
      more.removeAll(before);
    }
    return more.isEmpty()
        || caller.grants().isAdministrator()
        || heldWhereAssigned(more, then.until());
  }

  /** In doubt whether a whole role or a patch is sent, what is absent counts as changed. */
  private boolean periodChanges() {
    boolean whole = body.has("permissions");
    return changes("startsAt", whole) || changes("endsAt", whole);
  }

  private boolean changes(String attribute, boolean whole) {
    return (whole || body.has(attribute)) && !text(attribute).equals(sent(attribute));
  }

  private String text(String attribute) {
    return role.attributes().path(attribute).asText("");
  }

  /** The attribute as it will be; in doubt absent, which opens the most. */
  private String sent(String attribute) {
    boolean whole = body.has("permissions");
    return whole || body.has(attribute) ? body.path(attribute).asText("") : text(attribute);
  }

  /** Whether the caller holds them on each farm for as long as the role will open them. */
  private boolean heldWhereAssigned(Set<String> permissions, Instant until) {
    for (Row row : transaction.execute(ASSIGNED, role.id().toString())) {
      UUID farm = row.getUUID(0);
      for (String name : permissions) {
        Optional<Permission> permission = Permission.parse(name);
        boolean lacks =
            permission
                .filter(
                    p ->
                        !Access.may(caller, p, farm)
                            || caller.grants().farmUntil(p, farm).isBefore(until))
                .isPresent();
        if (lacks) {
          return false;
        }
      }
    }
    return true;
  }

  private void keepAccess(Set<String> before, Set<String> after, boolean period) {
    boolean loses = before.contains(GIVES_ACCESS) && (period || !after.contains(GIVES_ACCESS));
    if (loses
        && transaction
            .first(AdministratorSql.ROLE_ALONE, role.id().toString())
            .filter(row -> row.getBoolean(0))
            .isPresent()) {
      throw Problem.of(
          ProblemType.DEPENDENT_RECORDS,
          "a farm would be left without anybody who may give access (rule V26)");
    }
  }

  private static Set<String> names(JsonNode permissions) {
    Set<String> names = new HashSet<>();
    permissions.forEach(name -> names.add(name.asText("")));
    return names;
  }
}
