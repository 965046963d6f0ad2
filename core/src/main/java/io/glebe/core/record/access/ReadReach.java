package io.glebe.core.record.access;

import io.glebe.core.access.Access;
import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.AccessibleScopes;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The records of a collection that a caller may read, as sets of farms and organizations that can
 * be stored for a cursor and compiled into SQL.
 *
 * @param scopes farms, organizations, the platform and the caller as creator
 * @param shares farms and organizations, one share for each set of readable entities (only the
 *     audit log has more than one)
 * @param self the caller's own User record
 */
public record ReadReach(AccessibleScopes scopes, List<Share> shares, Optional<UUID> self) {

  /** Represents the records of the platform in the set of members. */
  private static final UUID PLATFORM = new UUID(0, 0);

  /**
   * @param entities names of the entities whose audit entries may be read there; empty = not the
   *     audit log
   */
  public record Share(Set<UUID> farms, Set<UUID> organizations, Set<String> entities) {
    public Share {
      farms = Set.copyOf(farms);
      organizations = Set.copyOf(organizations);
      entities = Set.copyOf(entities);
    }

    public Share within(Set<UUID> members, boolean inside) {
      return new Share(cut(farms, members, inside), cut(organizations, members, inside), entities);
    }

    private static Set<UUID> cut(Set<UUID> from, Set<UUID> members, boolean inside) {
      Set<UUID> rest = new HashSet<>(from);
      rest.removeIf(id -> members.contains(id) != inside);
      return rest;
    }
  }

  public ReadReach {
    shares = List.copyOf(shares);
  }

  /**
   * Returns the records that a caller may read in a collection; a 403 problem when there are none.
   */
  public static ReadReach of(Caller caller, EntityType type) {
    Permission read = new Permission(type.prefix(), Action.READ);
    boolean asSelf = RecordAccess.ownsItself(type) && Access.mayAsSelf(caller, read);
    if (!Access.mayAnywhere(caller, read) && !asSelf) {
      throw RecordAccess.refusal(read);
    }
    boolean ofPlatform = RecordAccess.has(type, OwnerPath.OfPlatform.class);
    AccessibleScopes all = new AccessFilter(caller, read).scopes();
    AccessibleScopes scopes = all.part(id -> true, true, ofPlatform);
    if (scopes.everything()) {
      return new ReadReach(scopes, List.of(), caller.userId());
    }
    List<Share> shares =
        type.name().equals(EntityNames.AUDIT_LOG)
            ? AuditShares.of(caller)
            : List.of(new Share(scopes.farms().ids(), scopes.organizations().ids(), Set.of()));
    return new ReadReach(scopes, shares, caller.userId());
  }

  /** Returns whether all farms and organizations are included. */
  public boolean everything() {
    return scopes.everything();
  }

  /** Returns whether records of the platform are included. */
  public boolean platform() {
    return scopes.platform();
  }

  /** Returns the included farms and organizations, for the digest in a cursor. */
  public Set<UUID> members() {
    Set<UUID> members = new HashSet<>();
    for (Share share : shares) {
      members.addAll(share.farms());
      members.addAll(share.organizations());
    }
    if (platform()) {
      members.add(PLATFORM);
    }
    self.ifPresent(members::add);
    return members;
  }

  public ReachDigest digest() {
    return everything() ? ReachDigest.EVERYTHING : ReachDigest.of(members());
  }

  /**
   * Returns the part of this reach inside the members (or outside of them when {@code inside} is
   * false).
   */
  public ReadReach within(Set<UUID> members, boolean inside) {
    List<Share> parts = shares.stream().map(share -> share.within(members, inside)).toList();
    Optional<UUID> own = self.filter(id -> members.contains(id) == inside);
    AccessibleScopes part =
        scopes.part(
            id -> members.contains(id) == inside,
            own.isPresent() || self.isEmpty() && inside,
            members.contains(PLATFORM) == inside);
    return new ReadReach(part, parts, own);
  }

  public boolean isEmpty() {
    return !everything()
        && !platform()
        && self.isEmpty()
        && shares.stream().allMatch(s -> s.farms().isEmpty() && s.organizations().isEmpty());
  }
}
