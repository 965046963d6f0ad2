package io.glebe.core.commission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The status of the job of a commission, as its service sets it. The database ends the commission
 * when the job ends, whoever ended it.
 */
final class CommissionEnd {
  private final RecordService records;

  CommissionEnd(RecordService records) {
    this.records = records;
  }

  /** The commission; 409 unless it is open. */
  static Commission requireOpen(Commission commission) {
    if (commission.state() != Commission.State.OPEN) {
      throw Commissions.ended(commission);
    }
    return commission;
  }

  /** Sets the job to RUNNING, if it is not. */
  Future<Void> start(Caller service, Commission commission) {
    return patch(service, commission, Json.object().put("status", "RUNNING"))
        .recover(
            failure ->
                failure instanceof Problem problem
                        && problem.type() == ProblemType.INVALID_TRANSITION
                    ? Future.succeededFuture()
                    : Future.failedFuture(failure));
  }

  /** Ends the job; the state model needs RUNNING before. */
  Future<Void> finish(
      Caller service, Commission commission, Commission.State outcome, String message) {
    ObjectNode end = Json.object().put("status", outcome.name());
    if (outcome == Commission.State.COMPLETED) {
      end.put("progress", 100);
    }
    if (!message.isEmpty()) {
      end.put("message", message);
    }
    return start(service, commission).compose(done -> patch(service, commission, end));
  }

  /** The service writes the status of its own job without a permission of the commission. */
  private Future<Void> patch(Caller service, Commission commission, ObjectNode patch) {
    UUID farm = commission.farm();
    Caller author =
        service.withAdditional(
            grants ->
                grants.with(farm, Optional.empty(), Set.of(Permission.update("processingJob"))));
    return records
        .patch(WriteRequest.of(author, Commissions.JOB, commission.id(), patch))
        .mapEmpty();
  }
}
