package io.glebe.core.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;

/** Keys with which clients of an identity provider sign: {@code private_key_jwt}. */
public final class ClientKeys {
  private ClientKeys() {}

  /** Returns a new private key for ES256, whose id is the thumbprint of RFC 7638. */
  public static JWK create() {
    try {
      return new ECKeyGenerator(Curve.P_256)
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(JWSAlgorithm.ES256)
          .keyIDFromThumbprint(true)
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException("this JVM has no P-256", e);
    }
  }
}
