package io.glebe.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.time.Period;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The grants of one subject at a point in time, and the time of their next change. */
class SubjectRolesTest {
  private static final Instant NOW = Instant.parse("2026-06-15T10:00:00Z");
  private static final Permission READ = Permission.of("field:read");
  private static final Permission UPDATE = Permission.of("field:update");
  private static final List<Period> ALWAYS = List.of(Period.ALWAYS);
  private static final UUID USER = UUID.randomUUID();
  private static final UUID FARM = UUID.randomUUID();
  private static final UUID OWN = UUID.randomUUID();
  private static final UUID FOREIGN = UUID.randomUUID();

  private static SubjectRoles ofUser(Set<UUID> organizations, SubjectRoles.OfUser... roles) {
    return new SubjectRoles(Optional.of(USER), organizations, List.of(), List.of(roles));
  }

  private static SubjectRoles onFarm(Period... periods) {
    SubjectRoles.OnFarm role =
        new SubjectRoles.OnFarm(FARM, Optional.of(OWN), Set.of(READ), List.of(periods));
    return new SubjectRoles(Optional.of(USER), Set.of(), List.of(role), List.of());
  }

  private static SubjectRoles.OfUser role(Optional<UUID> organization, boolean administrator) {
    return new SubjectRoles.OfUser(organization, administrator, Set.of(READ), ALWAYS);
  }

  @Test
  void anUnknownSubjectNeverHasGrants() {
    SubjectRoles.CurrentGrants current = SubjectRoles.EMPTY.at(NOW);
    assertThat(current.grants()).isSameAs(Grants.NONE);
    assertThat(current.until()).isEqualTo(Instant.MAX);
  }

  @Test
  void aRoleOfAnOrganizationAppliesToItsMembersOnly() {
    Grants member = ofUser(Set.of(OWN), role(Optional.of(OWN), false)).at(NOW).grants();
    assertThat(member.inOrganization(READ, OWN)).isTrue();
    assertThat(member.onPlatform(READ)).isFalse();
    assertThat(member.onFarm(READ, FARM)).isFalse();
    assertThat(member.memberships()).containsExactly(OWN);
    Grants outsider = ofUser(Set.of(OWN), role(Optional.of(FOREIGN), false)).at(NOW).grants();
    assertThat(outsider.inOrganization(READ, FOREIGN)).isFalse();
    assertThat(outsider.anywhere(READ)).isFalse();
  }

  @Test
  void aRoleWithoutOrganizationAppliesToThePlatformAndTheOwnOrganizations() {
    Grants grants = ofUser(Set.of(OWN), role(Optional.empty(), false)).at(NOW).grants();
    assertThat(grants.onPlatform(READ)).isTrue();
    assertThat(grants.inOrganization(READ, OWN)).isTrue();
    assertThat(grants.inOrganization(READ, FOREIGN)).isFalse();
    assertThat(grants.onFarm(READ, FARM)).isFalse();
    assertThat(grants.isAdministrator()).isFalse();
  }

  @Test
  void anAdministratorRoleAppliesEverywhere() {
    Grants grants = ofUser(Set.of(), role(Optional.empty(), true)).at(NOW).grants();
    assertThat(grants.isAdministrator()).isTrue();
    assertThat(grants.onFarm(READ, FARM)).isTrue();
    assertThat(grants.inOrganization(READ, FOREIGN)).isTrue();
    assertThat(grants.onPlatform(UPDATE)).isFalse();
    Grants bound = ofUser(Set.of(OWN), role(Optional.of(OWN), true)).at(NOW).grants();
    assertThat(bound.isAdministrator())
        .as("an administrator's role of one organization is none of the platform")
        .isFalse();
  }

  @Test
  void everyPeriodOfAnAssignmentMustBeValidAndTheNextChangeIsKnown() {
    Period june = Period.of("2026-06-01", "2026-06-30");
    Period untilNoon = Period.of("", "2026-06-15T12:00:00Z");
    SubjectRoles.CurrentGrants both = onFarm(june, untilNoon).at(NOW);
    assertThat(both.grants().onFarm(READ, FARM)).isTrue();
    assertThat(both.grants().inOrganization(READ, OWN)).isTrue();
    assertThat(both.until()).isEqualTo(Instant.parse("2026-06-15T12:00:00Z"));
    Instant afternoon = Instant.parse("2026-06-15T12:00:00Z");
    SubjectRoles.CurrentGrants one = onFarm(june, untilNoon).at(afternoon);
    assertThat(one.grants().anywhere(READ)).isFalse();
    assertThat(one.grants().userId()).contains(USER);
    assertThat(one.until()).isEqualTo(Instant.parse("2026-07-01T00:00:00Z"));
    assertThat(onFarm(Period.ALWAYS).at(NOW).until()).isEqualTo(Instant.MAX);
  }

