package io.glebe.core.sensor.access;

import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.problem.Problem;
import java.util.Optional;
import java.util.UUID;

/**
 * Who may do what with sensors: the permission on the farm to which a thing belongs, or being the
 * account that made it where it belongs to no farm.
 */
public final class SensorAccess {
  public static final Permission READ_OBSERVATIONS = new Permission("observation", Action.READ);
  public static final Permission CREATE_OBSERVATIONS = new Permission("observation", Action.CREATE);

  private SensorAccess() {}

  /** Whether the caller may do this with something of that farm, or of that owner and no farm. */
  public static boolean may(
      Caller caller, Permission permission, Optional<UUID> farm, String owner) {
    if (farm.isPresent()) {
      return Access.may(caller, permission, farm.get());
    }
    boolean own = owner.equals(owner(caller)) && caller.scope().allows(permission);
    return own || Access.farms(caller, permission).everything();
  }

  /** Refuses with 403 unless {@link #may} says yes. */
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

  /**
   * Refuses people without access on the platform. Service accounts need no User record: what they
   * make themselves is theirs.
   */
  public static void requireKnown(Caller caller) {
    if (caller.kind() != CallerKind.DEVICE) {
      Access.requireUser(caller);
    }
  }

  /** The account as it is remembered with what it makes. */
  public static String owner(Caller caller) {
    return caller.subject();
  }
}
