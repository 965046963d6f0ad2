package io.glebe.core.alarm.push;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;

/**
 * The key by which the platform proves itself to push services (RFC 8292, VAPID). A subscription of
 * a browser is bound to it: messages that another key has signed are refused.
 */
public final class PushKey {
  private static final Duration LIFE = Duration.ofHours(12);

  private final ECKey key;
  private final String contact;

  private PushKey(ECKey key, String contact) {
    this.key = key;
    this.contact = contact;
  }

  /**
   * Parses a private JWK; the IllegalArgumentException describes an invalid one.
   *
   * @param contact address of the platform, told to push services
   */
  public static PushKey parse(String text, String contact) {
    try {
      ECKey key = ECKey.parse(text);
      if (!key.isPrivate() || !Curve.P_256.equals(key.getCurve())) {
        throw new IllegalArgumentException("is no private key of the curve P-256");
      }
      return new PushKey(key, contact);
    } catch (ParseException e) {
      throw new IllegalArgumentException("is no private JWK of the type EC", e);
    }
  }

  /** The public key as browsers take it: an uncompressed point in base64url. */
  public String publicKey() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(BrowserKeys.pointOf(key));
  }

  /** The header {@code Authorization} of a message to this address at this time. */
  public String authorization(URI endpoint, Instant now) {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .audience(endpoint.getScheme() + "://" + endpoint.getRawAuthority())
            .expirationTime(Date.from(now.plus(LIFE)))
            .subject(contact)
            .build();
    SignedJWT jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.ES256), claims);
    try {
      jwt.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException("ES256 is not available", e);
    }
    return "vapid t=" + jwt.serialize() + ", k=" + publicKey();
  }
}
