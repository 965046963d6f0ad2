package io.glebe.core.identity;

import io.vertx.core.Future;

/** Verifies that a bearer token is genuine, current and issued for an API. */
public interface TokenVerifier {
  /**
   * Verifies one token.
   *
   * @param bearer the credentials after {@code Authorization: Bearer}
   * @param audience the API that is called, e.g. {@code farm-api}
   * @return the content of the token; completes at once for a known token. Fails with the problem
   *     {@code unauthorized} (401, with WWW-Authenticate) if it is malformed, forged, expired,
   *     revoked or issued for another API, and with {@code too-busy} (503) if the keys of the
   *     issuer cannot be fetched.
   */
  Future<VerifiedToken> verify(String bearer, String audience);

  /** Whether the token is cached as valid. */
  default boolean knows(String bearer, String audience) {
    return false;
  }

  /**
   * Increases whenever cached tokens may have become invalid; constant where tokens end only by
   * expiry.
   */
  default long generation() {
    return 0;
  }
}
