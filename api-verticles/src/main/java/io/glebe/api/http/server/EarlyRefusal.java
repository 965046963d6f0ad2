package io.glebe.api.http.server;

import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.body.Body;
import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.problem.Problem;

/**
 * Refuses callers who cannot succeed wherever the object is, before anything of a body is read. The
 * services decide about all others.
 */
final class EarlyRefusal {
  private EarlyRefusal() {}

  /** Fails with 403 for whoever is not known here, or has no role or commission for this. */
  static void check(Caller caller, Operation operation) {
    boolean hasBody = operation.body().kind() != Body.Kind.NONE;
    if (needsUser(operation, hasBody, caller)) {
      Access.requireUser(caller);
    }
    if (caller.grants().isLimited() && !operation.ofCommissions()) {
      throw Problem.forbidden("a service with a commission may not use this operation");
    }
    boolean isWrite = hasBody && operation.guard() == Guard.SPATIO && !reads(operation);
    (isWrite ? operation.permissions().grantedByRoleOnly() : operation.permissions())
        .requireScope(caller);
  }

  /**
   * Every operation of the farm API that requires a permission also requires access to the
   * platform, for every path: other callers cannot find out which records exist. People need it to
   * write entities of sensors; devices have none.
   */
  private static boolean needsUser(Operation operation, boolean hasBody, Caller caller) {
    return switch (operation.guard()) {
      case FARM -> !operation.permissions().isNone();
      case SENSOR -> hasBody && caller.kind() != CallerKind.DEVICE;
      default -> false;
    };
  }

  /** Public collections are read by everybody, also with a body. */
  private static boolean reads(Operation operation) {
    return operation.permissions().anyOf().stream()
        .anyMatch(permission -> permission.action() == Action.READ);
  }
}
