package io.glebe.api.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.registry.manifest.PublicKeys;

/** The JSON Schema of the public keys of apps and services. */
public final class PublicKeySchema {
  private PublicKeySchema() {}

  /**
   * @param name of the component
   */
  public static ObjectNode of(String name) {
    return Members.of(name, "A public JWK (RFC 7517): RSA, or EC on a NIST curve")
        .must("kty", Schemas.word("RSA", "EC"))
        .may("kid", Schemas.text(128))
        .may("use", Schemas.word("sig"))
        .may("key_ops", Schemas.list(Schemas.word("verify"), 1, 1))
        .may("alg", Schemas.word("RS256", "ES256", "ES384", "ES512"))
        .may("n", number("modulus of an RSA key"))
        .may("e", number("exponent of an RSA key"))
        .may("crv", Schemas.word("P-256", "P-384", "P-521"))
        .may("x", number("coordinate of an EC key"))
        .may("y", number("coordinate of an EC key"))
        .only()
        .schema();
  }

  private static ObjectNode number(String description) {
    return Schemas.text(description + ", base64url").put("pattern", "^" + PublicKeys.NUMBER + "$");
  }
}
