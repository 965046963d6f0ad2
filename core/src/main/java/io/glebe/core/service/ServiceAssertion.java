package io.glebe.core.service;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.identity.JwtCheck;
import io.glebe.core.identity.SigningAlgorithms;
import io.glebe.core.identity.TokenRules;
import io.glebe.core.problem.Problem;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An assertion that a service has signed with its private key (RFC 7523): valid for at most 60
 * seconds, accepted once.
 *
 * @param clientId who claims to have signed it
 */
record ServiceAssertion(SignedJWT jwt, JWTClaimsSet claims, String clientId) {
  private static final Duration LIFE = Duration.ofSeconds(60);
  private static final Duration SKEW = Duration.ofSeconds(10);
  private static final int MAX_ID_CHARS = 255;

  /** Parses an assertion without any check of its signature. */
  static ServiceAssertion parse(String text) {
    if (text.length() > TokenRules.MAX_TOKEN_CHARS) {
      throw refusal("the assertion is too long");
    }
    try {
      SignedJWT jwt = SignedJWT.parse(text);
      JWTClaimsSet claims = jwt.getJWTClaimsSet();
      String client = Optional.ofNullable(claims.getIssuer()).orElse("");
      if (client.isEmpty() || !client.equals(claims.getSubject())) {
        throw refusal("iss and sub are not the client id");
      }
      return new ServiceAssertion(jwt, claims, client);
    } catch (ParseException | IllegalArgumentException | IllegalStateException e) {
      throw refusal("the assertion is malformed");
    }
  }

  /**
   * Checks the signature and the claims; 401 where one is wrong.
   *
   * @param audiences accepted addresses of the token endpoint
   */
  void check(JWK key, Set<String> audiences, Instant now) {
    boolean genuine =
        SigningAlgorithms.allowed(jwt.getHeader().getAlgorithm())
            && JwtCheck.candidates(jwt.getHeader(), List.of(key)).stream()
                .anyMatch(candidate -> JwtCheck.signed(jwt, candidate));
    require(genuine, "the signature of the assertion is not valid");
    List<String> named = claims.getAudience();
    require(named.size() == 1 && audiences.contains(named.getFirst()), "aud is another");
    Date iat = claims.getIssueTime();
    Date exp = claims.getExpirationTime();
    require(iat != null && exp != null, "iat or exp is missing");
    require(!iat.toInstant().isAfter(now.plus(SKEW)), "iat is in the future");
    require(now.isBefore(exp.toInstant().plus(SKEW)), "the assertion has expired");
    require(
        !exp.toInstant().isAfter(iat.toInstant().plus(LIFE)),
        "exp is more than 60 seconds after iat");
    require(!id().isBlank() && id().length() <= MAX_ID_CHARS, "jti is missing");
  }

  /** Its {@code jti}; empty without one. */
  String id() {
    return Optional.ofNullable(claims.getJWTID()).orElse("");
  }

  /** The time from which the assertion is refused because of its age. */
  Instant until() {
    return claims.getExpirationTime().toInstant().plus(SKEW);
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw refusal(reason);
    }
  }

  static Problem refusal(String reason) {
    return Problem.unauthorized(reason);
  }
}
