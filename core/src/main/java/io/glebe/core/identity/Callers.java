package io.glebe.core.identity;

import io.glebe.core.access.Caller;
import io.vertx.core.Future;

/** Authenticates the bearer token of a request as a caller with its current rights. */
public interface Callers {
  /**
   * Verifies the token and loads the grants of its subject.
   *
   * @return the caller, also for a subject without a User record ({@code grants().userId()} is
   *     empty then); fails as {@link TokenVerifier#verify}
   */
  Future<Caller> authenticate(String bearer, String audience);

  /** As {@link #authenticate}; {@link #holds} can confirm the result for some seconds. */
  default Future<AdmittedCaller> admit(String bearer, String audience) {
    return authenticate(bearer, audience).map(AdmittedCaller::once);
  }

  /** Whether the token has been verified before, so that it is no guess. */
  default boolean knows(String bearer, String audience) {
    return false;
  }

  /**
   * Whether authenticating again would return the same caller; after {@code false} the caller is
   * authenticated again. Costs very little.
   */
  default boolean holds(AdmittedCaller admission) {
    return false;
  }
}
