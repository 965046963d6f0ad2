package io.glebe.core.identity;

import io.glebe.core.access.Caller;
import io.vertx.core.Future;

/** From the bearer token of a request to the caller with the rights of this moment. */
public interface Callers {
  /**
   * Verifies the token and looks up what its subject may do.
   *
   * @return the caller, also for a subject without a User record ({@code grants().userId()} is
   *     empty then); fails as {@link TokenVerifier#verify}
   */
  Future<Caller> authenticate(String bearer, String audience);
}
