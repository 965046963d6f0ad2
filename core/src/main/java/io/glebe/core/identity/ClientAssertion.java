package io.glebe.core.identity;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.problem.Problem;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An assertion that a client has signed with its private key (RFC 7523): new for every request,
 * valid for at most 60 seconds, accepted once. RSA keys sign with RS256, others with the algorithm
 * of their curve.
 *
 * @param clientId who claims to have signed it
 */
public record ClientAssertion(SignedJWT jwt, JWTClaimsSet claims, String clientId) {
  /** Longest life of an assertion, from iat to exp. */
  public static final Duration LIFE = Duration.ofSeconds(60);

  /** Accepted difference of clocks. */
  public static final Duration SKEW = Duration.ofSeconds(10);

  private static final int MAX_ID_CHARS = 255;

  /** Parses an assertion without any check of its signature; 401 for a malformed one. */
  public static ClientAssertion parse(String text) {
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
      return new ClientAssertion(jwt, claims, client);
    } catch (ParseException | IllegalArgumentException | IllegalStateException e) {
      throw refusal("the assertion is malformed");
    }
  }

  /**
   * Checks the signature and the claims; 401 where one is wrong.
   *
   * @param keys of the client; without a {@code kid} any of them may have signed
   * @param audiences accepted addresses of the token endpoint
   */
  public void check(List<JWK> keys, Set<String> audiences, Instant now) {
    boolean genuine =
        SigningAlgorithms.allowedForClients(jwt.getHeader().getAlgorithm())
            && JwtCheck.fitting(jwt.getHeader(), keys).stream()
                .anyMatch(key -> JwtCheck.signed(jwt, key));
    require(genuine, "the signature of the assertion is not valid");
    List<String> named = claims.getAudience();
    require(named.size() == 1 && audiences.contains(named.getFirst()), "aud is another");
    times(now);
    require(!id().isBlank() && id().length() <= MAX_ID_CHARS, "jti is missing");
  }

  private void times(Instant now) {
    Date iat = claims.getIssueTime();
    Date exp = claims.getExpirationTime();
    require(iat != null && exp != null, "iat or exp is missing");
    require(isPast(iat, now), "iat is in the future");
    require(
        claims.getNotBeforeTime() == null || isPast(claims.getNotBeforeTime(), now),
        "the assertion is not valid yet");
    require(now.isBefore(exp.toInstant().plus(SKEW)), "the assertion has expired");
    require(
        !exp.toInstant().isAfter(iat.toInstant().plus(LIFE)),
        "exp is more than 60 seconds after iat");
  }

  private static boolean isPast(Date time, Instant now) {
    return !time.toInstant().isAfter(now.plus(SKEW));
  }

  /** Its {@code jti}; empty without one. */
  public String id() {
    return Optional.ofNullable(claims.getJWTID()).orElse("");
  }

  /** The time from which the assertion is refused because of its age. */
  public Instant until() {
    return claims.getExpirationTime().toInstant().plus(SKEW);
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw refusal(reason);
    }
  }

  private static Problem refusal(String reason) {
    return Problem.unauthorized(reason);
  }
}
