package io.glebe.core.activity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.access.WorkedFarms;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.Preconditions;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Links activities with cultivation periods and keeps their inputs and outputs:
 *
 * <pre>{@code
 * WriteRequest write = WriteRequest.of(caller, period, periodId);
 * service.link(activityId, write, "cultivationPeriodId");
 * }</pre>
 *
 * All methods block and run on a virtual thread. The record service checks the caller's permission
 * for every write.
 */
public final class ActivityService {
  private static final EntityType PERIOD = Catalogue.standard().get("CultivationPeriod");
  private static final EntityType INPUT = Catalogue.standard().get("InputOutput");
  private static final Permission CREATE = Permission.create("activity");
  private static final Permission DELETE_INPUTS = Permission.delete("inputOutput");

  /** Attributes that determine the farm of an activity. */
  private static final Set<String> PLACES =
      Set.of("farmId", "fieldId", "regionId", "siteId", "animalGroupId", "parentActivityId");

  /** Attempts to link a period that another writer changes at the same time. */
  private static final int ATTEMPTS = 3;

  private final Database database;
  private final RecordService records;

  public ActivityService(Database database, RecordService records) {
    this.database = database;
    this.records = records;
  }

  /**
   * Sets the farm of a new activity that names no place, if the caller works on one farm only.
   * Otherwise the body stays as it is.
   */
  public void setDefaultFarm(Caller caller, ObjectNode activity) {
    if (PLACES.stream().noneMatch(activity::has)) {
      WorkedFarms.only(database, caller, CREATE)
          .await()
          .ifPresent(farm -> activity.put("farmId", farm.toString()));
    }
  }

  /**
   * Links a cultivation period to an activity. Fails with 422 when the caller knows no such period
   * and with 409 when the period belongs to another activity.
   *
   * @param write names the caller and the period; its body and preconditions are set here
   * @param attribute the attribute of the request that named the period, for violations
   */
  public WriteResult link(UUID activity, WriteRequest write, String attribute) {
    for (int attempt = 1; ; attempt++) {
      StoredRecord period = period(write.caller(), write.id(), attribute);
      String linked = period.attributes().path("activityId").asText("");
      if (!linked.isEmpty() && !linked.equals(activity.toString())) {
        String detail = "this period is linked to another activity";
        throw Problem.of(
            ProblemType.BUSINESS_KEY,
            detail,
            List.of(Violation.at("V10", "/" + attribute, detail)));
      }
      WriteRequest patch =
          WriteRequest.of(
                  write.caller(),
                  PERIOD,
                  write.id(),
                  Json.object().put("activityId", activity.toString()))
              .withJob(write.job())
              .withReason(write.reason())
              .withKnownVersion(write.knownVersion())
              .with(Preconditions.version(period.version()));
      try {
        return records.patch(patch).await();
      } catch (Problem refusal) {
        if (refusal.type() != ProblemType.PRECONDITION_FAILED || attempt == ATTEMPTS) {
          throw refusal;
        }
      }
    }
  }

  private StoredRecord period(Caller caller, UUID id, String attribute) {
    try {
      return records.get(caller, PERIOD, id).await();
    } catch (Problem refusal) {
      if (refusal.status() != 404) {
        throw refusal;
      }
      throw Problem.invalid(Violation.at("V04", "/" + attribute, refusal.detail()));
    }
  }

  /** Reads one input or output; 404 when it belongs to another activity. */
  public StoredRecord input(StoredRecord activity, UUID id) {
    StoredRecord input = records.get(Caller.system(), INPUT, id).await();
    requireOwner(input, activity);
    return input;
  }

  /**
   * Completes the body of a replaced or new input or output with its id and, when it is new, its
   * origin. Fails with 404 when the stored record belongs to another activity: the activity of an
   * input or output never changes.
   */
  public void completeInput(Caller caller, StoredRecord activity, UUID id, ObjectNode body) {
    if (!body.has("id")) {
      body.put("id", id.toString());
    }
    Optional<StoredRecord> stored = inputIfAny(id);
    if (stored.isPresent()) {
      requireOwner(stored.get(), activity);
    } else if (!body.has("originType")) {
      body.put("originType", caller.personId().isPresent() ? "USER" : "SERVICE");
    }
  }

  private Optional<StoredRecord> inputIfAny(UUID id) {
    try {
      return Optional.of(records.get(Caller.system(), INPUT, id).await());
    } catch (Problem refusal) {
      if (refusal.status() != 404) {
        throw refusal;
      }
      return Optional.empty();
    }
  }

  private static void requireOwner(StoredRecord input, StoredRecord activity) {
    if (!input.attributes().path("activityId").asText().equals(activity.id().toString())) {
      throw Problem.notFound("this activity has no such input or output");
    }
  }

  /**
   * Deletes all inputs and outputs of an activity in one transaction: all of them or none.
   *
   * @param headers adds the job and the reason to each deletion
   */
  public void unlinkInputs(
      Caller caller, StoredRecord activity, UnaryOperator<WriteRequest> headers) {
    Access.require(caller, DELETE_INPUTS, activity.scope().farm().orElseThrow());
    List<WriteRequest> deletions = new ArrayList<>();
    RecordSelection.values(Caller.system(), INPUT, "t.id")
        .where(
            "t.id in (select l.source_id from record.link l where l.reference ="
                + " 'InputOutput.activityId' and l.target_id = {})",
            activity.id())
        .then(" order by t.id")
        .rows(records)
        .await()
        .forEach(
            row -> deletions.add(headers.apply(WriteRequest.of(caller, INPUT, row.getUUID(0)))));
    records.deleteAll(deletions).await();
  }
}
