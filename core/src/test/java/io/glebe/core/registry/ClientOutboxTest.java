package io.glebe.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.registry.provider.ClientDescription;
import io.glebe.core.registry.provider.ClientRegistration;
import io.glebe.core.registry.provider.ProviderClient;
import io.glebe.core.registry.provider.ProviderFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ClientOutboxTest {
  private static final RegistryFixture REGISTRY = new RegistryFixture();
  private static final String ISSUER = "https://issuer.example";
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration ENDED = Duration.ZERO;

  @AfterAll
  static void close() {
    REGISTRY.close();
  }

  /** A provider that assigns client ids, and whose answers are given by the test. */
  private static final class Provider implements ClientRegistration {
    private final String assigned = UUID.randomUUID().toString();
    final List<String> calls = new CopyOnWriteArrayList<>();
    final LinkedBlockingQueue<Promise<Void>> answers = new LinkedBlockingQueue<>();

    private Future<Void> call(String name) {
      Promise<Void> answer = Promise.promise();
      calls.add(name);
      answers.add(answer);
      return answer.future();
    }

    @Override
    public boolean assignsIds() {
      return true;
    }

    @Override
    public Future<ProviderClient> enable(
        ClientDescription description, Optional<ProviderClient> known) {
      String change = known.flatMap(ProviderClient::management).orElse("new");
      return call("enable " + description.version() + " " + change)
          .map(done -> new ProviderClient(assigned, Optional.of("token " + description.version())));
    }

    @Override
    public Future<Void> disable(ProviderClient client) {
      return call("disable " + client.management().orElse(""));
    }

    /** The next call; fails when none comes. */
    Promise<Void> next() throws InterruptedException {
      return Objects.requireNonNull(answers.poll(1, TimeUnit.MINUTES), "no call came");
    }
  }

  private static ClientOutbox outbox(Provider provider) {
    ClientOutbox outbox =
        new ClientOutbox(REGISTRY.db.database(), REGISTRY.records, provider, ISSUER);
    outbox.start(REGISTRY.notifications).await();
    return outbox;
  }

  @Test
  void noTransactionIsOpenWhileTheProviderIsCalled() throws InterruptedException {
    UUID app = REGISTRY.approvedApp();
    Provider provider = new Provider();
    try (ClientOutbox _ = outbox(provider)) {
      Promise<Void> answer = provider.next();
      REGISTRY.execute("select 1 from registry.client where app_id = $1 for update nowait", app);
      assertThat(
              REGISTRY
                  .one(
                      """
                      select count(*)::int from pg_stat_activity
                      where datname = current_database() and state like 'idle in transaction%'
                      """)
                  .getInteger(0))
          .isZero();
      answer.complete();
      await().until(() -> REGISTRY.done(app));
    }
    assertThat(provider.calls).containsExactly("enable 1 new");
  }

  @Test
  void aWithdrawalDuringACallFollowsIt() throws InterruptedException {
    UUID app = REGISTRY.approvedApp();
    Provider provider = new Provider();
    try (ClientOutbox _ = outbox(provider)) {
      Promise<Void> answer = provider.next();
      REGISTRY.withdraw(app);
      answer.complete();
      provider.next().complete();
      await().until(() -> REGISTRY.done(app));
    }
    assertThat(provider.calls).containsExactly("enable 1 new", "disable token 1");
  }

  @Test
  void theDataThatTheProviderGivesAreUsedForTheNextChangeAndForgottenAtTheEnd()
      throws InterruptedException {
    UUID app = REGISTRY.approvedApp();
    Provider provider = new Provider();
    try (ClientOutbox _ = outbox(provider)) {
      provider.next().complete();
      await().until(() -> REGISTRY.done(app));
      assertThat(REGISTRY.client(app).getString("client_id")).isEqualTo(provider.assigned);
      REGISTRY.approve(app, 2);
      provider.next().complete();
      await().until(() -> REGISTRY.done(app));
      REGISTRY.withdraw(app);
      provider.next().complete();
      await().until(() -> REGISTRY.done(app));
    }
    assertThat(provider.calls)
        .containsExactly("enable 1 new", "enable 2 token 1", "disable token 2");
    assertThat(REGISTRY.client(app).getString("management")).isNull();
    assertThat(REGISTRY.client(app).getString("client_id"))
        .as("its tokens stay known as those of an app")
        .isEqualTo(provider.assigned);
  }

  @Test
  void aClientWhoseIdBecomesKnownAfterTheWithdrawalIsRevoked() throws InterruptedException {
    UUID app = REGISTRY.approvedApp();
    Provider provider = new Provider();
    try (ClientOutbox _ = outbox(provider)) {
      Promise<Void> answer = provider.next();
      REGISTRY.withdraw(app);
      answer.complete();
      provider.next().complete();
      await().until(() -> REGISTRY.done(app));
    }
    assertThat(
            REGISTRY
                .one(
                    """
                    select count(*)::int from identity.revoked_client
                    where issuer = $1 and client_id = $2
                    """,
                    ISSUER,
                    provider.assigned)
                .getInteger(0))
        .isEqualTo(1);
  }

  @Test
  void anAppThatIsWithdrawnBeforeItsClientExistsNeedsNoCall() {
    UUID app = REGISTRY.approvedApp();
    REGISTRY.withdraw(app);
    Provider provider = new Provider();
    try (ClientOutbox _ = outbox(provider)) {
      await().until(() -> REGISTRY.done(app));
    }
    assertThat(provider.calls).isEmpty();
  }

  @Test
  void aFailureIsCountedAndANewVersionDoesNotWaitForTheNextAttempt() throws InterruptedException {
    UUID app = REGISTRY.approvedApp();
    Provider provider = new Provider();
    try (ClientOutbox _ = outbox(provider)) {
      provider.next().fail(new ProviderFailure("not today"));
      await().until(() -> REGISTRY.client(app).getInteger("attempts") == 1);
      assertThat(REGISTRY.client(app).getString("last_error")).isEqualTo("not today");
      REGISTRY.execute(
          "update registry.client set next_at = now() + interval '1 hour' where app_id = $1", app);
      REGISTRY.approve(app, 2);
      Promise<Void> second = provider.next();
      assertThat(provider.calls.getLast()).isEqualTo("enable 2 new");
      second.complete();
      await().until(() -> REGISTRY.done(app));
    }
    assertThat(REGISTRY.client(app).getInteger("attempts")).isZero();
    assertThat(REGISTRY.client(app).getString("last_error")).isNull();
  }

  @Test
  void aClientIsClaimedByOneProcess() {
    UUID app = REGISTRY.approvedApp();
    ClientClaims.Claimed claimed = claim(app, LONG);
    assertThat(claims(LONG).next()).isEmpty();
    assertThat(claims(LONG).succeeded(claimed, made())).isTrue();
    assertThat(REGISTRY.done(app)).isTrue();
  }

  @Test
  void anotherProcessContinuesWhenOneEndedDuringItsCall() throws InterruptedException {
    UUID app = REGISTRY.approvedApp();
    claim(app, ENDED);
    Provider provider = new Provider();
    try (ClientOutbox _ = outbox(provider)) {
      provider.next().complete();
      await().until(() -> REGISTRY.done(app));
    }
    assertThat(provider.calls).containsExactly("enable 1 new");
  }

  @Test
  void aCallThatOutlivedItsClaimIsFollowedByTheWantedState() {
    UUID app = REGISTRY.approvedApp();
    ClientClaims.Claimed late = claim(app, ENDED);
    REGISTRY.withdraw(app);
    ClientClaims.Claimed withdrawal = claim(app, LONG);
    assertThat(claims(LONG).succeeded(withdrawal, Optional.empty())).isTrue();
    assertThat(REGISTRY.done(app)).isTrue();

    assertThat(claims(LONG).succeeded(late, made())).isFalse();
    assertThat(REGISTRY.done(app)).isFalse();
    ClientClaims.Claimed again = claim(app, LONG);
    assertThat(again.wanted().client()).isEmpty();
    assertThat(claims(LONG).succeeded(again, Optional.empty())).isTrue();
  }

  @Test
  void aFailedCallThatOutlivedItsClaimIsFollowedByTheWantedState() {
    UUID app = REGISTRY.approvedApp();
    ClientClaims.Claimed late = claim(app, ENDED);
    ClientClaims.Claimed newer = claim(app, LONG);
    assertThat(claims(LONG).succeeded(newer, made())).isTrue();
    claims(LONG).failed(late, "too late");
    assertThat(REGISTRY.done(app)).isFalse();
    assertThat(REGISTRY.client(app).getString("last_error")).isNull();
    claims(LONG).succeeded(claim(app, LONG), made());
  }

  private static Optional<ProviderClient> made() {
    return Optional.of(new ProviderClient("made-" + UUID.randomUUID()));
  }

  private static ClientClaims claims(Duration duration) {
    return new ClientClaims(REGISTRY.db.database(), ISSUER, duration);
  }

  /** Claims the client of this app; no other app waits. */
  private static ClientClaims.Claimed claim(UUID app, Duration duration) {
    ClientClaims.Claimed claimed = claims(duration).next().orElseThrow();
    assertThat(claimed.wanted().app()).isEqualTo(app);
    return claimed;
  }
}