  @Test
  void anEndedRoleOfTheUserGrantsNothing() {
    SubjectRoles.OfUser ended =
        new SubjectRoles.OfUser(
            Optional.empty(), true, Set.of(READ), List.of(Period.of("", "2026-06-14")));
    Grants grants = ofUser(Set.of(OWN), ended).at(NOW).grants();
    assertThat(grants.isAdministrator()).isFalse();
    assertThat(grants.inOrganization(READ, OWN)).isFalse();
  }

  @Test
  void aNewFarmIsAddedForItsCreatorAndOtherGrantsAreKept() {
    Grants before =
        new Grants.Builder()
            .user(USER)
            .farm(FARM, Optional.of(OWN), Set.of(READ))
            .member(OWN)
            .platform(Set.of(Permission.of("product:read")))
            .everywhere(Set.of(Permission.of("user:read")))
            .build();
    UUID made = UUID.randomUUID();
    Grants after = before.with(made, Optional.of(FOREIGN), Set.of(READ, UPDATE));
    assertThat(after.onFarm(UPDATE, made)).isTrue();
    assertThat(after.inOrganization(UPDATE, FOREIGN)).isTrue();
    assertThat(after.onFarm(UPDATE, FARM)).isFalse();
    assertThat(after.onFarm(READ, FARM)).isTrue();
    assertThat(after.inOrganization(READ, OWN)).isTrue();
    assertThat(after.onPlatform(Permission.of("product:read"))).isTrue();
    assertThat(after.onFarm(Permission.of("user:read"), UUID.randomUUID())).isTrue();
    assertThat(after.memberships()).containsExactly(OWN);
    assertThat(after.userId()).contains(USER);
    assertThat(after.farms()).containsExactlyInAnyOrder(FARM, made);
    assertThat(after.organizations()).containsExactlyInAnyOrder(OWN, FOREIGN);
    assertThat(before.farms()).as("the earlier grants stay as they are").containsExactly(FARM);
    assertThat(Grants.EVERYTHING.with(made, Optional.empty(), Set.of()))
        .isSameAs(Grants.EVERYTHING);
  }

  private static SubjectRoles clerk(SubjectRoles.OnFarm... assignments) {
    return new SubjectRoles(
        Optional.of(USER),
        Set.of(OWN),
        List.of(assignments),
        List.of(role(Optional.of(OWN), false)));
  }

  private static SubjectRoles.OnFarm on(UUID organization, String endsAt) {
    return new SubjectRoles.OnFarm(
        UUID.randomUUID(), Optional.of(organization), Set.of(), List.of(Period.of("", endsAt)));
  }

  @Test
  void rolesOfAnOrganizationAreSuspendedWhenItsLastAssignmentEnds() {
    Grants ended = clerk(on(OWN, "2026-06-01"), on(FOREIGN, "")).at(NOW).grants();
    assertThat(ended.inOrganization(READ, OWN)).isFalse();
    assertThat(ended.memberships()).isEmpty();
    Grants other = clerk(on(OWN, "2026-06-01"), on(OWN, "2026-07-01")).at(NOW).grants();
    assertThat(other.inOrganization(READ, OWN)).isTrue();
    Grants never = clerk(on(FOREIGN, "2026-06-01")).at(NOW).grants();
    assertThat(never.inOrganization(READ, OWN)).as("no farm there").isTrue();
  }

  @Test
  void aPermissionEndsWithTheLastRoleThatGrantsIt() {
    Instant week = NOW.plusSeconds(7 * 86_400);
    Instant month = NOW.plusSeconds(30 * 86_400);
    SubjectRoles.OnFarm first = held(new Period(Instant.MIN, month), new Period(Instant.MIN, week));
    SubjectRoles.OnFarm second = held(new Period(Instant.MIN, month));
    Grants limited = roles(first).at(NOW).grants();
    assertThat(limited.farmUntil(READ, FARM)).isEqualTo(week);
    assertThat(limited.organizationUntil(READ, OWN)).isEqualTo(week);
    assertThat(limited.farmUntil(UPDATE, FARM)).as("not held").isEqualTo(Instant.MIN);
    assertThat(roles(second, first).at(NOW).grants().farmUntil(READ, FARM)).isEqualTo(month);
    Grants lasting = roles(first, held(Period.ALWAYS), second).at(NOW).grants();
    assertThat(lasting.farmUntil(READ, FARM)).isEqualTo(Instant.MAX);
    Grants more = limited.with(UUID.randomUUID(), Optional.empty(), Set.of(READ));
    assertThat(more.farmUntil(READ, FARM)).as("a further farm changes nothing").isEqualTo(week);
  }

  private static SubjectRoles.OnFarm held(Period... periods) {
    return new SubjectRoles.OnFarm(FARM, Optional.of(OWN), Set.of(READ), List.of(periods));
  }

  private static SubjectRoles roles(SubjectRoles.OnFarm... assignments) {
    return new SubjectRoles(Optional.of(USER), Set.of(), List.of(assignments), List.of());
  }
}
