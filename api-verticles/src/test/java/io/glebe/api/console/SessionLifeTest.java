package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.DevClient;
import io.glebe.api.devidentity.DevClients;
import io.glebe.core.access.Caller;
import io.glebe.core.identity.session.SharedSessions;
import io.glebe.core.identity.session.SharedTickets;
import io.glebe.core.infrastructure.Infrastructure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The life of console sessions and of their tokens. */
final class SessionLifeTest {
  private static final Duration IDLE = Duration.ofHours(8);
  private static final Duration TOKEN_LIFE = Duration.ofMinutes(5);

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private final InstantSource clock = now::get;

  private void pass(Duration time) {
    now.updateAndGet(instant -> instant.plus(time));
  }

  private IdentityProvider provider() {
    return provider(new ClientProof("glebe-console", Optional.empty(), clock));
  }

  private IdentityProvider provider(ClientProof proof) {
    Platform platform = TestPlatform.shared().platform();
    String issuer = platform.identity().issuer();
    IdentityProvider.Dependencies dependencies =
        new IdentityProvider.Dependencies(
            platform.infrastructure().vertx().createHttpClient(),
            platform.identity().keys(),
            platform.identity().scopes(),
            issuer,
            issuer);
    return new IdentityProvider(dependencies, proof, clock);
  }

  private LoginTokens tokens(SignedInBrowser browser, IdentityProvider provider) {
    String verifier = RandomText.next();
    String redirect = TestPlatform.shared().platform().address() + "/console/session/callback";
    String authorize =
        "/dev/identity/authorize?response_type=code&client_id="
            + provider.clientId()
            + "&state=s&nonce=n"
            + "&code_challenge_method=S256&code_challenge="
            + RandomText.digest(verifier)
            + "&redirect_uri="
            + URLEncoder.encode(redirect, StandardCharsets.UTF_8)
            + "&scope="
            + URLEncoder.encode(provider.scope(), StandardCharsets.UTF_8);
    String callback = browser.consent(authorize, "owner");
    String code = callback.replaceAll(".*[?&]code=([^&]+).*", "$1");
    return provider.redeem(code, verifier, redirect).await();
  }

  private ConsoleSession session(SignedInBrowser browser, IdentityProvider provider) {
    LoginTokens tokens = tokens(browser, provider);
    var person = new ConsoleSession.Person("owner", Optional.empty(), "owner");
    return new ConsoleSession(
        new SessionContent(person, RandomText.next(), tokens), provider::refresh, provider, clock);
  }

  @Test
  void tokensAreCachedUntilShortlyBeforeTheirExpiryAndThenRenewed() {
    ConsoleSession session = session(new SignedInBrowser(), provider());

    String first = session.token("farm-api").await();
    assertThat(session.token("farm-api").await()).isEqualTo(first);
    assertThat(session.token("spatio-api").await()).isNotEqualTo(first);
    pass(TOKEN_LIFE.minusSeconds(20));
    String second = session.token("farm-api").await();
    assertThat(second).isNotEqualTo(first);
    pass(TOKEN_LIFE);
    String third = session.token("farm-api").await();
    assertThat(third).isNotEqualTo(second);

    Caller caller =
        TestPlatform.shared()
            .platform()
            .identity()
            .callers()
            .authenticate(third, "farm-api")
            .await();
    assertThat(caller.subject()).isEqualTo("owner");
    assertThat(caller.clientId()).contains("glebe-console");
  }

  @Test
  void aConsoleWithAKeyAuthenticatesByAssertions() throws JOSEException {
    ECKey key = new ECKeyGenerator(Curve.P_256).keyID("console").generate();
    TestPlatform shared = TestPlatform.shared();
    DevClients clients = shared.platform().developmentIdentity().orElseThrow().clients();
    DevClient client =
        new DevClient(
            "ext-console",
            "A confidential console",
            DevClient.Access.PRIVATE_KEY_JWT,
            List.of(key.toPublicJWK()),
            Set.of(shared.uri("/console/session/callback")),
            Optional.empty(),
            Set.copyOf(shared.platform().identity().scopes().all()),
            false,
            true);
    clients.register(client);
    try {
      Optional<String> secret = Optional.of(key.toJSONString());
      IdentityProvider provider = provider(new ClientProof("ext-console", secret, clock));
      ConsoleSession session = session(new SignedInBrowser(), provider);
      assertThat(session.token("farm-api").await()).isNotEmpty();
    } finally {
      clients.remove("ext-console");
    }
  }

