package io.glebe.core.alarm.push;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.util.Base64URL;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * The keys of a browser's push subscription, by which messages to it are encrypted.
 *
 * @param point its public key on P-256, uncompressed: 65 bytes
 * @param secret 16 bytes that it shares with the platform only
 */
public record BrowserKeys(byte[] point, byte[] secret) {
  static final int POINT_BYTES = 65;
  private static final int SECRET_BYTES = 16;
  private static final int COORDINATE_BYTES = 32;
  private static final byte UNCOMPRESSED = 4;

  /** The public key in base64url; empty if it is no point of the curve. */
  public static Optional<byte[]> point(String text) {
    return bytes(text, POINT_BYTES).filter(BrowserKeys::isPoint);
  }

  /** The secret in base64url; empty if it has another length. */
  public static Optional<byte[]> secret(String text) {
    return bytes(text, SECRET_BYTES);
  }

  private static Optional<byte[]> bytes(String text, int length) {
    try {
      return Optional.of(Base64.getUrlDecoder().decode(text))
          .filter(bytes -> bytes.length == length);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean isPoint(byte[] bytes) {
    try {
      publicKey(bytes);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  ECPublicKey publicKey() {
    return publicKey(point);
  }

  /** Throws IllegalArgumentException for a point that is not on the curve. */
  private static ECPublicKey publicKey(byte[] bytes) {
    if (bytes.length != POINT_BYTES || bytes[0] != UNCOMPRESSED) {
      throw new IllegalArgumentException("no uncompressed point");
    }
    int middle = 1 + COORDINATE_BYTES;
    Base64URL x = Base64URL.encode(Arrays.copyOfRange(bytes, 1, middle));
    Base64URL y = Base64URL.encode(Arrays.copyOfRange(bytes, middle, POINT_BYTES));
    try {
      return new ECKey.Builder(Curve.P_256, x, y).build().toECPublicKey();
    } catch (JOSEException | IllegalStateException e) {
      throw new IllegalArgumentException("not on the curve", e);
    }
  }

  /** A public key as an uncompressed point. */
  static byte[] pointOf(ECKey key) {
    byte[] point = new byte[POINT_BYTES];
    point[0] = UNCOMPRESSED;
    System.arraycopy(key.getX().decode(), 0, point, 1, COORDINATE_BYTES);
    System.arraycopy(key.getY().decode(), 0, point, 1 + COORDINATE_BYTES, COORDINATE_BYTES);
    return point;
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "BrowserKeys[" + Base64.getUrlEncoder().withoutPadding().encodeToString(point) + "]";
  }
}
