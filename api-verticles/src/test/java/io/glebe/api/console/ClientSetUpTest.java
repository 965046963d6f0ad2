package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Messages for a console client that the provider does not accept, before and during a sign-in. */
final class ClientSetUpTest {
  private static IdentityProvider provider(ClientProof proof, String issuer) {
    Platform platform = TestPlatform.shared().platform();
    IdentityProvider.Dependencies dependencies =
        new IdentityProvider.Dependencies(
            platform.infrastructure().vertx().createHttpClient(),
            platform.identity().keys(),
            platform.identity().scopes(),
            issuer,
            issuer);
    return new IdentityProvider(dependencies, proof, InstantSource.system());
  }

  private static IdentityProvider provider(String client, Optional<String> key) {
    return provider(
        new ClientProof(client, key, InstantSource.system()),
        TestPlatform.shared().platform().identity().issuer());
  }

  @Test
  void anAcceptedClientReportsNoProblem() {
    IdentityProvider provider = provider("glebe-console", Optional.empty());
    provider.probe().await();
    assertThat(provider.known()).isEmpty();
  }

  @Test
  void anUnregisteredKeyIsReportedWithItsSettingAndTheResponse() throws Exception {
    String key = new ECKeyGenerator(Curve.P_256).keyID("other").generate().toJSONString();
    IdentityProvider provider = provider("glebe-console", Optional.of(key));
    provider.probe().await();
    assertThat(provider.known().orElseThrow())
        .contains("GLEBE_CONSOLE_KEY")
        .contains("glebe-console")
        .contains("it answered invalid_client")
        .doesNotContain(key);
  }

  @Test
  void anUnknownClientIsReported() {
    IdentityProvider provider = provider("nobody", Optional.empty());
    provider.probe().await();
    assertThat(provider.known().orElseThrow())
        .contains("client nobody as a public one")
        .contains("GLEBE_CONSOLE_CLIENT")
        .contains("invalid_client");
  }

  @Test
  void aRefusedTokenExchangeReportsTheMissingPermission() {
    ClientSetUp setUp = new ClientSetUp("glebe-console", false, InstantSource.system());
    OAuthError refused = new OAuthError("unauthorized_client", "public clients may not exchange");
    assertThat(setUp.refused(ClientSetUp.Step.EXCHANGE, refused)).isTrue();
    assertThat(setUp.failure().orElseThrow())
        .contains("allow token exchange")
        .contains("GLEBE_CONSOLE_KEY")
        .contains("public clients may not exchange");
    setUp.worked(ClientSetUp.Step.EXCHANGE);
    assertThat(setUp.failure()).isEmpty();
  }

  @Test
  void aForbiddenTokenExchangeOfKeycloakDiffersFromAnInvalidToken() {
    ClientSetUp setUp = new ClientSetUp("glebe-console", false, InstantSource.system());
    OAuthError token = new OAuthError("invalid_request", "Invalid token");
    assertThat(setUp.refused(ClientSetUp.Step.EXCHANGE, token)).isFalse();
    OAuthError client =
        new OAuthError(
            "invalid_request", "Standard token exchange is not enabled for the requested client");
    assertThat(setUp.refused(ClientSetUp.Step.EXCHANGE, client)).isTrue();
    assertThat(setUp.failure().orElseThrow()).contains("allow token exchange");
  }

  @Test
  void aResponseAboutSomethingElseReportsNoProblem() {
    ClientSetUp setUp = new ClientSetUp("glebe-console", true, InstantSource.system());
    assertThat(setUp.refused(ClientSetUp.Step.SIGN_IN, new OAuthError("invalid_grant", "no")))
        .isFalse();
    assertThat(setUp.failure()).isEmpty();
  }

  @Test
  void theProviderIsAskedRarelyAndMoreOftenAfterAProblem() {
    Instant[] now = {Instant.now()};
    ClientSetUp setUp = new ClientSetUp("glebe-console", true, () -> now[0]);
    assertThat(setUp.isDue()).isTrue();
    assertThat(setUp.isDue()).isFalse();
    now[0] = now[0].plus(Duration.ofMinutes(11));
    setUp.refused(ClientSetUp.Step.SIGN_IN, new OAuthError("invalid_client", "no"));
    assertThat(setUp.isDue()).isTrue();
    now[0] = now[0].plus(Duration.ofSeconds(61));
    assertThat(setUp.isDue()).isTrue();
  }
}
