package io.glebe.core.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.sqlclient.Row;
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
    if (!period) {
      more.removeAll(before);
    }
    return more.isEmpty() || caller.grants().isAdministrator() || heldWhereAssigned(more);
  }

  /** In doubt whether a whole role or a patch is sent, what is absent counts as changed. */
  private boolean periodChanges() {
    boolean whole = body.has("permissions");
    return changes("startsAt", whole) || changes("endsAt", whole);
  }

  private boolean changes(String attribute, boolean whole) {
    JsonNode now = role.attributes().path(attribute);
    return (whole || body.has(attribute))
        && !now.asText("").equals(body.path(attribute).asText(""));
  }

  private boolean heldWhereAssigned(Set<String> permissions) {
    for (Row row : transaction.execute(ASSIGNED, role.id().toString())) {
      UUID farm = row.getUUID(0);
      for (String name : permissions) {
        Optional<Permission> permission = Permission.parse(name);
        if (permission.isPresent() && !Access.may(caller, permission.get(), farm)) {
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
