package io.glebe.core.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.function.Consumer;

/** Keys and tokens for tests. */
final class Signer {
  static final String ISSUER = "https://issuer.example";
  static final Instant NOW = Instant.parse("2026-05-01T08:00:00Z");
  static final RSAKey RSA = rsa("rsa-1", 2048);
  static final ECKey EC256 = ec("ec-256", Curve.P_256);
  static final ECKey EC384 = ec("ec-384", Curve.P_384);
  static final ECKey EC521 = ec("ec-521", Curve.P_521);

  private Signer() {}

  static RSAKey rsa(String kid, int bits) {
    try {
      return new RSAKeyGenerator(bits, true).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  static ECKey ec(String kid, Curve curve) {
    try {
      return new ECKeyGenerator(curve).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns valid claims. */
  static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .subject("person-1")
        .audience(Audiences.FARM)
        .claim("azp", "app-1")
        .claim("scope", "openid farm-read")
        .issueTime(Date.from(NOW))
        .notBeforeTime(Date.from(NOW))
        .expirationTime(Date.from(NOW.plusSeconds(300)));
  }

  static String token(JWK key, JWSAlgorithm algorithm, JWTClaimsSet claims) {
    return token(key, new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), claims);
  }

  static String token(JWK key, JWSHeader header, JWTClaimsSet claims) {
    try {
      SignedJWT jwt = new SignedJWT(header, claims);
      jwt.sign(key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key));
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a token that is valid except for the change. */
  static String token(Consumer<JWTClaimsSet.Builder> change) {
    JWTClaimsSet.Builder claims = claims();
    change.accept(claims);
    return token(EC256, JWSAlgorithm.ES256, claims.build());
  }
}
