package io.glebe.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A caller needs both a role and a scope; a refusal names the missing one. */
class AccessTest {
  private static final UUID FARM = UUID.randomUUID();
  private static final UUID OTHER_FARM = UUID.randomUUID();
  private static final UUID ORGANIZATION = UUID.randomUUID();
  private static final UUID OTHER_ORGANIZATION = UUID.randomUUID();
  private static final Permission READ = Permission.of("field:read");
  private static final Permission UPDATE = Permission.of("field:update");

  private static Grants.Builder user() {
    return new Grants.Builder().user(UUID.randomUUID());
  }

  private static Caller caller(Grants grants, String... scope) {
    ScopeRights rights = scope.length == 0 ? ScopeRights.NONE : ScopeRights.of(List.of(scope));
    return new Caller(
        CallerKind.PERSON, "i", "s", Optional.of("app"), "farm-api", Set.of(), rights, grants);
  }

  private static void refused(Consumer<Caller> check, Caller caller, String reason) {
    assertThatThrownBy(() -> check.accept(caller))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(403);
              assertThat(problem.detail()).contains(reason);
            });
  }

  private static void opened(Consumer<Caller> check, Caller caller) {
    assertThatCode(() -> check.accept(caller)).doesNotThrowAnyException();
  }

  @Test
  void aRefusalOnAFarmNamesTheMissingRoleOrScope() {
    Grants reader = user().farm(FARM, Optional.of(ORGANIZATION), Set.of(READ)).build();
    Consumer<Caller> readFarm = c -> Access.require(c, READ, FARM);
    opened(readFarm, caller(reader, "*:read"));
    refused(readFarm, caller(reader, "*:update"), "scopes of the token do not grant field:read");
    refused(readFarm, caller(reader), "scopes of the token do not grant field:read");
    refused(
        c -> Access.require(c, UPDATE, FARM), caller(reader, "*:*"), "no role here grants field");
    refused(c -> Access.require(c, READ, OTHER_FARM), caller(reader, "*:*"), "no role here grants");
    refused(readFarm, caller(Grants.NONE, "*:*"), "without access on this platform");
  }

  @Test
  void aRoleOnAFarmCountsInItsOrganizationOnly() {
    Grants reader = user().farm(FARM, Optional.of(ORGANIZATION), Set.of(READ)).build();
    Caller caller = caller(reader, "*:*");
    assertThat(Access.mayInOrganization(caller, READ, ORGANIZATION)).isTrue();
    assertThat(Access.mayInOrganization(caller, READ, OTHER_ORGANIZATION)).isFalse();
    assertThat(Access.mayInOrganization(caller, UPDATE, ORGANIZATION)).isFalse();
    assertThat(Access.mayInOrganization(caller(reader, "task:*"), READ, ORGANIZATION)).isFalse();
  }

  @Test
  void platformRecordsAreReadWithAnyRoleAndWrittenWithAPlatformRole() {
    Grants farmer = user().farm(FARM, Optional.empty(), Set.of(READ, UPDATE)).build();
    Grants curator = user().platform(Set.of(READ, UPDATE)).build();
    opened(c -> Access.requireAnywhere(c, READ), caller(farmer, "*:*"));
    assertThat(Access.mayOnPlatform(caller(farmer, "*:*"), UPDATE)).isFalse();
    assertThat(Access.mayOnPlatform(caller(curator, "*:*"), UPDATE)).isTrue();
    assertThat(Access.mayOnPlatform(caller(curator, "*:read"), UPDATE)).isFalse();
    refused(c -> Access.requireAnywhere(c, READ), caller(user().build(), "*:*"), "no role");
    assertThat(Access.may(caller(curator, "*:*"), READ, FARM))
        .as("a platform role opens no farm")
        .isFalse();
  }

  @Test
  void ownRecordsNeedAUserRecordAndTheScopeButNoRole() {
    Grants newcomer = user().build();
    opened(c -> Access.requireAsSelf(c, READ), caller(newcomer, "*:read"));
    refused(c -> Access.requireAsSelf(c, UPDATE), caller(newcomer, "*:read"), "scopes");
    refused(c -> Access.requireAsSelf(c, READ), caller(Grants.NONE, "*:*"), "without access");
  }

  @Test
  void anAdministratorRoleGrantsItsOwnPermissionsOnEveryFarm() {
    Permission assign = Permission.of("accessAssignment:create");
    Grants administrator = user().everywhere(Set.of(assign)).build();
    Caller caller = caller(administrator, "*:*");
    assertThat(Access.may(caller, assign, FARM)).isTrue();
    assertThat(Access.mayInOrganization(caller, assign, ORGANIZATION)).isTrue();
    assertThat(Access.mayOnPlatform(caller, assign)).isTrue();
    assertThat(Access.mayAnywhere(caller, assign)).isTrue();
    assertThat(Access.farms(caller, assign)).isEqualTo(AccessibleOwners.EVERYTHING);
    assertThat(Access.may(caller, READ, FARM)).isFalse();
    assertThat(Access.farms(caller, READ)).isEqualTo(AccessibleOwners.NOTHING);
    opened(c -> Access.requireAdministrator(c, READ), caller);
    refused(c -> Access.requireAdministrator(c, assign), caller(administrator, "*:read"), "scopes");
    refused(c -> Access.requireAdministrator(c, READ), caller(user().build(), "*:*"), "no role");
    refused(c -> Access.requireAdministrator(c, READ), caller(Grants.NONE, "*:*"), "without");
  }

  @Test
  void aPermissionIsGrantedIfBothTheRoleAndTheScopesGrantIt() {
    Grants grants =
        user()
            .farm(FARM, Optional.of(ORGANIZATION), Set.of(READ, UPDATE))
            .farm(OTHER_FARM, Optional.of(OTHER_ORGANIZATION), Set.of(READ))
            .build();
    Caller caller = caller(grants, "*:read");
    assertThat(Access.farms(caller, READ).ids()).containsExactlyInAnyOrder(FARM, OTHER_FARM);
    assertThat(Access.organizations(caller, READ).ids())
        .containsExactlyInAnyOrder(ORGANIZATION, OTHER_ORGANIZATION);
    assertThat(Access.farms(caller, UPDATE)).isEqualTo(AccessibleOwners.NOTHING);
    assertThat(Access.organizations(caller, UPDATE)).isEqualTo(AccessibleOwners.NOTHING);
    Caller writer = caller(grants, "field:update");
    assertThat(Access.farms(writer, UPDATE).ids()).containsExactly(FARM);
    assertThat(Access.organizations(writer, UPDATE).ids()).containsExactly(ORGANIZATION);
    assertThat(Access.farms(writer, READ).isEmpty()).isTrue();
  }

  @Test
  void thePlatformItselfHasAllRightsWithoutAUserRecord() {
    Caller system = Caller.system();
    opened(Access::requireUser, system);
    opened(c -> Access.require(c, UPDATE, FARM), system);
    assertThat(Access.mayInOrganization(system, UPDATE, ORGANIZATION)).isTrue();
    opened(c -> Access.requireAnywhere(c, UPDATE), system);
    assertThat(Access.mayOnPlatform(system, UPDATE)).isTrue();
    opened(c -> Access.requireAsSelf(c, UPDATE), system);
    opened(c -> Access.requireAdministrator(c, UPDATE), system);
    assertThat(Access.farms(system, UPDATE).contains(FARM)).isTrue();
    assertThat(system.userId()).isEmpty();
    assertThat(system.personId()).isEmpty();
  }

  @Test
  void aLoggedCallerShowsNeitherSubjectNorRights() {
    Grants grants = user().farm(FARM, Optional.empty(), Set.of(READ)).build();
    Caller caller =
        new Caller(
            CallerKind.PERSON,
            "https://issuer.example",
            "anna.novak",
            Optional.of("app"),
            "farm-api",
            Set.of("farm-read"),
            ScopeRights.ALL,
            grants);
    assertThat(caller).hasToString("Caller[PERSON, client=app]");
    assertThat(caller.with(Grants.NONE).subject()).isEqualTo("anna.novak");
    assertThat(caller.with(Grants.NONE).userId()).isEmpty();
  }
}
