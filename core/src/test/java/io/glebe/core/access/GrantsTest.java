package io.glebe.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.core.farm.Onboarding;
import io.glebe.core.problem.Problem;
import io.glebe.core.time.Period;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GrantsTest {
  private static final Permission READ = Permission.of("field:read");
  private static final Permission WRITE = Permission.of("field:update");
  private static AccessFixture fixture;

  @BeforeAll
  static void open() {
    fixture = new AccessFixture();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private boolean may(String subject, Permission permission) {
    return Access.may(fixture.caller(subject, "farm-read", "farm-write"), permission, fixture.farm);
  }

  @Test
  void anAssignmentAndItsDeletionTakeEffectAtOnce() {
    UUID user = fixture.user("seen-at-once");
    assertThat(may("seen-at-once", READ)).isFalse();
    UUID assignment = fixture.onboarding.assign(user, fixture.farm, "VIEWER").await();
    await().untilAsserted(() -> assertThat(may("seen-at-once", READ)).isTrue());
    assertThat(may("seen-at-once", WRITE)).isFalse();
    fixture.patch(
        "AccessAssignment", assignment, "{'roleId': '" + Onboarding.roleId("OWNER") + "'}");
    await().untilAsserted(() -> assertThat(may("seen-at-once", WRITE)).isTrue());
    fixture
        .db
        .database()
        .query("delete from record.access_assignments where id = $1", assignment)
        .await();
    await().untilAsserted(() -> assertThat(may("seen-at-once", READ)).isFalse());
  }

  @Test
  void aDisabledUserLosesAllRightsAtOnce() {
    UUID user = fixture.user("disabled");
    fixture.onboarding.assign(user, fixture.farm, "OWNER").await();
    await().untilAsserted(() -> assertThat(may("disabled", READ)).isTrue());
    fixture.patch("User", user, "{'status': 'DISABLED'}");
    await().untilAsserted(() -> assertThat(may("disabled", READ)).isFalse());
    Caller caller = fixture.caller("disabled", "farm-read");
    assertThatThrownBy(() -> Access.requireUser(caller))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(403));
  }

  @Test
  void aSecondUserRecordOfOneSubjectIsRefusedByTheDatabase() {
    UUID first = fixture.user("taken-place");
    var second =
        fixture
            .db
            .database()
            .query(
                "insert into record.users (id, doc, version, created_at, updated_at, origin_type)"
                    + " select gen_random_uuid(), doc, 1, now(), now(), 'USER' from record.users"
                    + " where id = $1",
                first);
    assertThatThrownBy(second::await).hasMessageContaining("users_by_identity");
  }

  @Test
  void anAssignmentIsValidOnlyInItsPeriod() {
    UUID user = fixture.user("seasonal");
    UUID assignment = fixture.onboarding.assign(user, fixture.farm, "WORKER").await();
    fixture.patch(
        "AccessAssignment", assignment, "{'startsAt': '2026-06-01', 'endsAt': '2026-06-30'}");
    Instant before = fixture.now;
    try {
      at("2026-05-31T23:59:59Z", false);
      at("2026-06-01T00:00:00Z", true);
      at("2026-06-30T23:59:59Z", true);
      at("2026-07-01T00:00:00Z", false);
    } finally {
      fixture.now = before;
    }
  }

  private void at(String time, boolean expected) {
    fixture.now = Instant.parse(time);
    await().untilAsserted(() -> assertThat(may("seasonal", READ)).as(time).isEqualTo(expected));
  }

  @Test
  void severalRolesOnOneFarmAreCombined() {
    UUID user = fixture.user("two-roles");
    fixture.onboarding.assign(user, fixture.farm, "VIEWER").await();
    fixture.onboarding.assign(user, fixture.farm, "SERVICE").await();
    await().untilAsserted(() -> assertThat(may("two-roles", WRITE)).isTrue());
    assertThat(may("two-roles", Permission.of("task:read"))).isTrue();
    assertThat(may("two-roles", Permission.of("field:delete"))).isFalse();
  }

  @Test
  void anAdministratorManagesAllFarmsAndReadsNoFarmData() {
    fixture
        .onboarding
        .administrator(new Onboarding.NewUser("root", Optional.empty(), "Root", Optional.empty()))
        .await();
    await()
        .untilAsserted(
            () -> assertThat(may("root", Permission.of("accessAssignment:create"))).isTrue());
    Caller admin = fixture.caller("root", "farm-read", "farm-write");
    assertThat(Access.farms(admin, Permission.of("user:read")).everything()).isTrue();
    assertThat(may("root", READ)).isFalse();
    assertThat(may("root", Permission.of("observation:read"))).isFalse();
    Access.requireAdministrator(admin, Permission.of("user:update"));
    Caller readOnly = fixture.caller("root", "farm-read");
    assertThatThrownBy(() -> Access.requireAdministrator(readOnly, Permission.of("user:update")))
        .isInstanceOf(Problem.class);
    assertThat(fixture.onboarding.hasAdministrator().await()).isTrue();
  }

  @Test
  void anAppWithoutAPersonIsAuthorisedByItsOwnUserRecord() {
    UUID user = fixture.user("ext-run");
    fixture.onboarding.assign(user, fixture.farm, "SERVICE").await();
    await().untilAsserted(() -> assertThat(may("ext-run", READ)).isTrue());
    Caller client = fixture.caller(CallerKind.CLIENT, "ext-run", "farm-read");
    assertThat(client.userId()).contains(user);
    assertThat(client.personId()).isEmpty();
  }

  @Test
  void repeatedOnboardingChangesNothing() {
    UUID first = fixture.user("again");
    assertThat(fixture.user("again")).isEqualTo(first);
    fixture.onboarding.roles().await();
    UUID one = fixture.onboarding.assign(first, fixture.farm, "VIEWER").await();
    assertThat(fixture.onboarding.assign(first, fixture.farm, "VIEWER").await()).isEqualTo(one);
  }

  @Test
  void rolesReadBeforeAChangeAreNotUsedAfterIt() {
    List<Promise<SubjectRoles>> queries = new ArrayList<>();
    GrantsCache cache =
        new GrantsCache(
            (issuer, subject) -> {
              Promise<SubjectRoles> query = Promise.promise();
              queries.add(query);
              return query.future();
            },
            InstantSource.system());
    Future<Grants> early = cache.grants("i", "s");
    cache.changed();
    Future<Grants> late = cache.grants("i", "s");
    queries.get(0).complete(SubjectRoles.EMPTY);
    UUID user = UUID.randomUUID();
    queries.get(1).complete(new SubjectRoles(Optional.of(user), Set.of(), List.of(), List.of()));
    assertThat(early.await().userId()).isEmpty();
    assertThat(late.await().userId()).contains(user);
    assertThat(cache.grants("i", "s").await().userId()).contains(user);
    assertThat(queries).hasSize(2);
  }

  @Test
  void manyRequestsOfOneSubjectShareOneQueryAndAFailureIsNotCached() {
    AtomicInteger loads = new AtomicInteger();
    GrantsCache cache =
        new GrantsCache(
            (issuer, subject) ->
                loads.incrementAndGet() == 1
                    ? Future.failedFuture("the database is away")
                    : Future.succeededFuture(SubjectRoles.EMPTY),
            InstantSource.system());
    assertThat(cache.grants("i", "s").failed()).isTrue();
    for (int i = 0; i < 10; i++) {
      cache.grants("i", "s").await();
    }
    assertThat(loads).hasValue(2);
  }

  @Test
  void anInvalidPeriodGrantsNothing() {
    assertThat(Period.of("sometime", "").holds(Instant.now())).isFalse();
    assertThat(Period.of("", "").holds(Instant.now())).isTrue();
    assertThat(Period.of("", "2026-06-30T10:00:00Z").holds(Instant.parse("2026-06-30T09:59:59Z")))
        .isTrue();
    assertThat(Period.of("", "2026-06-30T10:00:00Z").holds(Instant.parse("2026-06-30T10:00:00Z")))
        .isFalse();
  }
}
