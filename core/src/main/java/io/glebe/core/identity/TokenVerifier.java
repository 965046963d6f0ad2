package io.glebe.core.identity;

import io.vertx.core.Future;

/** Says whether a bearer token is genuine, current and meant for an API. */
public interface TokenVerifier {
  /**
   * Verifies one token.
   *
   * @param bearer the credentials behind {@code Authorization: Bearer}
   * @param audience the API that asks, e.g. {@code farm-api}
   * @return what the token says; a known token completes at once. Fails with the problem {@code
   *     unauthorized} (401, with WWW-Authenticate) when it is malformed, forged, expired, revoked
   *     or made for another API, and with {@code too-busy} (503) when the keys that would tell
   *     cannot be fetched.
   */
  Future<VerifiedToken> verify(String bearer, String audience);

  /** Whether the token is remembered as good. */
  default boolean knows(String bearer, String audience) {
    return false;
  }

  /**
   * Grows whenever a token that was believed may be believed no longer; stays the same where only
   * time ends tokens.
   */
  default long generation() {
    return 0;
  }
}
