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
import java.util.function.Predicate;

/**
 * The records of a collection that a caller may read, as sets of farms and organizations that can
 * be stored for a cursor and compiled into SQL.
 *
 * @param scopes farms, organizations, the platform, the caller as creator and as person
 * @param audit for the audit log, the farms and organizations of the scopes by readable entities;
 *     otherwise empty
 * @param limit of a caller whose permissions apply to some fields only
 */
public record ReadReach(
    AccessibleScopes scopes, List<AuditShare> audit, Optional<FieldLimit> limit) {
  /** Represents the records of the platform in the set of members. */
  private static final UUID PLATFORM = new UUID(0, 0);

  public ReadReach {
    audit = List.copyOf(audit);
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
    boolean byEntity = type.name().equals(EntityNames.AUDIT_LOG) && !scopes.everything();
    return new ReadReach(
        scopes, byEntity ? AuditShares.of(caller) : List.of(), FieldLimit.of(caller, read));
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
    Set<UUID> members = new HashSet<>(scopes.farms().ids());
    members.addAll(scopes.organizations().ids());
    if (platform()) {
      members.add(PLATFORM);
    }
    scopes.person().ifPresent(members::add);
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
    Predicate<UUID> included = id -> members.contains(id) == inside;
    boolean asCreator = scopes.person().map(included::test).orElse(inside);
    AccessibleScopes part = scopes.part(included, asCreator, members.contains(PLATFORM) == inside);
    return new ReadReach(part, audit.stream().map(share -> share.part(included)).toList(), limit);
  }

  public boolean isEmpty() {
    return !everything()
        && !platform()
        && scopes.person().isEmpty()
        && scopes.farms().isEmpty()
        && scopes.organizations().isEmpty();
  }
}
