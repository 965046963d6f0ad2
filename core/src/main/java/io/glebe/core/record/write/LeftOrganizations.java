package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Changes that follow from the last assignment of a user on the farms of an organization: the User
 * record loses its membership and its roles of that organization, which would give a way back.
 * Members without any farm are not affected.
 */
final class LeftOrganizations {
  private static final String ORGANIZATIONS = "organizationIds";
  private static final String ROLES = "roleIds";

  /**
   * Locks the users first, whatever they hold now: of two concurrent deletions the second is the
   * last assignment, and a concurrent write of entries comes before or after.
   */
  private static final String MEMBERS =
      """
      select %s
      from record.users
      where id = any($1)
      order by id
      for update
      """
          .formatted(StoredRecord.COLUMNS);

  private static final String ASSIGNED =
      """
      select 1
      from record.access_assignments a
      join record.farms f on f.id = a.farm_id
      where a.doc ->> 'userId' = $1 and f.organization_id = $2 and a.id <> all($3) limit 1
      """;

  /**
   * The roles of a user that count in an organization; roles of the platform count in every
   * organization of the user.
   */
  private static final String HELD =
      """
      select id, organization_id, (doc -> 'permissions')::text as permissions
      from record.roles
      where id = any($1) and (organization_id = $2 or organization_id is null)
      """;

  private final Transaction transaction;
  private final Caller caller;

  LeftOrganizations(Transaction transaction, Caller caller) {
    this.transaction = transaction;
    this.caller = caller;
  }

  /**
   * The changes of the User records of users who leave.
   *
   * @param deleted assignments on farms of the organization that are being deleted
   * @param dismissal whether one of them is deleted on its own, which requires the right to give
   *     the roles that are lost (rule V25)
   */
  List<Change> of(UUID organization, Collection<StoredRecord> deleted, boolean dismissal) {
    Set<UUID> users = new TreeSet<>();
    deleted.forEach(a -> Uuids.of(a.attributes(), "userId").ifPresent(users::add));
    UUID[] organizations = deleted.stream().map(StoredRecord::id).toArray(UUID[]::new);
    List<Change> changes = new ArrayList<>();
    for (Row row : transaction.execute(MEMBERS, (Object) users.toArray(UUID[]::new))) {
      StoredRecord user = StoredRecord.of(row);
      if (transaction
          .first(ASSIGNED, user.id().toString(), organization, organizations)
          .isEmpty()) {
        leaving(user, organization, dismissal).ifPresent(changes::add);
      }
    }
    return changes;
  }

  private Optional<Change> leaving(StoredRecord user, UUID organization, boolean dismissal) {
    ObjectNode doc = user.attributes();
    boolean member = names(doc, ORGANIZATIONS).contains(organization.toString());
    Set<String> own = new TreeSet<>();
    UUID[] ids = names(doc, ROLES).stream().map(UUID::fromString).toArray(UUID[]::new);
    for (Row role : transaction.execute(HELD, ids, organization)) {
      boolean ofOrganization = role.getUUID("organization_id") != null;
      if (ofOrganization) {
        own.add(role.getUUID("id").toString());
      }
      if (member && dismissal && !caller.userId().filter(user.id()::equals).isPresent()) {
        requirePermissions(role, organization);
      }
    }
    List<String> changed = new ArrayList<>();
    removeOrganization(doc, ORGANIZATIONS, Set.of(organization.toString()), changed);
    removeOrganization(doc, ROLES, own, changed);
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Change.update(
                RecordTable.of(EntityNames.USER).type(), user, user.scope(), doc, changed));
  }

  private void requirePermissions(Row role, UUID organization) {
    if (caller.kind() == CallerKind.SYSTEM || caller.grants().isAdministrator()) {
      return;
    }
    for (JsonNode name : Json.parse(role.getString("permissions"))) {
      Optional<Permission> permission = Permission.parse(name.asText(""));
      boolean isMissing =
          permission
              .filter(
                  p ->
                      !Access.mayInOrganization(caller, p, organization)
                          && !Access.mayOnPlatform(caller, p))
              .isPresent();
      if (isMissing) {
        String detail =
            "with this assignment the person would leave the organization and lose a role there"
                + " of which the caller lacks "
                + name.asText();
        throw Problem.of(
            ProblemType.FORBIDDEN, detail, List.of(Violation.at("V25", "/roleId", detail)));
      }
    }
  }

  private static void removeOrganization(
      ObjectNode doc, String name, Set<String> values, List<String> changed) {
    ArrayNode rest = Json.array();
    for (JsonNode value : doc.path(name)) {
      if (!values.contains(value.asText(""))) {
        rest.add(value);
      }
    }
    if (rest.size() < doc.path(name).size()) {
      changed.add(name);
      if (rest.isEmpty()) {
        doc.remove(name);
      } else {
        doc.set(name, rest);
      }
    }
  }

  private static Set<String> names(ObjectNode doc, String name) {
    Set<String> names = new TreeSet<>();
    doc.path(name).forEach(value -> names.add(value.asText("")));
    return names;
  }
}
