package io.glebe.core.access;

import io.glebe.core.time.Period;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * All roles of one subject with their periods, as stored in the records; {@link #at} computes the
 * grants at a point in time.
 *
 * @param userId the active User record; empty for an unknown subject
 * @param organizations {@code User.organizationIds}
 * @param assignments roles on farms
 * @param roles {@code User.roleIds}
 * @param limited whether assignments count on their fields only
 */
public record SubjectRoles(
    Optional<UUID> userId,
    Set<UUID> organizations,
    List<OnFarm> assignments,
    List<OfUser> roles,
    boolean limited) {

  /** Code of the role that counts on every farm and in every organization. */
  public static final String ADMINISTRATOR = "ADMINISTRATOR";

  /** The roles of a subject without a User record. */
  public static final SubjectRoles EMPTY =
      new SubjectRoles(Optional.empty(), Set.of(), List.of(), List.of());

  /**
   * A role assigned by an AccessAssignment, or a commission.
   *
   * @param organization organization of the farm in which the permissions count as well
   * @param periods the assignment's and the role's period; both must hold
   * @param fields of a commission; counts for limited subjects
   */
  public record OnFarm(
      UUID farm,
      Optional<UUID> organization,
      Set<Permission> permissions,
      List<Period> periods,
      Set<UUID> fields) {
    /** On the whole farm. */
    public OnFarm(
        UUID farm, Optional<UUID> organization, Set<Permission> permissions, List<Period> periods) {
      this(farm, organization, permissions, periods, Set.of());
    }
  }

  /**
   * A role listed in the User record.
   *
   * @param organization the organization of the role; empty for a platform role
   * @param administrator whether it is the platform's administrator role
   */
  public record OfUser(
      Optional<UUID> organization,
      boolean administrator,
      Set<Permission> permissions,
      List<Period> periods) {}

  /** The grants at a point in time, and the time until which they stay the same. */
  public record CurrentGrants(Grants grants, Instant until) {}

  /** The roles of a subject without a limit. */
  public SubjectRoles(
      Optional<UUID> userId,
      Set<UUID> organizations,
      List<OnFarm> assignments,
      List<OfUser> roles) {
    this(userId, organizations, assignments, roles, false);
  }

  public SubjectRoles {
    organizations = Set.copyOf(organizations);
    assignments = List.copyOf(assignments);
    roles = List.copyOf(roles);
  }

  /** The grants at this time. */
  public CurrentGrants at(Instant now) {
    if (userId.isEmpty()) {
      return new CurrentGrants(Grants.NONE, Instant.MAX);
    }
    Grants.Builder grants = new Grants.Builder().user(userId.get());
    Set<UUID> memberships = new HashSet<>(organizations);
    memberships.removeIf(organization -> hasEnded(organization, now));
    memberships.forEach(grants::member);
    assignments.stream()
        .filter(a -> a.periods().stream().allMatch(p -> p.holds(now)))
        .forEach(a -> add(grants, a));
    if (limited) {
      grants.limited();
    }
    roles.stream()
        .filter(r -> r.periods().stream().allMatch(p -> p.holds(now)))
        .forEach(r -> add(grants, r, memberships));
    return new CurrentGrants(grants.build(), nextChange(now));
  }

  /**
   * Whether the subject has assignments in the organization and all of them have ended. Then the
   * membership and the roles which the User record lists for this organization are suspended. They
   * count for a subject without any assignment there.
   */
  private boolean hasEnded(UUID organization, Instant now) {
    List<OnFarm> there =
        assignments.stream()
            .filter(a -> a.organization().filter(organization::equals).isPresent())
            .toList();
    return !there.isEmpty()
        && there.stream()
            .allMatch(a -> a.periods().stream().anyMatch(p -> !p.until().isAfter(now)));
  }

  private static void add(Grants.Builder grants, OnFarm assignment) {
    Instant until = end(assignment.periods());
    grants.farm(assignment.farm(), assignment.organization(), assignment.permissions(), until);
    grants.fields(assignment.permissions(), assignment.fields());
  }

  private static void add(Grants.Builder grants, OfUser role, Set<UUID> organizations) {
    if (role.organization().isPresent()) {
      role.organization()
          .filter(organizations::contains)
          .ifPresent(o -> grants.organization(o, role.permissions(), end(role.periods())));
      return;
    }
    organizations.forEach(o -> grants.organization(o, role.permissions(), end(role.periods())));
    grants.platform(role.permissions());
    if (role.administrator()) {
      grants.everywhere(role.permissions());
    }
  }

  private static Instant end(List<Period> periods) {
    return periods.stream().map(Period::until).min(Instant::compareTo).orElse(Instant.MAX);
  }

  private Instant nextChange(Instant now) {
    List<Period> all = new ArrayList<>();
    assignments.forEach(a -> all.addAll(a.periods()));
    roles.forEach(r -> all.addAll(r.periods()));
    return all.stream()
        .flatMap(p -> Stream.of(p.from(), p.until()))
        .filter(time -> time.isAfter(now))
        .min(Instant::compareTo)
        .orElse(Instant.MAX);
  }
}
