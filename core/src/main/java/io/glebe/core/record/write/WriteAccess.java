package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.access.AppRestrictions;
import io.glebe.core.record.access.FieldLimit;
import io.glebe.core.record.access.RecordAccess;
import io.glebe.core.record.audit.History;
import io.glebe.core.record.person.Invitations;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.vertx.sqlclient.Row;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Checks the right to write, inside the transaction; refusals are 403 problems. */
final class WriteAccess {
  /** The last owner of a record and the author of its deletion. */
  private static final String LAST =
      """
      select id, farm_id, organization_id, created_by_user_id
      from record.audit_logs
      where doc ->> 'entityId' = $1 and doc ->> 'entityType' = $2 and doc ->> 'action' = 'DELETE'
      order by updated_at desc limit 1
      """;

  /** Whether a user was notified by an audit entry because it concerned his own record. */
  private static final String WAS_NOTIFIED =
      "select 1 from record.audit_reader where audit_id = $1 and user_id = $2";

  private final Transaction transaction;
  private final Caller caller;
  private final AppRestrictions apps;

  WriteAccess(Transaction transaction, Caller caller) {
    this.transaction = transaction;
    this.caller = caller;
    this.apps = new AppRestrictions(transaction, caller);
  }

  /**
   * Requires the right to change a stored record.
   *
   * @param body the sent document: the whole record or a merge patch
   */
  void requireChange(EntityType type, StoredRecord stored, ObjectNode body) {
    Permission permission = RecordAccess.permission(type, Action.UPDATE);
    boolean allowed =
        switch (type.name()) {
          case EntityNames.USER -> user(permission, stored, body);
          case EntityNames.FARM -> ordinary(permission, type, stored) && mayMove(stored, body);
          default -> ordinary(permission, type, stored);
        };
    if (!allowed) {
      throw RecordAccess.refusal(permission);
    }
    requireStoredInside(permission, type, stored.id());
    requireNamedInside(permission, body);
    apps.require(type, Optional.of(stored), body);
  }

  /** Requires that a body names no field outside, before the rules look at it. */
  private void requireNamedInside(Permission permission, ObjectNode body) {
    FieldLimit.of(caller, permission)
        .ifPresent(
            limit -> {
              if (!limit.admitsPlace(transaction, body)) {
                throw FieldLimit.refusal(permission);
              }
            });
  }

  private void requireStoredInside(Permission permission, EntityType type, UUID id) {
    FieldLimit.of(caller, permission)
        .ifPresent(
            limit -> {
              if (!limit.includes(transaction, type, id)) {
                throw FieldLimit.refusal(permission);
              }
            });
  }

  /**
   * Requires that the record with this content lies inside the fields of a limited caller.
   *
   * @param after its content after the write
   */
  void requireInside(EntityType type, UUID id, ObjectNode after, boolean creation) {
    Permission permission = RecordAccess.permission(type, creation ? Action.CREATE : Action.UPDATE);
    FieldLimit.of(caller, permission)
        .ifPresent(
            limit -> {
              if (!limit.admits(transaction, type, id, after, creation)) {
                throw FieldLimit.refusal(permission);
              }
            });
  }

  /** Requires the right to delete a stored record. */
  void requireDeletion(EntityType type, StoredRecord stored) {
    Permission permission = RecordAccess.permission(type, Action.DELETE);
    boolean allowed =
        switch (type.name()) {
          case EntityNames.USER -> person(permission, stored);
          case EntityNames.ACCESS_ASSIGNMENT ->
              isOwn(permission, stored) || ordinary(permission, type, stored);
          default -> ordinary(permission, type, stored);
        };
    if (!allowed) {
      throw RecordAccess.refusal(permission);
    }
    requireStoredInside(permission, type, stored.id());
    apps.require(type, Optional.of(stored), Json.object());
  }

  private boolean ordinary(Permission permission, EntityType type, StoredRecord stored) {
    return type.name().equals(EntityNames.ORGANIZATION)
        ? mayWrite(permission, type, stored) || isFirstAssignment(permission, stored.id())
        : mayWrite(permission, type, stored);
  }

  private boolean mayWrite(Permission permission, EntityType type, StoredRecord stored) {
    return RecordAccess.mayWrite(
        caller, permission, type, stored.scope(), RecordAccess.creator(stored));
  }

  /**
   * Moving a farm to another organization requires the right to delete it here and to create one
   * there.
   */
  private boolean mayMove(StoredRecord farm, ObjectNode body) {
    Optional<UUID> target = Uuids.of(body, "organizationId");
    Optional<UUID> left = Uuids.of(farm.attributes(), "organizationId");
    boolean stays = target.isEmpty() || target.equals(left);
    Permission creation = new Permission("farm", Action.CREATE);
    if (stays || caller.kind() == CallerKind.SYSTEM) {
      return true;
    }
    boolean ends =
        caller.grants().isAdministrator()
            || Access.may(caller, new Permission("farm", Action.DELETE), farm.id());
    return ends && farm(creation, body);
  }

  /** Everyone may give back access that he has been given. */
  private boolean isOwn(Permission permission, StoredRecord assignment) {
    return caller.userId().isPresent()
        && Access.mayAsSelf(caller, permission)
        && caller.userId().equals(Uuids.of(assignment.attributes(), "userId"));
  }

