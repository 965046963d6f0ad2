package io.glebe.core.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Asks for the right to write, inside the transaction; refusals are 403 problems. */
final class WriteAccess {
  private final Transaction transaction;
  private final Caller caller;

  WriteAccess(Transaction transaction, Caller caller) {
    this.transaction = transaction;
    this.caller = caller;
  }

  /** The right to change or delete a stored record. */
  void require(EntityType type, Action action, StoredRecord stored) {
    Permission permission = RecordAccess.permission(type, action);
    boolean allowed =
        switch (type.name()) {
          case RecordAccess.USER -> user(permission, stored.id(), stored.attributes());
          case RecordAccess.ORGANIZATION ->
              RecordAccess.mayWrite(caller, permission, type, stored.scope(), false)
                  || firstSteps(permission, stored.id());
          default ->
              RecordAccess.mayWrite(
                  caller, permission, type, stored.scope(), RecordAccess.isCreator(caller, stored));
        };
    if (!allowed) {
      throw RecordAccess.refusal(permission);
    }
  }

  /**
   * The right to create a record.
   *
   * @param scope where it will belong; empty as long as the body does not say, which the rules then
   *     complain about
   */
  void requireCreation(EntityType type, Optional<Scope> scope, ObjectNode doc) {
    Permission permission = RecordAccess.permission(type, Action.CREATE);
    boolean allowed =
        switch (type.name()) {
          case RecordAccess.ORGANIZATION -> Access.mayAsSelf(caller, permission);
          case "Farm" -> farm(permission, doc);
          case RecordAccess.USER ->
              organizations(doc).isEmpty()
                  ? Access.mayAnywhere(caller, permission)
                  : user(permission, new UUID(0, 0), doc);
          default ->
              scope
                  .map(s -> RecordAccess.mayWrite(caller, permission, type, s, true))
                  .orElseGet(() -> Access.mayAnywhere(caller, permission));
        };
    if (!allowed) {
      throw RecordAccess.refusal(permission);
    }
  }

  private boolean farm(Permission permission, ObjectNode doc) {
    Optional<UUID> organization = Scoping.uuid(doc, "organizationId");
    return organization
        .map(
            id ->
                Access.mayInOrganization(caller, permission, id)
                    || firstSteps(permission, id)
                    || !exists(id))
        .orElseGet(() -> Access.mayAsSelf(caller, permission));
  }

  private boolean exists(UUID organization) {
    return transaction
        .first("select 1 from record.organizations where id = $1", organization)
        .isPresent();
  }

  /** Who made an organization may go on with it until it has its first farm. */
  private boolean firstSteps(Permission permission, UUID organization) {
    return caller.personId().isPresent()
        && Access.mayAsSelf(caller, permission)
        && transaction
            .first(
                "select 1 from record.organizations o where o.id = $1 and o.created_by_user_id = $2"
                    + " and not exists (select from record.farms f where f.organization_id = o.id)",
                organization,
                caller.personId().get())
            .isPresent();
  }

  private boolean user(Permission permission, UUID id, ObjectNode doc) {
    if (caller.kind() == CallerKind.SYSTEM || Access.mayOnPlatform(caller, permission)) {
      return true;
    }
    for (UUID organization : organizations(doc)) {
      if (Access.mayInOrganization(caller, permission, organization)) {
        return true;
      }
    }
    UUID[] farms = Access.farms(caller, permission).array();
    return farms.length > 0
        && transaction
            .first(
                "select 1 from record.link l join record.access_assignments a on a.id ="
                    + " l.source_id where l.reference = 'AccessAssignment.userId' and l.target_id ="
                    + " $1 and a.farm_id = any($2) limit 1",
                id,
                farms)
            .isPresent();
  }

  private static Set<UUID> organizations(ObjectNode doc) {
    Set<UUID> ids = new HashSet<>();
    doc.path("organizationIds")
        .forEach(
            id -> {
              if (FilterSql.isUuid(id.asText(""))) {
                ids.add(UUID.fromString(id.asText()));
              }
            });
    return ids;
  }
}
