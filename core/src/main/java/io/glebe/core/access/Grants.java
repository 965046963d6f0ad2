package io.glebe.core.access;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The permissions which the roles of one subject grant at one point in time; scopes restrict them
 * further.
 *
 * <p>Immutable except for a cache of computed sets, and safe for threads.
 */
public final class Grants {
  /** A subject without a User record. */
  public static final Grants NONE = new Builder().build();

  /** The platform itself. */
  public static final Grants EVERYTHING = new Builder().unlimited().build();

  private final Optional<UUID> userId;
  private final boolean unlimited;
  private final boolean limited;
  private final Map<Permission, Set<UUID>> fields;
  private final Map<UUID, Set<Permission>> farms;
  private final Map<UUID, Set<Permission>> organizations;
  private final Map<UUID, Map<Permission, Instant>> farmEnds;
  private final Map<UUID, Map<Permission, Instant>> organizationEnds;
  private final Set<UUID> memberships;
  private final Set<Permission> platform;
  private final Set<Permission> everywhere;
  private final Set<Permission> any;
  private final Map<Permission, AccessibleOwners> farmsByPermission = new ConcurrentHashMap<>();
  private final Map<Permission, AccessibleOwners> organizationsByPermission =
      new ConcurrentHashMap<>();

  private Grants(Builder b) {
    userId = b.userId;
    unlimited = b.unlimited;
    limited = b.limited;
    fields = fields(b.fields);
    farms = copy(b.farms);
    organizations = copy(b.organizations);
    farmEnds = ends(b.farms);
    organizationEnds = ends(b.organizations);
    memberships = Set.copyOf(b.memberships);
    platform = Set.copyOf(b.platform);
    everywhere = Set.copyOf(b.everywhere);
    any = union();
  }

  private static Map<Permission, Set<UUID>> fields(Map<Permission, Set<UUID>> source) {
    Map<Permission, Set<UUID>> target = new HashMap<>();
    source.forEach((permission, ids) -> target.put(permission, Set.copyOf(ids)));
    return Map.copyOf(target);
  }

  private static Map<UUID, Set<Permission>> copy(Map<UUID, Map<Permission, Instant>> source) {
    Map<UUID, Set<Permission>> target = new HashMap<>();
    source.forEach((id, granted) -> target.put(id, Set.copyOf(granted.keySet())));
    return Collections.unmodifiableMap(target);
  }

  /** Only permissions that have an end; most people have none. */
  private static Map<UUID, Map<Permission, Instant>> ends(
      Map<UUID, Map<Permission, Instant>> source) {
    Map<UUID, Map<Permission, Instant>> target = new HashMap<>();
    source.forEach(
        (id, granted) -> {
          Map<Permission, Instant> ending = new HashMap<>(granted);
          ending.values().removeIf(Instant.MAX::equals);
          if (!ending.isEmpty()) {
            target.put(id, Map.copyOf(ending));
          }
        });
    return Map.copyOf(target);
  }

  private Set<Permission> union() {
    Set<Permission> all = new HashSet<>(platform);
    all.addAll(everywhere);
    farms.values().forEach(all::addAll);
    organizations.values().forEach(all::addAll);
    return Set.copyOf(all);
  }

  /** Id of the active User record; empty for a subject without access to the platform. */
  public Optional<UUID> userId() {
    return userId;
  }

  /** Whether this is a platform administrator or the platform itself. */
  public boolean isAdministrator() {
    return unlimited || !everywhere.isEmpty();
  }

  /**
   * Whether the permissions on farms apply to {@link #fields} only, as those of commissions. Such a
   * caller may use only the operations that keep to this limit.
   */
  public boolean isLimited() {
    return limited;
  }

  /** The fields to which a permission of a limited caller applies. */
  public Set<UUID> fields(Permission permission) {
    return fields.getOrDefault(permission, Set.of());
  }

  /** Whether the roles grant this on the farm. */
  public boolean onFarm(Permission permission, UUID farm) {
    return unlimited
        || farms.getOrDefault(farm, Set.of()).contains(permission)
        || everywhere.contains(permission);
  }

  /** Whether the roles grant this in the organization. */
  public boolean inOrganization(Permission permission, UUID organization) {
    return unlimited
        || organizations.getOrDefault(organization, Set.of()).contains(permission)
        || everywhere.contains(permission);
  }

  /**
   * The time at which the permission on the farm ends: {@link Instant#MAX} for roles without an
   * end, {@link Instant#MIN} if it is not granted.
   */
  public Instant farmUntil(Permission permission, UUID farm) {
    return onFarm(permission, farm) ? until(farmEnds, permission, farm) : Instant.MIN;
  }

  /** The time at which the permission in the organization ends; as {@link #farmUntil}. */
  public Instant organizationUntil(Permission permission, UUID organization) {
    return inOrganization(permission, organization)
        ? until(organizationEnds, permission, organization)
        : Instant.MIN;
  }

  private Instant until(Map<UUID, Map<Permission, Instant>> ends, Permission permission, UUID id) {
    return isAdministrator()
        ? Instant.MAX
        : ends.getOrDefault(id, Map.of()).getOrDefault(permission, Instant.MAX);
  }

  /**
   * Whether a role on any farm, in any organization or on the platform grants this; enough to read
   * platform records.
   */
  public boolean anywhere(Permission permission) {
    return unlimited || any.contains(permission);
  }

  /** Whether a platform role grants this; needed to write platform records. */
  public boolean onPlatform(Permission permission) {
    return unlimited || platform.contains(permission) || everywhere.contains(permission);
  }

