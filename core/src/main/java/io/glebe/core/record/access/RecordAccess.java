package io.glebe.core.record.access;

import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.StoredRecord;

/** Which rights a record asks for, by where it belongs. */
public final class RecordAccess {

  private RecordAccess() {}

  public static Permission permission(EntityType type, Action action) {
    return new Permission(type.prefix(), action);
  }

  public static Problem refusal(Permission permission) {
    return Problem.forbidden("this needs the permission " + permission + " here");
  }

  /** Entities whose own records, or accounts of them, a person reads with the scope alone. */
  public static boolean ownsItself(EntityType type) {
    return type.name().equals(EntityNames.USER)
        || type.name().equals(EntityNames.ACCESS_ASSIGNMENT)
        || type.name().equals(EntityNames.AUDIT_LOG);
  }

  /** Whether farm and organization of a record alone decide who may read it. */
  public static boolean decidedByScope(EntityType type) {
    return !ownsItself(type) && !type.name().equals(EntityNames.ORGANIZATION);
  }

  public static boolean mayRead(Caller caller, EntityType type, StoredRecord stored) {
    Permission read = permission(type, Action.READ);
    return isPlatform(type)
        ? Access.mayAnywhere(caller, read)
        : inScope(caller, read, type, stored.scope())
            || stored.scope().isNone()
                && (has(type, OwnerPath.OfPlatform.class)
                    ? Access.mayAnywhere(caller, read)
                    : isCreator(caller, stored) && Access.mayAnywhere(caller, read));
  }

  /** Whether roles on the record's farm or in its organization open this. */
  static boolean inScope(Caller caller, Permission permission, EntityType type, RecordOwner scope) {
    if (scope.farm().isPresent()) {
      return Access.may(caller, permission, scope.farm().get());
    }
    return scope.organization().isPresent()
        && Access.mayInOrganization(caller, permission, scope.organization().get());
  }

  /** Whether the caller may create, change or delete a record that belongs there. */
  public static boolean mayWrite(
      Caller caller, Permission permission, EntityType type, RecordOwner scope, boolean creator) {
    if (caller.kind() == CallerKind.SYSTEM || inScope(caller, permission, type, scope)) {
      return true;
    }
    if (isPlatform(type) || scope.isNone() && has(type, OwnerPath.OfPlatform.class)) {
      return Access.mayOnPlatform(caller, permission);
    }
    return scope.isNone() && creator && Access.mayAnywhere(caller, permission);
  }

  public static boolean isCreator(Caller caller, StoredRecord stored) {
    var provenance = stored.provenance();
    return caller.kind() == CallerKind.SYSTEM
        || caller.personId().isPresent() && caller.personId().equals(provenance.createdByUserId())
        || caller.personId().isEmpty()
            && provenance.createdByUserId().isEmpty()
            && caller.clientId().isPresent()
            && caller.clientId().equals(provenance.clientId());
  }

  /** Whether records belong to the platform first of all, so that everybody may read them. */
  public static boolean isPlatform(EntityType type) {
    return type.reaches().getFirst() instanceof OwnerPath.OfPlatform;
  }

  public static boolean has(EntityType type, Class<? extends OwnerPath> way) {
    return type.reaches().stream().anyMatch(way::isInstance);
  }
}
