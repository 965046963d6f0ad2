package io.glebe.core.access;

import io.glebe.core.problem.Problem;
import java.util.UUID;

/**
 * The one question of access control: do the caller's roles <em>and</em> scopes open this, there?
 *
 * <p>{@code Access.may(caller, Permission.of("field:update"), farmId)}. Services ask, not doors, so
 * that no door can forget it.
 */
public final class Access {
  private Access() {}

  /** Whether roles on the farm and scopes open this. */
  public static boolean may(Caller caller, Permission permission, UUID farm) {
    return caller.scope().allows(permission) && caller.grants().onFarm(permission, farm);
  }

  /** Whether roles in the organization and scopes open this. */
  public static boolean mayInOrganization(Caller caller, Permission permission, UUID organization) {
    return caller.scope().allows(permission)
        && caller.grants().inOrganization(permission, organization);
  }

  /** Whether any role and the scopes open this: reading of platform records. */
  public static boolean mayAnywhere(Caller caller, Permission permission) {
    return caller.scope().allows(permission) && caller.grants().anywhere(permission);
  }

  /** Whether a platform role and the scopes open this: writing of platform records. */
  public static boolean mayOnPlatform(Caller caller, Permission permission) {
    return caller.scope().allows(permission) && caller.grants().onPlatform(permission);
  }

  /** Whether the scopes alone open this, for somebody with a User record: own records. */
  public static boolean mayAsSelf(Caller caller, Permission permission) {
    return caller.scope().allows(permission)
        && (caller.kind() == CallerKind.SYSTEM || caller.grants().userId().isPresent());
  }

  /** The farms on which the caller may do this. */
  public static AccessibleOwners farms(Caller caller, Permission permission) {
    return caller.scope().allows(permission)
        ? caller.grants().farmReach(permission)
        : AccessibleOwners.NOTHING;
  }

  /** The organizations in which the caller may do this. */
  public static AccessibleOwners organizations(Caller caller, Permission permission) {
    return caller.scope().allows(permission)
        ? caller.grants().organizationReach(permission)
        : AccessibleOwners.NOTHING;
  }

  /** Refuses with 403 unless {@link #may} says yes. */
  public static void require(Caller caller, Permission permission, UUID farm) {
    demand(may(caller, permission, farm), caller, permission);
  }

  /** Refuses with 403 unless {@link #mayInOrganization} says yes. */
  public static void requireInOrganization(
      Caller caller, Permission permission, UUID organization) {
    demand(mayInOrganization(caller, permission, organization), caller, permission);
  }

  /** Refuses with 403 unless {@link #mayAnywhere} says yes. */
  public static void requireAnywhere(Caller caller, Permission permission) {
    demand(mayAnywhere(caller, permission), caller, permission);
  }

  /** Refuses with 403 unless {@link #mayOnPlatform} says yes. */
  public static void requireOnPlatform(Caller caller, Permission permission) {
    demand(mayOnPlatform(caller, permission), caller, permission);
  }

  /** Refuses with 403 unless {@link #mayAsSelf} says yes. */
  public static void requireAsSelf(Caller caller, Permission permission) {
    demand(mayAsSelf(caller, permission), caller, permission);
  }

  /** Refuses with 403 a caller without an active User record. */
  public static void requireUser(Caller caller) {
    if (caller.kind() != CallerKind.SYSTEM && caller.grants().userId().isEmpty()) {
      throw Problem.forbidden("signed in, but without access on this platform");
    }
  }

  /** Refuses with 403 everybody but administrators with the scopes for this. */
  public static void requireAdministrator(Caller caller, Permission permission) {
    requireUser(caller);
    boolean may = caller.scope().allows(permission) && caller.grants().isAdministrator();
    demand(may, caller, permission);
  }

  private static void demand(boolean may, Caller caller, Permission permission) {
    if (!may) {
      requireUser(caller);
      throw caller.scope().allows(permission)
          ? Problem.forbidden("no role here grants " + permission)
          : Problem.forbidden("the scopes of the token do not grant " + permission);
    }
  }
}
