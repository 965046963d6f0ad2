package io.glebe.core.sensor.access;

import io.glebe.core.access.Access;
import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.OwnerColumns;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.access.Permission;
import io.glebe.core.problem.Problem;
import java.util.Optional;
import java.util.UUID;

/**
 * Checks permissions on sensors. A thing belongs to a farm, or to the account that made it if it
 * has no farm; {@link AccessFilter} decides.
 */
public final class SensorAccess {
  public static final Permission READ_OBSERVATIONS = new Permission("observation", Action.READ);
  public static final Permission CREATE_OBSERVATIONS = new Permission("observation", Action.CREATE);

  private SensorAccess() {}

  /**
   * Whether the caller has the permission on an entity of the farm, or of the account without one.
   */
  public static boolean may(
      Caller caller, Permission permission, Optional<UUID> farm, String owner) {
    return new AccessFilter(caller, permission).may(scope(farm, owner));
  }

  /** Whose permissions decide about an entity of the farm, or of the account without one. */
  public static OwnerScope scope(Optional<UUID> farm, String owner) {
    return farm.isPresent() ? new OwnerScope.OfFarm(farm.get()) : new OwnerScope.OfAccount(owner);
  }

  /** The columns of {@link #scope} in the row with this alias. */
  public static OwnerColumns columns(String alias) {
    return new OwnerColumns.Owned(
        alias + ".farm_id", Optional.empty(), new OwnerColumns.Rest.Account(alias + ".owner"));
  }

  /** Fails with 403 unless {@link #may} is true. */
  public static void require(
      Caller caller, Permission permission, Optional<UUID> farm, String owner) {
    if (!may(caller, permission, farm, owner)) {
      requireKnown(caller);
      throw Problem.forbidden(
          caller.scope().allows(permission)
              ? "no role on the farm of this sensor grants " + permission
              : "the scopes of the token do not grant " + permission);
    }
  }

  /** Fails with 403 unless the token allows the action at all, wherever it is. */
  public static void requireScope(Caller caller, Permission permission) {
    if (!caller.scope().allows(permission)) {
      throw Problem.forbidden("the scopes of the token do not grant " + permission);
    }
  }

  /**
   * Fails with 403 for a person without access to the platform. Service accounts need no User
   * record: entities that they make belong to them.
   */
  public static void requireKnown(Caller caller) {
    if (caller.kind() != CallerKind.DEVICE) {
      Access.requireUser(caller);
    }
  }

  /** The account that is stored as owner of entities which the caller makes. */
  public static String owner(Caller caller) {
    return caller.subject();
  }
}
