package io.glebe.core.cube.model;

import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import java.util.UUID;

/** To whom a collection belongs: to a farm, to an organization, or to everybody signed in. */
public sealed interface CollectionOwner {
  /** Reading and writing as the caller's roles on the farm say. */
  record OfFarm(UUID farm) implements CollectionOwner {}

  /** Reading and writing as the caller's roles in the organization say. */
  record OfOrganization(UUID organization) implements CollectionOwner {}

  /** Read by everybody signed in, written by holders of a platform role. */
  record Open() implements CollectionOwner {}

  /** Whether the caller may do this with the data of a collection that belongs so. */
  default boolean opens(Caller caller, Action action) {
    return opens(caller, new Permission("data", action));
  }

  /** Whether the caller has this right on whatever belongs so. */
  default boolean opens(Caller caller, Permission permission) {
    return switch (this) {
      case OfFarm of -> Access.may(caller, permission, of.farm());
      case OfOrganization of -> Access.mayInOrganization(caller, permission, of.organization());
      case Open open ->
          permission.action() == Action.READ
              ? caller.scope().allows(permission)
              : Access.mayOnPlatform(caller, permission);
    };
  }
}
