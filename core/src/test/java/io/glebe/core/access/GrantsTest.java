package io.glebe.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.core.farm.Onboarding;
import io.glebe.core.problem.Problem;
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
  private static Neighbourhood hood;

  @BeforeAll
  static void open() {
    hood = new Neighbourhood();
  }

  @AfterAll
  static void close() {
    hood.close();
  }

  private boolean may(String subject, Permission permission) {
    return Access.may(hood.caller(subject, "farm-read", "farm-write"), permission, hood.farm);
  }

  @Test
  void anAssignmentAndItsEndAreSeenAtOnce() {
    UUID user = hood.user("seen-at-once");
    assertThat(may("seen-at-once", READ)).isFalse();
    UUID assignment = hood.onboarding.assign(user, hood.farm, "VIEWER").await();
    await().untilAsserted(() -> assertThat(may("seen-at-once", READ)).isTrue());
    assertThat(may("seen-at-once", WRITE)).isFalse();
    hood.patch("AccessAssignment", assignment, "{'roleId': '" + Onboarding.roleId("OWNER") + "'}");
    await().untilAsserted(() -> assertThat(may("seen-at-once", WRITE)).isTrue());
    hood.db
        .database()
        .query("delete from record.access_assignments where id = $1", assignment)
        .await();
    await().untilAsserted(() -> assertThat(may("seen-at-once", READ)).isFalse());
  }

  @Test
  void aDisabledUserLosesEverythingAtOnce() {
    UUID user = hood.user("disabled");
    hood.onboarding.assign(user, hood.farm, "OWNER").await();
    await().untilAsserted(() -> assertThat(may("disabled", READ)).isTrue());
    hood.patch("User", user, "{'status': 'DISABLED'}");
    await().untilAsserted(() -> assertThat(may("disabled", READ)).isFalse());
    Caller caller = hood.caller("disabled", "farm-read");
    assertThatThrownBy(() -> Access.requireUser(caller))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(403));
  }

  @Test
  void aSecondUserRecordOfOneSubjectIsRefusedByTheDatabase() {
    UUID first = hood.user("taken-place");
    var second =
        hood.db
            .database()
            .query(
                "insert into record.users (id, doc, version, created_at, updated_at, origin_type)"
                    + " select gen_random_uuid(), doc, 1, now(), now(), 'USER' from record.users"
                    + " where id = $1",
                first);
    assertThatThrownBy(second::await).hasMessageContaining("users_by_identity");
  }

  @Test
  void anAssignmentHoldsOnlyInItsPeriod() {
    UUID user = hood.user("seasonal");
    UUID assignment = hood.onboarding.assign(user, hood.farm, "WORKER").await();
    hood.patch(
        "AccessAssignment", assignment, "{'startsAt': '2026-06-01', 'endsAt': '2026-06-30'}");
    Instant before = hood.now;
    try {
      at("2026-05-31T23:59:59Z", false);
      at("2026-06-01T00:00:00Z", true);
      at("2026-06-30T23:59:59Z", true);
      at("2026-07-01T00:00:00Z", false);
    } finally {
      hood.now = before;
    }
  }

  private void at(String moment, boolean expected) {
    hood.now = Instant.parse(moment);
    await().untilAsserted(() -> assertThat(may("seasonal", READ)).as(moment).isEqualTo(expected));
  }

  @Test
  void severalRolesOnOneFarmAddUp() {
    UUID user = hood.user("two-roles");
    hood.onboarding.assign(user, hood.farm, "VIEWER").await();
    hood.onboarding.assign(user, hood.farm, "SERVICE").await();
    await().untilAsserted(() -> assertThat(may("two-roles", WRITE)).isTrue());
    assertThat(may("two-roles", Permission.of("task:read"))).isTrue();
    assertThat(may("two-roles", Permission.of("field:delete"))).isFalse();
  }

  @Test
  void anAdministratorAdministersEverywhereAndSeesNoFarmData() {
    hood.onboarding
        .administrator(new Onboarding.NewUser("root", Optional.empty(), "Root", Optional.empty()))
        .await();
    await()
        .untilAsserted(
            () -> assertThat(may("root", Permission.of("accessAssignment:create"))).isTrue());
    Caller admin = hood.caller("root", "farm-read", "farm-write");
    assertThat(Access.farms(admin, Permission.of("user:read")).everything()).isTrue();
    assertThat(may("root", READ)).isFalse();
    assertThat(may("root", Permission.of("observation:read"))).isFalse();
    Access.requireAdministrator(admin, Permission.of("user:update"));
    Caller readOnly = hood.caller("root", "farm-read");
    assertThatThrownBy(() -> Access.requireAdministrator(readOnly, Permission.of("user:update")))
        .isInstanceOf(Problem.class);
    assertThat(hood.onboarding.hasAdministrator().await()).isTrue();
  }

  @Test
  void anAppWithoutAPersonIsAuthorisedByAUserRecordOfItsOwn() {
    UUID user = hood.user("ext-run");
    hood.onboarding.assign(user, hood.farm, "SERVICE").await();
    await().untilAsserted(() -> assertThat(may("ext-run", READ)).isTrue());
    Caller client = hood.caller(CallerKind.CLIENT, "ext-run", "farm-read");
    assertThat(client.userId()).contains(user);
    assertThat(client.personId()).isEmpty();
  }

  @Test
  void onboardingAgainChangesNothing() {
    UUID first = hood.user("again");
    assertThat(hood.user("again")).isEqualTo(first);
    hood.onboarding.roles().await();
    UUID one = hood.onboarding.assign(first, hood.farm, "VIEWER").await();
    assertThat(hood.onboarding.assign(first, hood.farm, "VIEWER").await()).isEqualTo(one);
  }

  @Test
  void rolesReadBeforeAChangeAreNotBelievedAfterIt() {
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
  void manyRequestsOfOneSubjectShareOneQueryAndAFailureIsNotKept() {
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
  void anUnreadablePeriodOpensNothing() {
    assertThat(Period.of("sometime", "").holds(Instant.now())).isFalse();
    assertThat(Period.of("", "").holds(Instant.now())).isTrue();
    assertThat(Period.of("", "2026-06-30T10:00:00Z").holds(Instant.parse("2026-06-30T09:59:59Z")))
        .isTrue();
    assertThat(Period.of("", "2026-06-30T10:00:00Z").holds(Instant.parse("2026-06-30T10:00:00Z")))
        .isFalse();
  }
}
