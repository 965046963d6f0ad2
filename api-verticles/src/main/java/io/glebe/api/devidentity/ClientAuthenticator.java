package io.glebe.api.devidentity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.identity.JwtCheck;
import io.glebe.core.identity.SigningAlgorithms;
import io.glebe.core.identity.TokenRules;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Authenticates a client by an assertion signed with its private key (RFC 7523): new for every
 * request, valid for at most 60 seconds, accepted once.
 */
final class ClientAuthenticator {
  /** Longest life of an assertion, from iat to exp. */
  static final Duration ASSERTION_LIFE = Duration.ofSeconds(60);

  private static final Duration SKEW = Duration.ofSeconds(10);
  private static final int MAX_ASSERTIONS = 100_000;
  private static final String ASSERTION_TYPE =
      "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  private final DevClients clients;
  private final String tokenEndpoint;
  private final InstantSource clock;
  private final ExpiringStore<Boolean> seen;

  ClientAuthenticator(DevClients clients, String tokenEndpoint, InstantSource clock) {
    this.clients = clients;
    this.tokenEndpoint = tokenEndpoint;
    this.clock = clock;
    seen = new ExpiringStore<>(MAX_ASSERTIONS, ASSERTION_LIFE.plus(SKEW).multipliedBy(2), clock);
  }

  /** The client of a request to the token endpoint; {@code invalid_client} when it is unknown. */
  DevClient authenticate(Map<String, List<String>> form) {
    Optional<String> assertion = OAuthRequest.one(form, "client_assertion");
    return assertion.isPresent() ? byAssertion(form, assertion.get()) : publicClient(form);
  }

  private DevClient publicClient(Map<String, List<String>> form) {
    return OAuthRequest.one(form, "client_id")
        .flatMap(clients::find)
        .filter(client -> client.access() == DevClient.Access.PUBLIC)
        .orElseThrow(() -> ProtocolError.invalidClient("client authentication is missing"));
  }

  private DevClient byAssertion(Map<String, List<String>> form, String assertion) {
    require(
        OAuthRequest.one(form, "client_assertion_type").equals(Optional.of(ASSERTION_TYPE)),
        "client_assertion_type is another");
    require(assertion.length() <= TokenRules.MAX_TOKEN_CHARS, "the assertion is too long");
    try {
      SignedJWT jwt = SignedJWT.parse(assertion);
      JWTClaimsSet claims = jwt.getJWTClaimsSet();
      DevClient client = claimed(form, claims);
      require(SigningAlgorithms.allowed(jwt.getHeader().getAlgorithm()), "alg is not accepted");
      boolean genuine =
          JwtCheck.candidates(jwt.getHeader(), client.keys()).stream()
              .anyMatch(key -> signed(jwt, key));
      require(genuine, "the signature of the assertion is not valid");
      claims(claims, client);
      return client;
    } catch (ParseException | IllegalArgumentException | IllegalStateException e) {
      throw ProtocolError.invalidClient("the assertion is malformed");
    }
  }

  private DevClient claimed(Map<String, List<String>> form, JWTClaimsSet claims) {
    String id = claims.getIssuer();
    require(id != null && id.equals(claims.getSubject()), "iss and sub are not the client id");
    Optional<String> named = OAuthRequest.one(form, "client_id");
    require(named.isEmpty() || named.get().equals(id), "client_id is another");
    return clients
        .find(id)
        .filter(client -> client.access() == DevClient.Access.PRIVATE_KEY_JWT)
        .orElseThrow(() -> ProtocolError.invalidClient("the client is unknown"));
  }

  private static boolean signed(SignedJWT jwt, JWK key) {
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

  private void claims(JWTClaimsSet claims, DevClient client) {
    Instant now = clock.instant();
    require(claims.getAudience().equals(List.of(tokenEndpoint)), "aud is another");
    Date iat = claims.getIssueTime();
    Date exp = claims.getExpirationTime();
    require(iat != null && exp != null, "iat or exp is missing");
    require(!iat.toInstant().isAfter(now.plus(SKEW)), "iat is in the future");
    require(now.isBefore(exp.toInstant().plus(SKEW)), "the assertion has expired");
    boolean shortEnough = !exp.toInstant().isAfter(iat.toInstant().plus(ASSERTION_LIFE));
    require(shortEnough, "exp is more than 60 seconds after iat");
    String jti = claims.getJWTID();
    require(jti != null && !jti.isBlank() && jti.length() <= 255, "jti is missing");
    require(
        seen.putIfAbsent(client.id() + " " + Secrets.digest(jti), true),
        "the assertion was used before");
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw ProtocolError.invalidClient(reason);
    }
  }
}
