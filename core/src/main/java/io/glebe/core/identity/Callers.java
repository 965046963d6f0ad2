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

  /** The same, with what {@link #holds} needs to say for some seconds that it is still so. */
  default Future<AdmittedCaller> admit(String bearer, String audience) {
    return authenticate(bearer, audience).map(AdmittedCaller::once);
  }

  /** Whether the token is one that was found good before, so that nobody guesses with it. */
  default boolean knows(String bearer, String audience) {
    return false;
  }

  /**
   * Whether asking again would find the very same caller; {@code false} sends whoever asks the
   * whole way again. Costs next to nothing.
   */
  default boolean holds(AdmittedCaller admission) {
    return false;
  }
}
