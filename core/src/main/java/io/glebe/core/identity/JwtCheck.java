package io.glebe.core.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.access.CallerKind;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a signed token against keys and rules, without clock, network or cache.
 *
 * <p>Every refusal is the problem {@code unauthorized}; its detail names the claim, never a value.
 */
public final class JwtCheck {
  private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");
  private static final Set<String> OTHER_TOKENS = Set.of("id", "refresh", "logout", "offline");

  private final TokenRules rules;

  public JwtCheck(TokenRules rules) {
    this.rules = rules;
  }

  /** Parses the token and refuses a wrong form, length, algorithm or type. */
  public SignedJWT parse(String bearer) {
    if (bearer.length() > TokenRules.MAX_TOKEN_CHARS) {
      throw TokenRefused.invalid("the token is too long");
    }
    try {
      SignedJWT jwt = SignedJWT.parse(bearer);
      header(jwt.getHeader());
      return jwt;
    } catch (ParseException | IllegalArgumentException | IllegalStateException e) {
      throw TokenRefused.invalid("the token is malformed");
    }
  }

  private static void header(JWSHeader header) {
    if (!SigningAlgorithms.allowed(header.getAlgorithm())) {
      throw TokenRefused.invalid("the token's algorithm is not accepted");
    }
    JOSEObjectType type = header.getType();
    boolean otherType = type != null && !TYPES.contains(type.getType().toLowerCase(Locale.ROOT));
    boolean nested = header.getContentType() != null;
    boolean critical = header.getCriticalParams() != null && !header.getCriticalParams().isEmpty();
    if (otherType || nested || critical || !header.isBase64URLEncodePayload()) {
      throw TokenRefused.invalid("the token is not an access token");
    }
  }

  /** The key of a provider that may have signed the token; a provider with several names it. */
  public static List<JWK> candidates(JWSHeader header, List<JWK> keys) {
    List<JWK> fitting = fitting(header, keys);
    return header.getKeyID() == null && fitting.size() > 1 ? List.of() : fitting;
  }

  /** The keys that fit the algorithm and the {@code kid}, if the header has one. */
  static List<JWK> fitting(JWSHeader header, List<JWK> keys) {
    return keys.stream()
        .filter(key -> header.getKeyID() == null || header.getKeyID().equals(key.getKeyID()))
        .filter(key -> SigningAlgorithms.fits(header.getAlgorithm(), key))
        .toList();
  }

  /** Checks signature and claims; the expensive part (about 30 to 300 microseconds). */
  public VerifiedToken verify(SignedJWT jwt, List<JWK> keys, String audience, Instant now) {
    boolean genuine = candidates(jwt.getHeader(), keys).stream().anyMatch(key -> signed(jwt, key));
    if (!genuine) {
      throw TokenRefused.invalid("the signature of the token is not valid");
    }
    try {
      return claims(jwt.getJWTClaimsSet(), audience, now);
    } catch (ParseException e) {
      throw TokenRefused.invalid("the token's claims are malformed");
    }
  }

  /** Whether the key has signed the token. */
  static boolean signed(SignedJWT jwt, JWK key) {
    try {
      JWSVerifier verifier =
          switch (key) {
            case RSAKey rsa -> new RSASSAVerifier(rsa.toRSAPublicKey());
            case ECKey ec -> new ECDSAVerifier(ec.toECPublicKey());
            default -> throw new JOSEException("no key for signatures");
          };
      return jwt.verify(verifier);
    } catch (JOSEException e) {
      return false;
    }
  }

  private VerifiedToken claims(JWTClaimsSet claims, String audience, Instant now)
      throws ParseException {
    require(rules.issuer().equals(claims.getIssuer()), "iss is not the configured issuer");
    require(claims.getAudience().contains(audience), TokenRefused.OTHER_AUDIENCE);
    Instant expiry = times(claims, now);
    String kind = claims.getStringClaim("typ");
    require(
        kind == null || !OTHER_TOKENS.contains(kind.toLowerCase(Locale.ROOT)),
        "the token is not an access token");
    String subject = name(claims.getSubject(), "sub is missing");
    Optional<String> client = client(claims);
    Set<String> scopes = scopes(claims.getStringClaim("scope"), audience);
    boolean ownToken = client.isPresent() && actsForItself(claims, subject, client.get());
    CallerKind caller = ownToken ? CallerKind.CLIENT : CallerKind.PERSON;
    return new VerifiedToken(
        caller,
        rules.recordedAs(),
        ownToken ? client.get() : subject,
        client,
        audience,
        scopes,
        expiry,
        Optional.ofNullable(claims.getStringClaim("sid")),
        verifiedEmail(claims));
  }

  /** Only an address that the provider has verified identifies a person. */
  private static Optional<String> verifiedEmail(JWTClaimsSet claims) {
    boolean verified = Boolean.TRUE.equals(claims.getClaim("email_verified"));
    return verified && claims.getClaim("email") instanceof String email
        ? Optional.of(email).filter(e -> !e.isBlank() && e.length() <= TokenRules.MAX_NAME_CHARS)
        : Optional.empty();
  }

  private Instant times(JWTClaimsSet claims, Instant now) {
    Date exp = claims.getExpirationTime();
    require(exp != null, "exp is missing");
    Instant end = exp.toInstant().plus(rules.skew());
    require(now.isBefore(end), TokenRefused.EXPIRED);
    require(notAfter(claims.getNotBeforeTime(), now), "the token is not valid yet");
    require(notAfter(claims.getIssueTime(), now), "iat is in the future");
    return end;
  }

  private boolean notAfter(Date time, Instant now) {
    return time == null || !time.toInstant().isAfter(now.plus(rules.skew()));
  }

  private static Optional<String> client(JWTClaimsSet claims) throws ParseException {
    String azp = claims.getStringClaim("azp");
    String id = azp != null ? azp : claims.getStringClaim("client_id");
    return id == null ? Optional.empty() : Optional.of(name(id, "azp is malformed"));
  }

  /**
   * A provider names a client that acts for itself in sub, or, like Keycloak, by a service account.
   * People choose their names, so the name alone proves nothing: a person's token has a session,
   * and only a client's own token has its client_id.
   */
  private static boolean actsForItself(JWTClaimsSet claims, String subject, String client)
      throws ParseException {
    if (subject.equals(client)) {
      return true;
    }
    String login = claims.getStringClaim("preferred_username");
    return claims.getClaim("sid") == null
        && client.equals(claims.getStringClaim("client_id"))
        && ("service-account-" + client).equalsIgnoreCase(login == null ? "" : login);
  }

  private Set<String> scopes(String scope, String audience) {
    List<String> all = List.of((scope == null ? "" : scope).trim().split(" +"));
    require(all.size() <= TokenRules.MAX_SCOPES, "scope is too long");
    Set<String> known = rules.scopes().getOrDefault(audience, Set.of());
    require(all.stream().anyMatch(known::contains), "scope names nothing of this API");
    return Set.copyOf(new HashSet<>(all));
  }

  private static String name(String value, String reason) {
    require(
        value != null && !value.isBlank() && value.length() <= TokenRules.MAX_NAME_CHARS, reason);
    return value;
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw TokenRefused.invalid(reason);
    }
  }
}
