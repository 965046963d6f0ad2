package io.glebe.api.console;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Authenticates the console at the token endpoint: with a key by private_key_jwt, without one as a
 * public client whose codes PKCE binds.
 */
final class ClientProof {
  private static final Duration LIFE = Duration.ofSeconds(60);
  private static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  private record Signing(JWK key, JWSSigner signer, JWSHeader header) {}

  private final String clientId;
  private final Optional<Signing> signing;
  private final InstantSource clock;

  /**
   * @param key private JWK of the client; an {@link IllegalArgumentException} contains the reason
   *     if it is invalid
   */
  ClientProof(String clientId, Optional<String> key, InstantSource clock) {
    this.clientId = clientId;
    this.signing = key.map(ClientProof::signing);
    this.clock = clock;
  }

  private static Signing signing(String json) {
    try {
      JWK key = JWK.parse(json);
      return switch (key) {
        case RSAKey rsa -> new Signing(key, new RSASSASigner(rsa), header(JWSAlgorithm.RS256, key));
        case ECKey ec -> {
          ECDSASigner signer = new ECDSASigner(ec);
          yield new Signing(key, signer, header(signer.supportedECDSAAlgorithm(), key));
        }
        default -> throw new IllegalArgumentException("must be an RSA or an EC key");
      };
    } catch (ParseException | JOSEException e) {
      throw new IllegalArgumentException("must be a private key as JWK");
    }
  }

  private static JWSHeader header(JWSAlgorithm algorithm, JWK key) {
    return new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build();
  }

  boolean hasKey() {
    return signing.isPresent();
  }

  /** The public part of the key. */
  Optional<JWK> publicKey() {
    return signing.map(with -> with.key().toPublicJWK());
  }

  String clientId() {
    return clientId;
  }

  /** The form fields that authenticate one request. */
  Map<String, String> fields(String tokenEndpoint) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("client_id", clientId);
    signing.ifPresent(
        with -> {
          fields.put("client_assertion_type", TYPE);
          fields.put("client_assertion", assertion(with, tokenEndpoint));
        });
    return fields;
  }

  private String assertion(Signing with, String tokenEndpoint) {
    Instant now = clock.instant();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(clientId)
            .subject(clientId)
            .audience(tokenEndpoint)
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(LIFE)))
            .jwtID(UUID.randomUUID().toString())
            .build();
    try {
      SignedJWT jwt = new SignedJWT(with.header(), claims);
      jwt.sign(with.signer());
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException("the console's key does not sign", e);
    }
  }
}