  /**
   * An id that was used once still appears in audit entries, as the creator of records and as the
   * farm of other data. It may be used again only by a caller who may create records for its last
   * owner. The id of a farm or an organization may be used again by the caller who deleted it, the
   * id of a person only by the administrator.
   */
  void requireFreshId(EntityType type, UUID id, History history) {
    Permission permission = RecordAccess.permission(type, Action.CREATE);
    if (history.lastVersion() > 0 && !administrates(permission)) {
      boolean own =
          !type.name().equals(EntityNames.USER)
              && transaction
                  .first(LAST, id.toString(), type.name())
                  .filter(last -> belongs(type, permission, last))
                  .isPresent();
      if (!own) {
        throw Problem.forbidden("this id has been used by a record that was deleted");
      }
    }
  }

  private boolean belongs(EntityType type, Permission permission, Row last) {
    UUID farm = last.getUUID("farm_id");
    UUID organization = last.getUUID("organization_id");
    boolean isPlace =
        type.name().equals(EntityNames.FARM) || type.name().equals(EntityNames.ORGANIZATION);
    if (isPlace || farm == null && organization == null) {
      return isBy(last) && Access.mayAsSelf(caller, permission);
    }
    return farm != null
        ? Access.may(caller, permission, farm)
        : Access.mayInOrganization(caller, permission, organization);
  }

  private boolean isBy(Row last) {
    UUID author = last.getUUID("created_by_user_id");
    return author != null && caller.personId().filter(author::equals).isPresent();
  }

  /**
   * The holder of a deleted assignment that is created again by a caller who may use its id ({@link
   * #requireFreshId}): without access since then, but not unknown to the farm. A user who has left
   * on his own is not brought back this way.
   */
  Optional<UUID> returning(EntityType type, UUID id, History history, ObjectNode body) {
    if (!type.name().equals(EntityNames.ACCESS_ASSIGNMENT) || history.lastVersion() == 0) {
      return Optional.empty();
    }
    return Uuids.of(body, "userId")
        .filter(
            user ->
                transaction
                    .first(LAST, id.toString(), type.name())
                    .filter(last -> !user.equals(last.getUUID("created_by_user_id")))
                    .flatMap(last -> transaction.first(WAS_NOTIFIED, last.getUUID("id"), user))
                    .isPresent());
  }

  /**
   * Requires the right to create a record.
   *
   * @param scope its future owner; empty as long as the body does not state it, which the rules
   *     then report
   */
  void requireCreation(EntityType type, Optional<RecordOwner> scope, ObjectNode doc) {
    Permission permission = RecordAccess.permission(type, Action.CREATE);
    boolean allowed =
        switch (type.name()) {
          case EntityNames.ORGANIZATION -> Access.mayAsSelf(caller, permission);
          case EntityNames.FARM -> farm(permission, doc);
          case EntityNames.USER ->
              organizations(doc).isEmpty()
                  ? Access.mayAnywhere(caller, permission)
                  : administrates(permission) || inOrganization(permission, doc);
          default ->
              scope
                  .map(
                      s ->
                          RecordAccess.mayWrite(
                              caller, permission, type, s, RecordAccess.creator(caller)))
                  .orElseGet(() -> Access.mayAnywhere(caller, permission));
        };
    if (!allowed) {
      throw RecordAccess.refusal(permission);
    }
    requireNamedInside(permission, doc);
    apps.require(type, Optional.empty(), doc);
  }

  private boolean farm(Permission permission, ObjectNode doc) {
    Optional<UUID> organization = Uuids.of(doc, "organizationId");
    return organization
        .map(
            id ->
                Access.mayInOrganization(caller, permission, id)
                    || isFirstAssignment(permission, id)
                    || !exists(id))
        .orElseGet(() -> Access.mayAsSelf(caller, permission));
  }

  private boolean exists(UUID organization) {
    return transaction
        .first("select 1 from record.organizations where id = $1", organization)
        .isPresent();
  }

  /**
   * The creator of an organization may continue with it until it has its first farm, but not after
   * its last farm is deleted.
   */
  private boolean isFirstAssignment(Permission permission, UUID organization) {
    return caller.personId().isPresent()
        && Access.mayAsSelf(caller, permission)
        && transaction
            .first(
                """
                select 1
                from record.organizations o
                where o.id = $1 and o.created_by_user_id = $2
                  and not exists (
                    select from record.organization_begun b where b.organization_id = o.id)
                """,
                organization,
                caller.personId().get())
            .isPresent();
  }

  /** Whether the caller may write User records at all; rule V31 decides about the attributes. */
  private boolean user(Permission permission, StoredRecord stored, ObjectNode body) {
    return person(permission, stored)
        || inOrganization(permission, stored.attributes())
        || inOrganization(permission, body);
  }

  /**
   * The administrator, the person, or the caller who invited a person that has not signed in yet.
   */
  private boolean person(Permission permission, StoredRecord stored) {
    return administrates(permission)
        || Access.mayAsSelf(caller, permission)
            && caller.userId().filter(stored.id()::equals).isPresent()
        || Access.mayAnywhere(caller, permission)
            && Invitations.ownedBy(transaction, caller, stored);
  }

  private boolean administrates(Permission permission) {
    return caller.kind() == CallerKind.SYSTEM
        || caller.grants().isAdministrator() && Access.mayOnPlatform(caller, permission);
  }

  private boolean inOrganization(Permission permission, ObjectNode user) {
    return organizations(user).stream()
        .anyMatch(organization -> Access.mayInOrganization(caller, permission, organization));
  }

  private static Set<UUID> organizations(ObjectNode doc) {
    Set<UUID> ids = new HashSet<>();
    doc.path("organizationIds")
        .forEach(
            id -> {
              if (UuidSyntax.matches(id.asText(""))) {
                ids.add(UUID.fromString(id.asText()));
              }
            });
    return ids;
  }
}
