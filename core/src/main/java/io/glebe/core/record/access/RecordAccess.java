package io.glebe.core.record.access;

import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.AccessibleScopes;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import java.util.List;
import java.util.Optional;

/** Decides about access to records with {@link AccessFilter}, by the owner in their columns. */
public final class RecordAccess {
  private RecordAccess() {}

  public static Permission permission(EntityType type, Action action) {
    return new Permission(type.prefix(), action);
  }

  public static Problem refusal(Permission permission) {
    return Problem.forbidden(
        "this request needs the permission " + permission + " for this object");
  }

  /**
   * Returns whether a person reads their own records of the entity, or the audit entries of these
   * records, with the scope alone.
   */
  public static boolean ownsItself(EntityType type) {
    return type.name().equals(EntityNames.USER)
        || type.name().equals(EntityNames.ACCESS_ASSIGNMENT)
        || type.name().equals(EntityNames.AUDIT_LOG);
  }

  /** Returns whether only the farm and organization of a record decide who may read it. */
  public static boolean decidedByScope(EntityType type) {
    return !ownsItself(type) && !type.name().equals(EntityNames.ORGANIZATION);
  }

  /**
   * Returns whether a stored record names all its owners, so that {@link #mayRead} decides without
   * a query. Users are linked to farms and organizations by other records, organizations have farms
   * or not, and audit entries have readers in a table of their own.
   */
  public static boolean namesItsOwners(EntityType type) {
    return decidedByScope(type) || type.name().equals(EntityNames.ACCESS_ASSIGNMENT);
  }

  /**
   * Returns whether the caller may read the record; for entities that satisfy {@link
   * #namesItsOwners}.
   */
  public static boolean mayRead(Caller caller, EntityType type, StoredRecord stored) {
    OwnerScope owner = owner(type, stored.scope(), creator(stored));
    return new AccessFilter(caller, permission(type, Action.READ))
        .may(decidedByScope(type) ? owner : withPerson(owner, stored));
  }

  /** An assignment belongs to the person whom it names as well. */
  private static OwnerScope withPerson(OwnerScope owner, StoredRecord assignment) {
    return Uuids.of(assignment.attributes(), "userId")
        .<OwnerScope>map(
            person -> new OwnerScope.OfSeveral(List.of(owner, new OwnerScope.OfPerson(person))))
        .orElse(owner);
  }

  /** Returns whether the caller may create, change or delete a record of this owner and creator. */
  public static boolean mayWrite(
      Caller caller,
      Permission permission,
      EntityType type,
      RecordOwner scope,
      OwnerScope.OfCreator creator) {
    return new AccessFilter(caller, permission).may(owner(type, scope, creator));
  }

  /** Returns the owner whose permissions apply to a record of this owner and creator. */
  static OwnerScope owner(EntityType type, RecordOwner scope, OwnerScope.OfCreator creator) {
    if (isPlatform(type)) {
      return new OwnerScope.OfPlatform(scope.organization());
    }
    if (scope.farm().isPresent()) {
      return new OwnerScope.OfFarm(scope.farm().get());
    }
    if (scope.organization().isPresent()) {
      return new OwnerScope.OfOrganization(scope.organization().get());
    }
    return has(type, OwnerPath.OfPlatform.class)
        ? new OwnerScope.OfPlatform(Optional.empty())
        : creator;
  }

  /** Returns the creator of a stored record. */
  public static OwnerScope.OfCreator creator(StoredRecord stored) {
    var provenance = stored.provenance();
    return new OwnerScope.OfCreator(provenance.createdByUserId(), provenance.clientId());
  }

  /** Returns the creator of a record that the caller creates. */
  public static OwnerScope.OfCreator creator(Caller caller) {
    return AccessibleScopes.creator(caller)
        .orElseGet(() -> new OwnerScope.OfCreator(Optional.empty(), Optional.empty()));
  }

  /** Returns whether the caller has created the record. */
  public static boolean isCreator(Caller caller, StoredRecord stored) {
    return creator(stored).is(caller);
  }

  /** Returns whether records belong primarily to the platform, so that everybody may read them. */
  public static boolean isPlatform(EntityType type) {
    return type.reaches().getFirst() instanceof OwnerPath.OfPlatform;
  }

  public static boolean has(EntityType type, Class<? extends OwnerPath> path) {
    return type.reaches().stream().anyMatch(path::isInstance);
  }
}
