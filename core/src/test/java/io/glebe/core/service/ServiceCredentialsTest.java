package io.glebe.core.service;

import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sign-in of services, and the life of their tokens. */
class ServiceCredentialsTest {
  private static final String ENDPOINT = "https://glebe.example/services/token";
  private static final ServiceFixture SERVICES =
      new ServiceFixture(Settings.defaults().with(ServiceSettings.TOKENS, "2"));

  private final ECKey pair = pair();

  @AfterAll
  static void close() {
    SERVICES.close();
  }

  private static ECKey pair() {
    try {
      return new ECKeyGenerator(Curve.P_256).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ServiceDirectory.Onboarded withKey(ECKey pair) {
    ObjectNode body = Json.object().put("name", "Service " + UUID.randomUUID());
    body.set("publicKey", Json.parse(pair.toPublicJWK().toJSONString()));
    return SERVICES.directory.onboard(SERVICES.maintainer(), body).await();
  }

  private static String assertion(
      ECKey key, String client, UnaryOperator<JWTClaimsSet.Builder> change) {
    Instant now = Instant.now();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(client)
            .subject(client)
            .audience(ENDPOINT)
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(60)))
            .jwtID(UUID.randomUUID().toString());
    SignedJWT jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.ES256), change.apply(claims).build());
    try {
      jwt.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return jwt.serialize();
  }

  private static Future<ServiceTokens.Issued> signIn(
      Optional<String> client, Optional<String> secret, Optional<String> assertion) {
    return SERVICES.signIn.signIn(
        new ServiceSignIn.Credentials(client, secret, assertion), "host", Set.of(ENDPOINT));
  }

  private static Future<ServiceTokens.Issued> asserted(String assertion) {
    return signIn(Optional.empty(), Optional.empty(), Optional.of(assertion));
  }

  private static String refusal(
      Optional<String> client, Optional<String> secret, Optional<String> assertion) {
    return unauthorized(
        catchThrowableOfType(
            Problem.class, () -> signIn(client, secret, assertion).toCompletionStage()));
  }

  private static String unauthorized(Problem refused) {
    assertThat(refused.status()).isEqualTo(401);
    return refused.detail();
  }

  private static String refusal(Future<?> signIn) {
    return unauthorized(problem(signIn));
  }

  @Test
  void aTokenOfASecretActsAsTheServiceWithoutAnyRight() {
    ServiceDirectory.Onboarded service = SERVICES.onboard();

    var caller = SERVICES.caller(service);

    assertThat(caller.clientId()).contains(service.service().clientId());
    assertThat(ServiceAccess.is(caller, service.service().id())).isTrue();
    assertThat(caller.personId()).isEmpty();
    assertThat(caller.grants().farms()).isEmpty();
    assertThat(caller.grants().isLimited()).isTrue();
  }

  @Test
  void wrongCredentialsGetNoToken() {
    ServiceDirectory.Onboarded service = SERVICES.onboard();
    Optional<String> client = Optional.of(service.service().clientId());
    Optional<String> nothing = Optional.empty();

    assertThat(refusal(signIn(client, Optional.of("wrong"), nothing))).contains("wrong");
    assertThat(refusal(signIn(Optional.of("svc-" + UUID.randomUUID()), service.secret(), nothing)))
        .isEqualTo(refusal(signIn(Optional.of("owner"), service.secret(), nothing)))
        .isEqualTo(refusal(signIn(client, Optional.of(""), nothing)));
    String assertion = assertion(pair, client.get(), claims -> claims);
    assertThat(refusal(asserted(assertion))).as("a service with a secret").contains("wrong");
    String ofKey = withKey(pair).service().clientId();
    assertThat(refusal(signIn(Optional.of(ofKey), Optional.of(""), nothing))).contains("wrong");
  }

  @Test
  void incompleteCredentialsGetNoToken() {
    Optional<String> client = Optional.of(withKey(pair).service().clientId());
    Optional<String> nothing = Optional.empty();
    Optional<String> assertion = Optional.of(assertion(pair, client.get(), claims -> claims));

    assertThat(refusal(nothing, Optional.of("secret"), nothing)).contains("client_id");
    assertThat(refusal(client, nothing, nothing)).contains("needed");
    assertThat(refusal(client, Optional.of("secret"), assertion)).contains("one of");
    assertThat(refusal(Optional.of("svc-" + UUID.randomUUID()), nothing, assertion))
        .contains("another than iss");
    assertThat(refusal(nothing, nothing, Optional.of("no.jwt"))).contains("malformed");
    assertThat(refusal(nothing, nothing, Optional.of("x".repeat(100_000)))).contains("too long");
    String unbound = assertion(pair, client.get(), claims -> claims.subject("admin"));
    assertThat(refusal(nothing, nothing, Optional.of(unbound))).contains("iss and sub");
  }

  @Test
  void anAssertionIsAcceptedOnce() {
    String client = withKey(pair).service().clientId();
    String assertion = assertion(pair, client, claims -> claims);

    ServiceTokens.Issued issued = asserted(assertion).await();

    assertThat(SERVICES.caller(issued.token(), Audiences.SPATIO).clientId()).contains(client);
    assertThat(issued.life()).isEqualTo(Duration.ofHours(1));
    assertThat(issued.toString()).doesNotContain(issued.token());
    assertThat(refusal(asserted(assertion))).contains("used before");
  }

  @Test
  void anAssertionOfAnotherKeyAudienceOrTimeIsRefused() {
    String client = withKey(pair).service().clientId();
    Instant now = Instant.now();
    Date past = Date.from(now.minusSeconds(120));
    Date soon = Date.from(now.plusSeconds(300));

    assertThat(refusal(asserted(assertion(pair(), client, c -> c)))).contains("signature");
    assertThat(refusal(asserted(assertion(pair, client, c -> c.audience("https://id.example")))))
        .contains("aud");
    assertThat(refusal(asserted(assertion(pair, client, c -> c.issueTime(soon)))))
        .contains("future");
    assertThat(refusal(asserted(assertion(pair, client, c -> c.notBeforeTime(soon)))))
        .contains("not valid yet");
    assertThat(refusal(asserted(assertion(pair, client, c -> c.expirationTime(past)))))
        .contains("expired");
    assertThat(refusal(asserted(assertion(pair, client, c -> c.expirationTime(soon)))))
        .contains("60 seconds");
    assertThat(refusal(asserted(assertion(pair, client, c -> c.expirationTime(null)))))
        .contains("missing");
    assertThat(refusal(asserted(assertion(pair, client, c -> c.jwtID(null))))).contains("jti");
  }

  @Test
  void guessingASecretIsSlowedDown() {
    Settings strict = Settings.defaults().with(IdentitySettings.BRAKE_FAILURES, "1");
    FailureThrottle throttle = FailureThrottle.of(strict);
    ServiceSignIn slow = SERVICES.registry(throttle).signIn();
    ServiceDirectory.Onboarded service = SERVICES.onboard();
    String client = service.service().clientId();
    var right = ServiceFixture.secret(client, service.secret().orElseThrow());
    slow.signIn(right, "host", Set.of()).await();
    assertThat(throttle.isIdle()).isTrue();
    problem(slow.signIn(ServiceFixture.secret(client, "guess"), "host", Set.of()));
    assertThat(throttle.isIdle()).as("the guess is counted").isFalse();
    for (int i = 0; i < 8; i++) { // twice as long each time
      throttle.failed(FailureThrottle.Kind.PASSWORD, "host", client);
    }

    Problem slowed =
        catchThrowableOfType(Problem.class, () -> slow.signIn(right, "host", Set.of()));

    assertThat(slowed.status()).isEqualTo(429);
    assertThat(slowed.headers()).containsKey("Retry-After");
    assertThat(SERVICES.token(service)).as("another throttle").isNotEmpty();
  }

  @Test
  @Tag("GLEBE_SERVICE_TOKENS")
  void beyondTheLimitTheOldestTokenEnds() {
    ServiceDirectory.Onboarded service = SERVICES.onboard();
    String first = SERVICES.token(service);
    String second = SERVICES.token(service);
    SERVICES.token(service);

    assertThat(refusal(SERVICES.tokens.apply(first, Audiences.FARM).orElseThrow()))
        .contains("unknown");
    assertThat(SERVICES.caller(second, Audiences.FARM)).isNotNull();
  }

  @Test
  void aTokenIsForTwoApisOnly() {
    String token = SERVICES.token(SERVICES.onboard());

    assertThat(refusal(SERVICES.tokens.apply(token, Audiences.SENSOR).orElseThrow()))
        .contains("not for this API");
    assertThat(SERVICES.tokens.apply("another form", Audiences.FARM)).isEmpty();
  }

  @Test
  @Tag("GLEBE_SERVICE_TOKEN_LIFE")
  void aTokenExpires() {
    String token = SERVICES.token(SERVICES.onboard());
    Instant end = Instant.now().plus(Duration.ofHours(1));

    ServiceTokens before = SERVICES.tokens(() -> end.minusSeconds(60));
    assertThat(before.apply(token, Audiences.FARM).orElseThrow().await()).isNotNull();
    ServiceTokens after = SERVICES.tokens(() -> end.plusSeconds(60));
    assertThat(refusal(after.apply(token, Audiences.FARM).orElseThrow())).contains("expired");
  }

  @Test
  void tokensEndWithTheCredentialsAndWithTheService() {
    ServiceDirectory.Onboarded service = SERVICES.onboard();
    UUID id = service.service().id();
    int before = SERVICES.ends.get();
    String token = SERVICES.token(service);

    SERVICES.directory.renewSecret(SERVICES.maintainer(), id).await();

    assertThat(refusal(SERVICES.tokens.apply(token, Audiences.FARM).orElseThrow()))
        .contains("unknown");
    assertThat(SERVICES.ends.get()).isGreaterThan(before);
    assertThat(
            refusal(
                signIn(
                    Optional.of(service.service().clientId()), service.secret(), Optional.empty())))
        .contains("wrong");
    var renewed = SERVICES.directory.renewSecret(SERVICES.maintainer(), id).await();
    String late = SERVICES.token(renewed);
    SERVICES.directory.disable(SERVICES.maintainer(), id, "sold").await();
    assertThat(refusal(SERVICES.tokens.apply(late, Audiences.FARM).orElseThrow()))
        .contains("unknown");
    assertThat(
            refusal(
                signIn(
                    Optional.of(service.service().clientId()), renewed.secret(), Optional.empty())))
        .contains("wrong");
  }
}
