package io.glebe.api.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.JWKGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.api.devidentity.DevClient;
import java.net.URI;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** A confidential app for tests; it signs assertions with its own key. */
final class TestApp {
  static final URI REDIRECT = URI.create("https://app.example/callback?fixed=1");

  private final String id;
  private final ECKey key;

  /** Creates an app with a key without id, so its assertions have no key id. */
  TestApp(String id) {
    this(id, new ECKeyGenerator(Curve.P_256));
  }

  /** An app with this key. */
  TestApp(String id, ECKey key) {
    this.id = id;
    this.key = key;
  }

  /** The same key with another client id. */
  TestApp named(String other) {
    return new TestApp(other, key);
  }

  private TestApp(String id, JWKGenerator<ECKey> generator) {
    this.id = id;
    try {
      key = generator.generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Creates an app with a key that has an id, a use and an algorithm, which some providers require.
   */
  static TestApp withNamedKey(String id) {
    return new TestApp(
        id,
        new ECKeyGenerator(Curve.P_256)
            .keyID(id + "-key")
            .keyUse(KeyUse.SIGNATURE)
            .algorithm(JWSAlgorithm.ES256));
  }

  /** The public key as a key set. */
  String jwks() {
    return new JWKSet(key.toPublicJWK()).toString(true);
  }

  String id() {
    return id;
  }

  DevClient registration(Optional<URI> backChannel) {
    return new DevClient(
        id,
        "Test app <" + id + ">",
        DevClient.Access.PRIVATE_KEY_JWT,
        List.of(key.toPublicJWK()),
        Set.of(REDIRECT),
        backChannel,
        Set.of("farm-read", "farm-write", "spatio-read"),
        true,
        false);
  }

  /** Claims of a valid assertion. */
  JWTClaimsSet.Builder claims(String tokenEndpoint) {
    Instant now = Instant.now();
    return new JWTClaimsSet.Builder()
        .issuer(id)
        .subject(id)
        .audience(tokenEndpoint)
        .issueTime(Date.from(now))
        .expirationTime(Date.from(now.plusSeconds(60)))
        .jwtID(UUID.randomUUID().toString());
  }

  String assertion(JWTClaimsSet claims) {
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build();
    try {
      SignedJWT jwt = new SignedJWT(header, claims);
      jwt.sign(new ECDSASigner(key));
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The form fields of client authentication, with a change to the assertion. */
  Map<String, String> authentication(String tokenEndpoint, Consumer<JWTClaimsSet.Builder> change) {
    JWTClaimsSet.Builder claims = claims(tokenEndpoint);
    change.accept(claims);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("client_id", id);
    fields.put("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    fields.put("client_assertion", assertion(claims.build()));
    return fields;
  }
}
