package io.glebe.api.devidentity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.identity.SigningKeys;
import io.glebe.core.identity.TokenRules;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Optional;

/** Recognizes tokens that the development identity has issued. */
final class IssuedTokens {
  private final SigningKeys keys;
  private final String issuer;
  private final InstantSource clock;

  IssuedTokens(SigningKeys keys, String issuer, InstantSource clock) {
    this.keys = keys;
    this.issuer = issuer;
    this.clock = clock;
  }

  /** Claims of a valid access token of this issuer. */
  Optional<JWTClaimsSet> access(String token) {
    return read(token, "at+jwt")
        .filter(claims -> claims.getExpirationTime().toInstant().isAfter(clock.instant()));
  }

  /** Claims of an ID token of this issuer, even if it has expired, because it is only a hint. */
  Optional<JWTClaimsSet> idHint(String token) {
    return read(token, "JWT");
  }

  private Optional<JWTClaimsSet> read(String token, String type) {
    if (token.length() > TokenRules.MAX_TOKEN_CHARS) {
      return Optional.empty();
    }
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      JWK key = keys.published().getKeyByKeyId(jwt.getHeader().getKeyID());
      boolean typed =
          jwt.getHeader().getType() != null && type.equals(jwt.getHeader().getType().getType());
      return typed
              && key != null
              && jwt.verify(new RSASSAVerifier(key.toRSAKey()))
              && issuer.equals(jwt.getJWTClaimsSet().getIssuer())
          ? Optional.of(jwt.getJWTClaimsSet())
          : Optional.empty();
    } catch (ParseException | JOSEException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