  @Test
  void anInvalidKeyIsRefusedAtTheStart() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ClientProof("x", Optional.of("{\"kty\":\"oct\",\"k\":\"AA\"}"), clock));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClientProof("x", Optional.of("no key"), clock));
  }

  @Test
  void concurrentRequestsShareOneTokenExchange() {
    ConsoleSession session = session(new SignedInBrowser(), provider());
    pass(TOKEN_LIFE); // a refresh token is valid once: a second refresh would end the sign-in
    List<Future<String>> tokens = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tokens.add(session.token(i % 2 == 0 ? "farm-api" : "spatio-api"));
    }
    assertThat(tokens.stream().map(future -> future.await()).distinct()).hasSize(2);
  }

  @Test
  void noTokenIsIssuedAfterTheSignInHasEndedAtTheProvider() {
    SignedInBrowser browser = new SignedInBrowser();
    ConsoleSession session = session(browser, provider());
    browser.send(
        SignedInBrowser.request("/dev/identity/end_session")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("confirm=true")));

    Throwable failure = failure(session.token("farm-api"));

    assertThat(failure).isInstanceOf(OAuthError.class);
    assertThat(((OAuthError) failure).isOver()).isTrue();
  }

  private static Throwable failure(Future<String> future) {
    return future
        .<Throwable>map(token -> new AssertionError("a token came"))
        .otherwise(cause -> cause)
        .await();
  }

  @Test
  void anIdleSessionEnds() {
    ConsoleSessions sessions = sessions(provider());
    String cookie = open(sessions);
    pass(IDLE.minusMinutes(1));
    assertThat(sessions.find(cookie).await()).isPresent();
    pass(IDLE.minusMinutes(1));
    assertThat(sessions.find(cookie).await()).as("use keeps it").isPresent();
    pass(IDLE.plusMinutes(1));
    assertThat(sessions.find(cookie).await()).isEmpty();
  }

  @Test
  void aSessionEndsAfterItsMaximumAgeEvenWhenUsed() {
    ConsoleSessions sessions = sessions(provider());
    String cookie = open(sessions);
    for (int hour = 0; hour < 23; hour++) {
      pass(Duration.ofHours(1));
      assertThat(sessions.find(cookie).await()).isPresent();
    }
    pass(Duration.ofHours(1));
    assertThat(sessions.find(cookie).await()).isEmpty();
  }

  private ConsoleSessions sessions(IdentityProvider provider) {
    Infrastructure infrastructure = TestPlatform.shared().platform().infrastructure();
    return new ConsoleSessions(
        new ConsoleSessions.Dependencies(
            infrastructure.vertx(),
            new SharedSessions(
                infrastructure.database(),
                infrastructure.notifications(),
                clock,
                IDLE,
                ConsoleSessions.MAX_AGE),
            provider),
        clock);
  }

  private String open(ConsoleSessions sessions) {
    LoginTokens tokens = new LoginTokens("a", now.get(), Optional.empty(), Optional.empty());
    return sessions
        .open(new ConsoleSession.Person("owner", Optional.of("sid"), "owner"), tokens)
        .await();
  }

  @Test
  void aSessionIsServedAndEndedByEveryProcess() {
    ConsoleSessions here = sessions(provider());
    ConsoleSessions there = sessions(provider());
    String cookie = open(here);
    ConsoleSession one = here.find(cookie).await().orElseThrow();
    ConsoleSession other = there.find(cookie).await().orElseThrow();
    assertThat(other).isNotSameAs(one);
    assertThat(other.csrf()).isEqualTo(one.csrf());
    assertThat(other.person()).isEqualTo(one.person());

    there.end(cookie).await();

    Awaitility.await().until(() -> !here.holds(cookie));
    assertThat(here.find(cookie).await()).isEmpty();
    assertThat(there.find(cookie).await()).isEmpty();
  }

  private PendingSignIns signIns() {
    return new PendingSignIns(
        new SharedTickets(TestPlatform.shared().platform().infrastructure().database(), clock));
  }

  @Test
  void aSignInThatBeganInOneProcessEndsOnceInAnotherForItsBrowser() {
    String cookie = RandomText.next();
    PendingSignIns.SignIn begun =
        new PendingSignIns.SignIn(
            RandomText.digest(cookie),
            RandomText.next(),
            RandomText.next(),
            "https://farm.example" + SignInFlow.CALLBACK,
            SignInFlow.HOME);
    PendingSignIns here = signIns();
    PendingSignIns there = signIns();
    String state = here.begin(begun).await();

    assertThat(there.take(state, RandomText.next()).await()).as("another browser").isEmpty();
    assertThat(there.take(state, cookie).await()).contains(begun);
    assertThat(here.take(state, cookie).await()).as("a second time").isEmpty();
  }

  @Test
  void processesThatRenewTheSameSignInAtOnceUseItsRefreshTokenOnce() {
    IdentityProvider provider = provider();
    LoginTokens tokens = tokens(new SignedInBrowser(), provider);
    ConsoleSessions here = sessions(provider);
    ConsoleSessions there = sessions(provider);
    String cookie =
        here.open(new ConsoleSession.Person("owner", Optional.empty(), "owner"), tokens).await();
    ConsoleSession one = here.find(cookie).await().orElseThrow();
    ConsoleSession other = there.find(cookie).await().orElseThrow();
    for (int renewal = 0; renewal < 3; renewal++) {
      pass(TOKEN_LIFE); // a refresh token is valid once: a second refresh would end the sign-in
      Future<String> first = one.token("farm-api");
      Future<String> second = other.token("farm-api");
      assertThat(first.await()).isNotEmpty();
      assertThat(second.await()).isNotEmpty();
    }
    there.end(cookie).await();
  }

  @Test
  void aFailedFetchIsRepeatedAndAFetchInProgressIsShared() {
    AtomicInteger fetched = new AtomicInteger();
    AtomicReference<Promise<String>> promise = new AtomicReference<>();
    RefreshedTokens<String> renewed =
        new RefreshedTokens<>(
            () -> {
              fetched.incrementAndGet();
              promise.set(Promise.promise());
              return promise.get().future();
            },
            value -> true);
    Future<String> one = renewed.get();
    assertThat(renewed.get()).isSameAs(one);
    promise.get().fail("away");
    assertThat(one.failed()).isTrue();
    Future<String> two = renewed.get();
    promise.get().complete("here");
    assertThat(renewed.get()).isSameAs(two);
    assertThat(renewed.insteadOf("older")).isSameAs(two);
    assertThat(renewed.insteadOf(two.result())).isNotSameAs(two);
    assertThat(fetched).hasValue(3);
  }
}