  /** Organizations of the User record. */
  public Set<UUID> memberships() {
    return memberships;
  }

  /** The permissions on each farm on which a role of the farm grants some. */
  public Map<UUID, Set<Permission>> farmPermissions() {
    return farms;
  }

  /** The permissions in each organization in which a role grants some. */
  public Map<UUID, Set<Permission>> organizationPermissions() {
    return organizations;
  }

  /** The permissions that roles grant on records of the platform. */
  public Set<Permission> platformPermissions() {
    return platform;
  }

  /** The permissions of an administrator, which count on every farm; empty for others. */
  public Set<Permission> permissionsEverywhere() {
    return everywhere;
  }

  /** All farms on which some permission is granted. */
  public Set<UUID> farms() {
    return farms.keySet();
  }

  /** All organizations in which some permission is granted. */
  public Set<UUID> organizations() {
    return organizations.keySet();
  }

  /** The farms on which the roles grant this. */
  public AccessibleOwners accessibleFarms(Permission permission) {
    return farmsByPermission.computeIfAbsent(permission, p -> owners(farms, p));
  }

  /** The organizations in which the roles grant this. */
  public AccessibleOwners accessibleOrganizations(Permission permission) {
    return organizationsByPermission.computeIfAbsent(permission, p -> owners(organizations, p));
  }

  private AccessibleOwners owners(Map<UUID, Set<Permission>> granted, Permission permission) {
    if (unlimited || everywhere.contains(permission)) {
      return AccessibleOwners.EVERYTHING;
    }
    Set<UUID> ids = new HashSet<>();
    granted.forEach(
        (id, permissions) -> {
          if (permissions.contains(permission)) {
            ids.add(id);
          }
        });
    return ids.isEmpty() ? AccessibleOwners.NOTHING : new AccessibleOwners(false, ids);
  }

  /** The same grants with one more role on a farm, for the caller that has just created it. */
  public Grants with(UUID farm, Optional<UUID> organization, Set<Permission> permissions) {
    if (unlimited) {
      return this;
    }
    Builder more = new Builder();
    more.userId = userId;
    more.limited = limited;
    more.fields.putAll(fields);
    farms.forEach((id, granted) -> granted.forEach(p -> put(more.farms, id, p, farmUntil(p, id))));
    organizations.forEach(
        (id, granted) ->
            granted.forEach(p -> put(more.organizations, id, p, organizationUntil(p, id))));
    more.memberships.addAll(memberships);
    more.platform.addAll(platform);
    more.everywhere.addAll(everywhere);
    return more.farm(farm, organization, permissions).build();
  }

  private static void put(
      Map<UUID, Map<Permission, Instant>> granted, UUID id, Permission permission, Instant until) {
    granted
        .computeIfAbsent(id, i -> new HashMap<>())
        .merge(permission, until, (a, b) -> a.isAfter(b) ? a : b);
  }

  /** Collects the roles of one subject; not safe for threads. */
  public static final class Builder {
    private Optional<UUID> userId = Optional.empty();
    private boolean unlimited;
    private boolean limited;
    private final Map<Permission, Set<UUID>> fields = new HashMap<>();
    private final Map<UUID, Map<Permission, Instant>> farms = new HashMap<>();
    private final Map<UUID, Map<Permission, Instant>> organizations = new HashMap<>();
    private final Set<UUID> memberships = new HashSet<>();
    private final Set<Permission> platform = new HashSet<>();
    private final Set<Permission> everywhere = new HashSet<>();

    private Builder unlimited() {
      unlimited = true;
      return this;
    }

    /** The permissions apply to the fields of {@link #fields} only. */
    public Builder limited() {
      limited = true;
      return this;
    }

    /** Fields to which these permissions of a limited caller apply. */
    public Builder fields(Set<Permission> permissions, Set<UUID> ids) {
      permissions.forEach(p -> fields.computeIfAbsent(p, q -> new HashSet<>()).addAll(ids));
      return this;
    }

    /** The active User record. */
    public Builder user(UUID id) {
      userId = Optional.of(id);
      return this;
    }

    /** A role on a farm; it also counts in the farm's organization. */
    public Builder farm(UUID farm, Optional<UUID> organization, Set<Permission> permissions) {
      return farm(farm, organization, permissions, Instant.MAX);
    }

    /** A role on a farm that ends at this time. */
    public Builder farm(
        UUID farm, Optional<UUID> organization, Set<Permission> permissions, Instant until) {
      farms.computeIfAbsent(farm, f -> new HashMap<>());
      permissions.forEach(p -> put(farms, farm, p, until));
      organization.ifPresent(o -> organization(o, permissions, until));
      return this;
    }

    /** A role in an organization. */
    public Builder organization(UUID organization, Set<Permission> permissions) {
      return organization(organization, permissions, Instant.MAX);
    }

    /** A role in an organization that ends at this time. */
    public Builder organization(UUID organization, Set<Permission> permissions, Instant until) {
      organizations.computeIfAbsent(organization, o -> new HashMap<>());
      permissions.forEach(p -> put(organizations, organization, p, until));
      return this;
    }

    /** The User record belongs to this organization. */
    public Builder member(UUID organization) {
      memberships.add(organization);
      return this;
    }

    /** A role of the User record that belongs to no organization. */
    public Builder platform(Set<Permission> permissions) {
      platform.addAll(permissions);
      return this;
    }

    /** The role of a platform administrator: counts on every farm and in every organization. */
    public Builder everywhere(Set<Permission> permissions) {
      everywhere.addAll(permissions);
      return this;
    }

    /** The grants collected so far. */
    public Grants build() {
      return new Grants(this);
    }
  }
}
