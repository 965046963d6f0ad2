package io.glebe.core.access;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * All roles of one subject with their periods, as they stand in the records; {@link #at} says what
 * they open at a moment.
 *
 * @param userId the active User record; empty for a stranger
 * @param organizations {@code User.organizationIds}
 * @param assignments roles on farms
 * @param roles {@code User.roleIds}
 */
public record SubjectRoles(
    Optional<UUID> userId, Set<UUID> organizations, List<OnFarm> assignments, List<OfUser> roles) {

  /** Code of the role whose permissions hold on every farm and in every organization. */
  public static final String ADMINISTRATOR = "ADMINISTRATOR";

  /** The book of a subject without a User record. */
  public static final SubjectRoles EMPTY =
      new SubjectRoles(Optional.empty(), Set.of(), List.of(), List.of());

  /**
   * A role given by an AccessAssignment.
   *
   * @param organization organization of the farm
   * @param periods each of which must hold: the assignment's and the role's
   */
  public record OnFarm(
      UUID farm, Optional<UUID> organization, Set<Permission> permissions, List<Period> periods) {}

  /**
   * A role given by the User record itself.
   *
   * @param organization the role's own organization; empty for a platform role
   * @param administrator whether it is the platform's administrator role
   */
  public record OfUser(
      Optional<UUID> organization,
      boolean administrator,
      Set<Permission> permissions,
      List<Period> periods) {}

  /** What the roles open at a moment, and until when that stays so. */
  public record Moment(Grants grants, Instant until) {}

  public SubjectRoles {
    organizations = Set.copyOf(organizations);
    assignments = List.copyOf(assignments);
    roles = List.copyOf(roles);
  }

  /** The grants of that moment. */
  public Moment at(Instant now) {
    if (userId.isEmpty()) {
      return new Moment(Grants.NONE, Instant.MAX);
    }
    Grants.Builder grants = new Grants.Builder().user(userId.get());
    Set<UUID> here = new HashSet<>(organizations);
    here.removeIf(organization -> hasEnded(organization, now));
    here.forEach(grants::member);
    assignments.stream()
        .filter(a -> a.periods().stream().allMatch(p -> p.holds(now)))
        .forEach(a -> grants.farm(a.farm(), a.organization(), a.permissions(), end(a.periods())));
    roles.stream()
        .filter(r -> r.periods().stream().allMatch(p -> p.holds(now)))
        .forEach(r -> add(grants, r, here));
    return new Moment(grants.build(), nextChange(now));
  }

  /**
   * Whether the subject had assignments in the organization and the last of them has ended: then
   * membership and roles that the User record names there rest. Who has none there holds them by
   * themselves.
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
        .filter(moment -> moment.isAfter(now))
        .min(Instant::compareTo)
        .orElse(Instant.MAX);
  }
}
