package io.glebe.core.config.listen;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads private keys in PEM, as PKCS#8 without encryption. */
public final class PrivateKeyPem {
  /** The reason why a file contains no readable key, with the remedy. */
  public static final String REFUSED =
      "contains no private key in PEM as PKCS#8 (convert it with openssl pkcs8 -topk8 -nocrypt)";

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  private PrivateKeyPem() {}

  /** Returns the encoded key; empty when the text contains none. */
  public static Optional<String> encoded(byte[] pem) {
    Matcher found = KEY.matcher(new String(pem, StandardCharsets.ISO_8859_1));
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /**
   * Returns the key of an encoded text.
   *
   * @param algorithm of the public key in its certificate
   */
  public static PrivateKey decoded(String encoded, String algorithm)
      throws GeneralSecurityException {
    try {
      return KeyFactory.getInstance(algorithm)
          .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(encoded)));
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("the key is not in base64", e);
    }
  }
}
