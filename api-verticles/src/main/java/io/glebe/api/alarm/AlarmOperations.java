package io.glebe.api.alarm;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.core.access.Permission;
import io.glebe.core.admission.WorkOwner;
import io.glebe.core.thread.OffLoop;
import java.util.UUID;
import java.util.function.Function;

/** What the operations on receivers of alarms of a farm have in common. */
final class AlarmOperations {
  private AlarmOperations() {}

  /** An operation whose handler waits, and whose permission must come from a role. */
  static Operation of(
      String id, String summary, Permission permission, Function<ApiRequest, Reply> handler) {
    Endpoint endpoint =
        request -> OffLoop.run(() -> WorkOwner.run(request.owner(), () -> handler.apply(request)));
    return Operation.of(id, summary, Guard.FARM, endpoint)
        .requires(RequiredPermissions.anyOf(permission).grantedByRoleOnly())
        .tag("Alarms");
  }

  /** The farm in the path. */
  static UUID farm(ApiRequest request) {
    return request.pathUuid("farmId");
  }
}
