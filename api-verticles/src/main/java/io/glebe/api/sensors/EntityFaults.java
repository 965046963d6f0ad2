package io.glebe.api.sensors;

import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Reply;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;

/**
 * Faults of a body have the status of the SensorThings standard here: 400, not the 422 of farm
 * records.
 */
final class EntityFaults {
  private EntityFaults() {}

  static Endpoint standard(Endpoint endpoint) {
    return request -> {
      Future<Reply> reply;
      try {
        reply = endpoint.handle(request);
      } catch (Problem refused) {
        reply = Future.failedFuture(refused);
      }
      return reply.recover(failure -> Future.failedFuture(standard(failure)));
    };
  }

  static Throwable standard(Throwable failure) {
    return failure instanceof Problem problem && problem.type() == ProblemType.INVALID_RECORD
        ? problem.as(ProblemType.INVALID_ENTITY)
        : failure;
  }
}
