package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.core.Future;
import java.util.UUID;

/** Maintains the ProcessingJob record of each job, which has the same id. */
final class JobRecords {
  private static final EntityType JOB = Catalogue.standard().get("ProcessingJob");
  private static final EntityType SERVICE = Catalogue.standard().get("ProcessingService");
  private static final UUID SERVICE_ID =
      NameUuids.v5(UUID.fromString("8b5d0c51-2f3e-5d9b-8f27-4f6f0f6a65b1"), "bulk-jobs");

  private final RecordService records;

  JobRecords(RecordService records) {
    this.records = records;
  }

  /** Creates the record on the farm of the collection; 403 without permission there. */
  Future<Void> create(Caller caller, UUID id, OwnerScope owner, JobSpec spec) {
    return service()
        .compose(
            done ->
                records.post(WriteRequest.of(caller, JOB, id, document(caller, id, owner, spec))))
        .mapEmpty();
  }

  private static ObjectNode document(Caller caller, UUID id, OwnerScope owner, JobSpec spec) {
    ObjectNode doc = Json.object().put("id", id.toString());
    doc.put("serviceId", SERVICE_ID.toString()).put("status", JobState.QUEUED.name());
    doc.put("name", spec.type() + " of " + spec.collection());
    doc.put("originType", origin(caller));
    switch (owner) {
      case OwnerScope.OfFarm(var farm) -> doc.put("farmId", farm.toString());
      case OwnerScope.OfOrganization(var organization) ->
          doc.put("organizationId", organization.toString());
      case OwnerScope.OfPublic _ -> {}
      default -> throw new IllegalStateException("no collection belongs to " + owner);
    }
    doc.set("parameters", spec.body());
    return doc;
  }

  private static String origin(Caller caller) {
    return switch (caller.kind()) {
      case CallerKind.PERSON -> "USER";
      case CallerKind.SYSTEM -> "SYSTEM";
      default -> "SERVICE";
    };
  }

  /** Returns the record of the platform as a processing service; created once. */
  private Future<Void> service() {
    ObjectNode doc = Json.object().put("name", "Bulk jobs").put("provider", "Glebe");
    doc.put("kind", "ANALYSIS").put("status", "ACTIVE").put("originType", "SYSTEM");
    doc.put("description", "Tile archives and long series of the spatio-temporal API");
    return records
        .get(Caller.system(), SERVICE, SERVICE_ID)
        .<Void>mapEmpty()
        .recover(
            absent ->
                records
                    .post(WriteRequest.of(Caller.system(), SERVICE, SERVICE_ID, doc))
                    .<Void>mapEmpty()
                    .recover(JobRecords::unlessThere));
  }

  private static Future<Void> unlessThere(Throwable failure) {
    return failure instanceof Problem problem && problem.type() == ProblemType.PRECONDITION_FAILED
        ? Future.succeededFuture()
        : Future.failedFuture(failure);
  }

  /** Sets the state of the record. The state model requires RUNNING before an end state. */
  Future<Void> recordState(
      Caller caller, UUID id, JobState previous, JobState state, String message) {
    boolean skipped = previous == JobState.QUEUED && state == JobState.COMPLETED;
    return (skipped ? patch(caller, id, JobState.RUNNING, "") : Future.<Void>succeededFuture())
        .compose(done -> patch(caller, id, state, message));
  }

  private Future<Void> patch(Caller caller, UUID id, JobState state, String message) {
    ObjectNode patch = Json.object().put("status", state.name());
    if (state == JobState.COMPLETED) {
      patch.put("progress", 100);
    }
    if (!message.isEmpty()) {
      patch.put("message", message);
    }
    return records.patch(WriteRequest.of(caller, JOB, id, patch)).mapEmpty();
  }
}
