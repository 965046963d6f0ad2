package io.glebe.api.devidentity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.identity.SigningKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates and signs the tokens of the development identity; a signature takes about a millisecond.
 */
final class TokenIssuer {
  /** Life of an access token. */
  static final Duration ACCESS_LIFE = Duration.ofMinutes(5);

  /** Life of an ID token and of a logout token. */
  static final Duration SHORT_LIFE = Duration.ofMinutes(2);

  private static final String LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

  private final SigningKeys keys;
  private final String issuer;
  private final InstantSource clock;

  TokenIssuer(SigningKeys keys, String issuer, InstantSource clock) {
    this.keys = keys;
    this.issuer = issuer;
    this.clock = clock;
  }

  /**
   * The content of an access token.
   *
   * @param sid the sign-in of the token; empty for a client without a user, unless it is a service
   *     account
   */
  record Access(
      String subject,
      String client,
      List<String> audience,
      Collection<String> scopes,
      Optional<String> sid,
      Duration lifetime) {}

  String access(Access order) {
    JWTClaimsSet.Builder claims =
        claims(order.lifetime())
            .subject(order.subject())
            .audience(order.audience())
            .claim("azp", order.client())
            .claim("client_id", order.client())
            .claim("scope", String.join(" ", order.scopes()));
    order.sid().ifPresent(sid -> claims.claim("sid", sid));
    order
        .sid()
        .filter(sid -> !order.subject().equals(order.client()))
        .flatMap(sid -> DevUser.of(order.subject()))
        .ifPresent(user -> email(claims, user));
    return sign(claims.build(), new JOSEObjectType("at+jwt"));
  }

  String id(Sessions.Session session, String client, Optional<String> nonce) {
    JWTClaimsSet.Builder claims =
        claims(SHORT_LIFE)
            .subject(session.user().name())
            .audience(client)
            .claim("azp", client)
            .claim("auth_time", session.since().getEpochSecond())
            .claim("sid", session.sid())
            .claim("name", session.user().displayName())
            .claim("preferred_username", session.user().name());
    email(claims, session.user());
    nonce.ifPresent(value -> claims.claim("nonce", value));
    return sign(claims.build(), JOSEObjectType.JWT);
  }

  /** Adds the e-mail address, by which the platform finds the User record of an invited person. */
  private static void email(JWTClaimsSet.Builder claims, DevUser user) {
    claims.claim("email", user.email()).claim("email_verified", true);
  }

  String logout(Sessions.Session session, String client) {
    JWTClaimsSet.Builder claims =
        claims(SHORT_LIFE)
            .subject(session.user().name())
            .audience(client)
            .claim("sid", session.sid())
            .claim("events", Map.of(LOGOUT_EVENT, Map.of()));
    return sign(claims.build(), new JOSEObjectType("logout+jwt"));
  }

  private JWTClaimsSet.Builder claims(Duration lifetime) {
    Instant now = clock.instant();
    return new JWTClaimsSet.Builder()
        .issuer(issuer)
        .jwtID(UUID.randomUUID().toString())
        .issueTime(Date.from(now))
        .expirationTime(Date.from(now.plus(lifetime)));
  }

  private String sign(JWTClaimsSet claims, JOSEObjectType type) {
    RSAKey key = keys.current();
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).type(type).build();
    try {
      SignedJWT jwt = new SignedJWT(header, claims);
      jwt.sign(new RSASSASigner(key));
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException("the signing key does not sign", e);
    }
  }
}
