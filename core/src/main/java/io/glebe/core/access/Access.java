package io.glebe.core.access;

import io.glebe.core.problem.Problem;
import java.util.UUID;

/**
 * Checks whether a caller's roles <em>and</em> scopes grant a permission: on a farm, in an
 * organization, on the platform.
 *
 * <p>{@code Access.may(caller, Permission.of("field:update"), farmId)}. Services check, not
 * endpoints, so that no endpoint can omit the check. {@link AccessFilter} chooses the check by the
 * owner of a resource.
 */
public final class Access {
  private Access() {}

  /** Whether a role on the farm and the scopes grant this. */
  public static boolean may(Caller caller, Permission permission, UUID farm) {
    return caller.scope().allows(permission) && caller.grants().onFarm(permission, farm);
  }

  /** Whether a role in the organization and the scopes grant this. */
  public static boolean mayInOrganization(Caller caller, Permission permission, UUID organization) {
    return caller.scope().allows(permission)
        && caller.grants().inOrganization(permission, organization);
  }

  /** Whether any role and the scopes grant this; needed to read records of the platform. */
  public static boolean mayAnywhere(Caller caller, Permission permission) {
    return caller.scope().allows(permission) && caller.grants().anywhere(permission);
  }

  /** Whether a platform role and the scopes grant this; needed to write platform records. */
  public static boolean mayOnPlatform(Caller caller, Permission permission) {
    return caller.scope().allows(permission) && caller.grants().onPlatform(permission);
  }

  /** Whether the caller has a User record and the scopes grant this; enough for own records. */
  public static boolean mayAsSelf(Caller caller, Permission permission) {
    return caller.scope().allows(permission)
        && (caller.kind() == CallerKind.SYSTEM || caller.grants().userId().isPresent());
  }

  /** The farms on which the caller may do this. */
  public static AccessibleOwners farms(Caller caller, Permission permission) {
    return caller.scope().allows(permission)
        ? caller.grants().accessibleFarms(permission)
        : AccessibleOwners.NOTHING;
  }

  /** The organizations in which the caller may do this. */
  public static AccessibleOwners organizations(Caller caller, Permission permission) {
    return caller.scope().allows(permission)
        ? caller.grants().accessibleOrganizations(permission)
        : AccessibleOwners.NOTHING;
  }

  /** Fails with 403 unless {@link #may} is true. */
  public static void require(Caller caller, Permission permission, UUID farm) {
    demand(may(caller, permission, farm), caller, permission);
  }

  /** Fails with 403 unless {@link #mayAnywhere} is true. */
  public static void requireAnywhere(Caller caller, Permission permission) {
    demand(mayAnywhere(caller, permission), caller, permission);
  }

  /** Fails with 403 unless {@link #mayOnPlatform} is true. */
  public static void requireOnPlatform(Caller caller, Permission permission) {
    demand(mayOnPlatform(caller, permission), caller, permission);
  }

  /** Fails with 403 unless {@link #mayAsSelf} is true. */
  public static void requireAsSelf(Caller caller, Permission permission) {
    demand(mayAsSelf(caller, permission), caller, permission);
  }

  /** Fails with 403 for a caller without an active User record. */
  public static void requireUser(Caller caller) {
    if (caller.kind() != CallerKind.SYSTEM && caller.grants().userId().isEmpty()) {
      throw Problem.forbidden("signed in, but without access on this platform");
    }
  }

  /** Fails with 403 unless the caller is an administrator whose scopes grant this. */
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
