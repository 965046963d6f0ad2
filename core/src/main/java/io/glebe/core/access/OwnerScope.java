package io.glebe.core.access;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Whose permissions decide about a record, a sensor or a collection. {@link AccessFilter} compares
 * it with the rights of a caller.
 */
public sealed interface OwnerScope {
  /** Belongs to a farm: roles on this farm decide. */
  record OfFarm(UUID farm) implements OwnerScope {}

  /** Belongs to an organization and to no farm: roles in this organization decide. */
  record OfOrganization(UUID organization) implements OwnerScope {}

  /**
   * Belongs to the person or client that created it. Some role of the creator must grant the
   * permission; the roles of others, administrators included, open nothing here.
   *
   * @param user the person's User record
   * @param client id of the client; decides only where no person is named
   */
  record OfCreator(Optional<UUID> user, Optional<String> client) implements OwnerScope {
    /** Whether the caller is the creator; the platform itself counts as creator of everything. */
    public boolean is(Caller caller) {
      if (caller.kind() == CallerKind.SYSTEM) {
        return true;
      }
      return caller.personId().isPresent()
          ? caller.personId().equals(user)
          : user.isEmpty() && caller.clientId().isPresent() && caller.clientId().equals(client);
    }
  }

  /**
   * Belongs to the account that made it: the scopes of this account are enough, it needs no role.
   *
   * @param subject subject of the account
   */
  record OfAccount(String subject) implements OwnerScope {}

  /**
   * Belongs to a person: the scopes of this person's token are enough, it needs no role.
   *
   * @param user the person's User record
   */
  record OfPerson(UUID user) implements OwnerScope {}

  /**
   * Belongs to several owners: the permissions of one of them are enough. Who holds the permission
   * on all farms and in all organizations needs none of them.
   */
  record OfSeveral(List<OwnerScope> owners) implements OwnerScope {
    public OfSeveral {
      owners = List.copyOf(owners);
    }
  }

  /**
   * Belongs to the platform: read with the permission from any role, written with a role of the
   * platform or of the maintaining organization.
   *
   * @param maintainer the organization that maintains it, if there is one
   */
  record OfPlatform(Optional<UUID> maintainer) implements OwnerScope {}

  /** Read by every signed-in caller with the scope, written with a role of the platform. */
  record OfPublic() implements OwnerScope {}
}
