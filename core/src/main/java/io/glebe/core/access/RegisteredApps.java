package io.glebe.core.access;

import io.glebe.core.problem.Problem;

/**
 * Callers that act through an app of the app registry. Such an app does for a person what its
 * scopes say, and never gives rights that outlive it.
 */
public final class RegisteredApps {
  /** The beginning of the client ids that the platform gives to apps. */
  public static final String PREFIX = "ext-";

  /** Finds a row when the client id {@code $1} was assigned to an app by the identity provider. */
  public static final String ASSIGNED = "select 1 from registry.client where client_id = $1";

  private RegisteredApps() {}

  /** Refuses what no app may do. */
  public static Problem refusal() {
    return Problem.forbidden("a registered app may not do this, for no person");
  }

  /** Whether the client id is one that the platform gives to apps. */
  public static boolean isNamedLikeOne(Caller caller) {
    return caller.clientId().filter(id -> id.startsWith(PREFIX)).isPresent();
  }
}
