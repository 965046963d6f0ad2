package io.glebe.api.console;

import java.time.Instant;
import java.util.Optional;

/**
 * The tokens of a sign-in.
 *
 * @param access the access token: of the sign-in, or of one API after an exchange
 * @param until time from which the token counts as expired, shortly before its expiry
 */
record LoginTokens(String access, Instant until, Optional<String> refresh, Optional<String> id) {
  /** Contains no tokens, because they are secrets. */
  @Override
  public String toString() {
    return "LoginTokens[until=" + until + "]";
  }
}
