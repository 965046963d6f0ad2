package io.glebe.core.identity;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.util.Map;
import java.util.Set;

/** The accepted signature algorithms, each with its type of key. */
public final class SigningAlgorithms {
  /** Minimum length of an RSA modulus in bits. */
  public static final int MIN_RSA_BITS = 2048;

  private static final Set<JWSAlgorithm> RSA =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512);
  private static final Map<JWSAlgorithm, Curve> EC =
      Map.of(
          JWSAlgorithm.ES256, Curve.P_256,
          JWSAlgorithm.ES384, Curve.P_384,
          JWSAlgorithm.ES512, Curve.P_521);

  private SigningAlgorithms() {}

  /** Whether the algorithm is accepted; never {@code none} or one with a shared secret. */
  public static boolean allowed(JWSAlgorithm algorithm) {
    return RSA.contains(algorithm) || EC.containsKey(algorithm);
  }

  /**
   * Whether clients may sign their assertions with the algorithm: RS256 for RSA keys, ES256, ES384
   * or ES512 for EC keys.
   */
  public static boolean allowedForClients(JWSAlgorithm algorithm) {
    return algorithm.equals(JWSAlgorithm.RS256) || EC.containsKey(algorithm);
  }

  /** Whether the key may verify any accepted algorithm. */
  public static boolean isUsable(JWK key) {
    return RSA.stream().anyMatch(algorithm -> fits(algorithm, key))
        || EC.keySet().stream().anyMatch(algorithm -> fits(algorithm, key));
  }

  /** Whether the key may verify this algorithm: type, curve, length, use and its own algorithm. */
  public static boolean fits(JWSAlgorithm algorithm, JWK key) {
    boolean pinnedElsewhere = key.getAlgorithm() != null && !key.getAlgorithm().equals(algorithm);
    boolean otherUse = key.getKeyUse() != null && !key.getKeyUse().equals(KeyUse.SIGNATURE);
    if (pinnedElsewhere || otherUse) {
      return false;
    }
    return switch (key) {
      case RSAKey rsa -> RSA.contains(algorithm) && rsa.size() >= MIN_RSA_BITS;
      case ECKey ec -> ec.getCurve().equals(EC.get(algorithm));
      default -> false;
    };
  }
}
