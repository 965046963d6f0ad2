package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.TestPlatform;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A token whose audience holds several APIs works on each of them, with the scopes of each. */
class SeveralAudiencesTest {
  private final TestPlatform platform = TestPlatform.shared();
  private final IdentityModule identity = platform.platform().identity();

  private String token(String scope) throws Exception {
    RSAKey key = identity.ownKeys().orElseThrow().current();
    Instant now = Instant.now();
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
            new JWTClaimsSet.Builder()
                .issuer(identity.issuer())
                .subject("owner")
                .audience(List.of("farm-api", "spatio-api"))
                .claim("azp", "glebe-cli")
                .claim("scope", scope)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(60)))
                .build());
    jwt.sign(new RSASSASigner(key));
    return jwt.serialize();
  }

  private int status(String bearer, String path) {
    return platform
        .send(
            HttpRequest.newBuilder(platform.uri(path)).header("Authorization", "Bearer " + bearer))
        .statusCode();
  }

  @Test
  void theTokenWorksOnBothApisAndOnNoThird() throws Exception {
    String bearer = token("farm-read spatio-read");
    assertThat(status(bearer, "/v1/farms?limit=1")).isEqualTo(200);
    assertThat(status(bearer, "/api/v2/collections?limit=1")).isEqualTo(200);
    assertThat(status(bearer, "/collections?limit=1")).isEqualTo(200);
    assertThat(status(bearer, "/sta/v1.1/Things")).isEqualTo(401);
  }

  @Test
  void withoutScopesOfAnApiItIsRefusedThere() throws Exception {
    String bearer = token("farm-read");
    assertThat(status(bearer, "/v1/farms?limit=1")).isEqualTo(200);
    assertThat(status(bearer, "/api/v2/collections?limit=1")).isEqualTo(401);
  }
}
