package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.identity.KeySource;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * ID tokens and logout tokens, signed by the provider's key, that are not meant for the console.
 */
class ProviderTokensTest {
  private static final String ISSUER = "https://provider.example";
  private static final String NONCE = "n";

  private final Instant now = Instant.now();
  private final ECKey key = key();
  private final IdentityProvider provider = provider();

  private static ECKey key() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID("k").generate();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private IdentityProvider provider() {
    KeySource keys =
        new KeySource() {
          @Override
          public Future<List<JWK>> keys(Optional<String> kid) {
            return Future.succeededFuture(List.of(key.toPublicJWK()));
          }

          @Override
          public Optional<String> failure() {
            return Optional.empty();
          }
        };
    var platform = TestPlatform.shared().platform();
    var dependencies =
        new IdentityProvider.Dependencies(
            platform.infrastructure().vertx().createHttpClient(),
            keys,
            platform.identity().scopes(),
            ISSUER,
            ISSUER);
    return new IdentityProvider(
        dependencies, new ClientProof("console", Optional.empty(), () -> now), () -> now);
  }

  private String signed(JWTClaimsSet claims) {
    try {
      SignedJWT jwt =
          new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("k").build(), claims);
      jwt.sign(new ECDSASigner(key));
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private JWTClaimsSet.Builder claims(Duration age) {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .subject("anna")
        .audience("console")
        .issueTime(Date.from(now.minus(age)));
  }

  private Future<?> idToken(List<String> audience, Optional<String> party) {
    JWTClaimsSet.Builder claims =
        claims(Duration.ZERO)
            .audience(audience)
            .claim("nonce", NONCE)
            .expirationTime(Date.from(now.plusSeconds(60)));
    party.ifPresent(azp -> claims.claim("azp", azp));
    return provider.checkId(signed(claims.build()), NONCE);
  }

  private Future<?> logoutToken(Duration age, String jti) {
    return provider.checkLogout(
        signed(
            claims(age)
                .jwtID(jti)
                .expirationTime(Date.from(now.plusSeconds(60)))
                .claim("sid", "s")
                .claim(
                    "events",
                    Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()))
                .build()));
  }

  private static void refused(Future<?> check, String reason) {
    assertThatThrownBy(check::await).hasMessageContaining(reason);
  }

  @Test
  void anIdTokenForSeveralAudiencesNamesTheConsoleAsItsAuthorizedParty() {
    assertThat(idToken(List.of("console"), Optional.empty()).await()).isNotNull();
    assertThat(idToken(List.of("console"), Optional.of("console")).await()).isNotNull();
    assertThat(idToken(List.of("other", "console"), Optional.of("console")).await()).isNotNull();
    refused(idToken(List.of("other", "console"), Optional.empty()), "azp");
    refused(idToken(List.of("other", "console"), Optional.of("other")), "azp");
    refused(idToken(List.of("console"), Optional.of("other")), "azp");
    refused(idToken(List.of("other"), Optional.of("console")), "not valid");
  }

  @Test
  void aLogoutTokenHasJustBeenIssued() {
    assertThat(logoutToken(Duration.ofMinutes(4), UUID.randomUUID().toString()).await())
        .isNotNull();
    assertThat(logoutToken(Duration.ofSeconds(-30), UUID.randomUUID().toString()).await())
        .as("clocks may differ a little")
        .isNotNull();
    refused(logoutToken(Duration.ofMinutes(-2), UUID.randomUUID().toString()), "iat");
    refused(logoutToken(Duration.ofMinutes(6), UUID.randomUUID().toString()), "iat");
    refused(logoutToken(Duration.ofMinutes(-6), UUID.randomUUID().toString()), "iat");
  }

  @Test
  void aLogoutTokenIsAcceptedOnce() {
    String jti = UUID.randomUUID().toString();
    assertThat(logoutToken(Duration.ZERO, jti).await()).isNotNull();
    refused(logoutToken(Duration.ZERO, jti), "jti");
    refused(logoutToken(Duration.ofSeconds(1), jti), "jti");
  }
}
