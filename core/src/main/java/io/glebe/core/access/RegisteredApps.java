package io.glebe.core.access;

import io.glebe.core.database.Transaction;
import io.glebe.core.json.UuidSyntax;
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

  /** Whether the caller acts through a registered app. */
  public static boolean is(Transaction transaction, Caller caller) {
    return isNamedLikeOne(caller)
        || caller.clientId().flatMap(client -> transaction.first(ASSIGNED, client)).isPresent();
  }

  /** Refuses what no app may do. */
  public static Problem refusal() {
    return Problem.forbidden("a registered app may not do this, for no person");
  }

  /** Whether the client id is one that the platform gives to apps. */
  public static boolean isNamedLikeOne(Caller caller) {
    return isNamedLikeOne(caller.subject())
        || caller.clientId().filter(RegisteredApps::isNamedLikeOne).isPresent();
  }

  /** Whether the name is a client id that the platform gives to apps. */
  public static boolean isNamedLikeOne(String name) {
    return name.startsWith(PREFIX) && UuidSyntax.matches(name.substring(PREFIX.length()));
  }
}
