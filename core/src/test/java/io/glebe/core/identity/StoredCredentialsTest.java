package io.glebe.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.Permission;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.access.SubjectRoles;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hashed tokens, service accounts and ended sign-ins in the database. */
class StoredCredentialsTest {
  private static final Instant NOW = Instant.parse("2026-06-15T10:00:00Z");
  private static final ScopeMap SCOPES =
      ScopeMap.parse("sensor-api: sensor-read=thing:read sensor-write=thing:create");
  private static TestDatabase db;
  private static volatile Instant now = NOW;

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  private static HashedTokens tokens(InstantSource clock) {
    return new HashedTokens(db.database(), clock, () -> {});
  }

  private static HashedTokens.Order order(Optional<Instant> expires) {
    return new HashedTokens.Order(
        "gateway", "https://i.example", "anna", Set.of("spatio-api"), Set.of("s"), expires);
  }

  private static void refused(Future<?> result, int status, String reason) {
    assertThatThrownBy(result::await)
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(status);
              assertThat(problem.detail()).contains(reason);
            });
  }

  private static Future<VerifiedToken> verify(HashedTokens tokens, String token, String audience) {
    return tokens.apply(token, audience).orElseThrow();
  }

  @Test
  void aHashedTokenActsForItsPersonAndIsCheckedEveryMinute() {
    HashedTokens tokens = tokens(() -> NOW);
    HashedTokens.Issued issued = tokens.issue(order(Optional.empty()), Optional.empty()).await();
    assertThat(issued.toString()).doesNotContain(issued.token());
    VerifiedToken token = verify(tokens, issued.token(), "spatio-api").await();
    assertThat(token.kind()).isEqualTo(CallerKind.PERSON);
    assertThat(token.subject()).isEqualTo("anna");
    assertThat(token.scopes()).containsExactly("s");
    assertThat(token.expiresAt()).isEqualTo(NOW.plusSeconds(60));
    refused(verify(tokens, issued.token(), "farm-api"), 401, "not for this API");
    refused(verify(tokens, UUID.randomUUID().toString(), "spatio-api"), 401, "unknown");
    assertThat(tokens.apply("no-uuid", "spatio-api")).as("a token of another form").isEmpty();
    assertThat(tokens.apply(issued.token().toUpperCase(Locale.ROOT), "spatio-api")).isEmpty();
  }

  @Test
  void aHashedTokenEndsAtItsExpiryAndWhenItIsRevoked() {
    Instant end = NOW.plusSeconds(30);
    HashedTokens early = tokens(() -> NOW);
    HashedTokens.Issued issued = early.issue(order(Optional.of(end)), Optional.empty()).await();
    assertThat(verify(early, issued.token(), "spatio-api").await().expiresAt()).isEqualTo(end);
    refused(verify(tokens(() -> end), issued.token(), "spatio-api"), 401, "expired");
    early.revoke(issued.id()).await();
    refused(verify(early, issued.token(), "spatio-api"), 401, "revoked");
    refused(early.revoke(UUID.randomUUID()), 404, "the token does not exist");
    HashedTokens.Listed listed =
        early.list().await().stream()
            .filter(t -> t.id().equals(issued.id()))
            .findFirst()
            .orElseThrow();
    assertThat(listed.revoked()).isPresent();
    early.revoke(issued.id()).await();
    assertThat(early.list().await()).as("revoking again leaves the first time").contains(listed);
  }

  @Test
  void theTableContainsNoUsableToken() {
    HashedTokens tokens = tokens(() -> NOW);
    String token = tokens.issue(order(Optional.empty()), Optional.empty()).await().token();
    var rows =
        db.database()
            .query(
                "select count(*) from identity.hashed_token t where t::text like $1",
                "%" + token + "%")
            .await();
    assertThat(rows.iterator().next().getLong(0)).isZero();
  }

  private static ServiceAccounts accounts() {
    GrantsCache grants =
        new GrantsCache(
            (issuer, subject) -> Future.succeededFuture(SubjectRoles.EMPTY),
            InstantSource.system());
    return new ServiceAccounts(
        db.database(),
        grants,
        SCOPES,
        "https://i.example",
        new RevokedSessions(db.database(), InstantSource.system(), () -> {}),
        FailureThrottle.off());
  }

  @Test
  void aServiceAccountSignsInWithItsPasswordAndItsScopes() {
    ServiceAccounts accounts = accounts();
    accounts.put("station-1", "correct horse", Set.of("sensor-read")).await();
    Caller caller = accounts.signIn("station-1", "correct horse").await();
    assertThat(caller.kind()).isEqualTo(CallerKind.DEVICE);
    assertThat(caller.subject()).isEqualTo("station-1");
    assertThat(caller.clientId()).contains("station-1");
    assertThat(caller.scope().allows(Permission.of("thing:read"))).isTrue();
    assertThat(caller.scope().allows(Permission.of("thing:create"))).isFalse();
    refused(accounts.signIn("station-1", "wrong horse!"), 401, "wrong name or password");
    refused(accounts.signIn("station-2", "correct horse"), 401, "wrong name or password");
  }

  @Test
  void aSecondPutReplacesThePasswordAndADeletionEndsTheAccount() {
    ServiceAccounts accounts = accounts();
    accounts.put("station-3", "first password", Set.of("sensor-read")).await();
    accounts.put("station-3", "second password", Set.of("sensor-write")).await();
    refused(accounts.check("station-3", "first password"), 401, "wrong");
    assertThat(accounts.check("station-3", "second password").await().scopes())
        .containsExactly("sensor-write");
    assertThat(accounts.list().await())
        .extracting(ServiceAccounts.Account::name)
        .contains("station-3")
        .isSorted();
    assertThat(accounts.enabled(Set.of("station-3", "nobody")).await())
        .containsExactly("station-3");
    db.database()
        .query("update identity.service_account set enabled = false where name = $1", "station-3")
        .await();
    refused(accounts.check("station-3", "second password"), 401, "wrong");
    assertThat(accounts.enabled(Set.of("station-3")).await()).isEmpty();
    accounts.delete("station-3").await();
    refused(accounts.delete("station-3"), 404, "the service account does not exist");
  }

  @ParameterizedTest
  @CsvSource({
    "Station, correct horse, sensor-read, /name",
    "-a, correct horse, sensor-read, /name",
    "a, too short, sensor-read, /password",
    "a, correct horse, farm-read, /scopes",
    "a, correct horse, '', /scopes",
  })
  void anInvalidAccountIsRefused(String name, String password, String scope, String pointer) {
    Set<String> scopes = scope.isEmpty() ? Set.of() : Set.of(scope);
    assertThatThrownBy(() -> accounts().put(name, password, scopes).await())
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(422);
              assertThat(problem.violations())
                  .singleElement()
                  .satisfies(v -> assertThat(v.where()).isEqualTo(pointer));
            });
  }

  @Test
  void aTooLongPasswordIsRefused() {
    String password = "x".repeat(PasswordHash.MAX_PASSWORD_CHARS + 1);
    refused(accounts().put("a", password, Set.of("sensor-read")), 422, "12 to 256");
  }

  private static VerifiedToken session(String session) {
    return new VerifiedToken(
        CallerKind.PERSON,
        "https://i.example",
        "anna",
        Optional.of("app"),
        "farm-api",
        Set.of(),
        Instant.MAX,
        Optional.ofNullable(session),
        Optional.empty());
  }

  @Test
  void anEndedSignInIsRevokedInEveryProcessUntilItsLastTokenHasExpired() {
    AtomicInteger dropped = new AtomicInteger();
    RevokedSessions here = new RevokedSessions(db.database(), () -> now, () -> {});
    RevokedSessions there = new RevokedSessions(db.database(), () -> now, dropped::incrementAndGet);
    try (Notifications notifications = Notifications.open(db.vertx(), db.database()).await()) {
      here.follow(notifications).await();
      there.follow(notifications).await();
      assertThat(there.revoked(session("one"))).isFalse();
      here.end("https://i.example", "one", NOW.plusSeconds(600)).await();
      await().untilAsserted(() -> assertThat(there.revoked(session("one"))).isTrue());
      await().untilAsserted(() -> assertThat(dropped).hasPositiveValue());
      assertThat(there.revoked(session("two"))).isFalse();
      assertThat(there.revoked(session(null))).as("a token without sign-in").isFalse();
      now = NOW.plusSeconds(601);
      here.end("https://i.example", "two", NOW.plusSeconds(900)).await();
      await().untilAsserted(() -> assertThat(there.revoked(session("two"))).isTrue());
      assertThat(there.revoked(session("one"))).as("its tokens have expired").isFalse();
      assertThat(
              db.database()
                  .query(
                      "select session from identity.revoked_session where session in ('one',"
                          + " 'two')")
                  .map(rows -> List.of(rows.iterator().next().getString(0), rows.size()))
                  .await())
          .isEqualTo(List.of("two", 1));
    } finally {
      now = NOW;
    }
  }
}
