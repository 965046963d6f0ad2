package io.glebe.core.partner;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a partner snapshot to the records: one ProcessingJob, one transaction, all or none. A dry
 * run performs the same writes and rolls them back, so its report shows the real effect. Blocks.
 */
final class PartnerImport {
  private static final Logger LOG = LoggerFactory.getLogger(PartnerImport.class);
  private static final UUID NAMESPACE = UUID.fromString("5b8c9f0e-3d27-5c41-9c56-7a1d4e2f8b30");
  private static final EntityType SERVICE = Catalogue.standard().get("ProcessingService");
  static final EntityType JOB = Catalogue.standard().get("ProcessingJob");
  private static final int MAX_MESSAGE = 4000;

  private final RecordService records;
  private final String provider;

  PartnerImport(RecordService records, String provider) {
    this.records = records;
    this.provider = provider;
  }

  /** Creates the ProcessingService of imports if it does not exist. */
  void register() {
    ObjectNode service =
        Json.object()
            .put("id", service().toString())
            .put("originType", "SYSTEM")
            .put("name", "Partner connector")
            .put("provider", provider)
            .put("kind", "IMPORT")
            .put("status", "ACTIVE")
            .put("description", "Imports organizations, farms and fields on a person's behalf");
    try {
      records
          .put(WriteRequest.of(Caller.system(), SERVICE, service(), service).createOnly())
          .await();
    } catch (Problem refusal) {
      if (refusal.type() != ProblemType.PRECONDITION_FAILED) {
        throw refusal;
      }
    }
  }

  UUID service() {
    return NameUuids.v5(NAMESPACE, provider);
  }

  /** Returns the report of a dry run, without a job. */
  ObjectNode dryRun(
      ImportComparison comparison, List<ImportedRecord> plan, Optional<String> reason) {
    UUID job = Uuids.timeOrdered();
    List<WriteStep> steps = new ArrayList<>();
    steps.add(new WriteStep(job(comparison.writer(), job, Json.object()), false, "the import"));
    steps.addAll(steps(comparison, plan, job, reason));
    records.writeAll(steps, true).await();
    return report(Json.object().put("dryRun", true), comparison, plan);
  }

  /**
   * Imports. The job is completed in the transaction of its records, so it always matches the
   * written data.
   *
   * @param job the id for its ProcessingJob
   * @param selection stored with the job
   */
  ObjectNode run(
      UUID job,
      ImportComparison comparison,
      List<ImportedRecord> plan,
      Optional<String> reason,
      ObjectNode selection) {
    records.put(job(comparison.writer(), job, selection).createOnly()).await();
    ObjectNode head = Json.object().put("dryRun", false).put("jobId", job.toString());
    ObjectNode report = report(head, comparison, plan);
    List<WriteStep> steps = new ArrayList<>(steps(comparison, plan, job, reason));
    steps.add(
        new WriteStep(
            completion(comparison, job, "COMPLETED", summary(report)), true, "the import"));
    try {
      records.writeAll(steps, false).await();
    } catch (RuntimeException failure) {
      fail(comparison, job, failure instanceof Problem p ? p.detail() : "internal fault");
      throw failure;
    }
    return report;
  }

  private static List<WriteStep> steps(
      ImportComparison comparison, List<ImportedRecord> plan, UUID job, Optional<String> reason) {
    List<WriteStep> steps = new ArrayList<>();
    for (EntityType type :
        List.of(ImportComparison.ORGANIZATION, ImportComparison.FARM, ImportComparison.FIELD)) {
      plan.stream()
          .filter(record -> record.type().equals(type) && record.differs())
          .forEach(record -> steps.add(record.step(comparison.writer(), Optional.of(job), reason)));
    }
    return steps;
  }

  private WriteRequest job(Caller caller, UUID id, ObjectNode selection) {
    ObjectNode job =
        Json.object()
            .put("id", id.toString())
            .put("originType", "IMPORT")
            .put("serviceId", service().toString())
            .put("name", "Import from " + provider)
            .put("status", "RUNNING");
    job.set("parameters", selection);
    return WriteRequest.of(caller, JOB, id, job);
  }

  private static WriteRequest completion(
      ImportComparison comparison, UUID job, String status, String message) {
    String shortened = message.substring(0, Math.min(MAX_MESSAGE, message.length()));
    ObjectNode patch = Json.object().put("status", status).put("message", shortened);
    return WriteRequest.of(comparison.writer(), JOB, job, patch).withJob(Optional.of(job));
  }

  /** If the failure cannot be recorded now, it is recorded after the lease has expired. */
  private void fail(ImportComparison comparison, UUID job, String reason) {
    try {
      records.patch(completion(comparison, job, "FAILED", reason)).await();
    } catch (RuntimeException failure) {
      LOG.warn("processing job {} could not be ended as failed", job, failure);
    }
  }

  private static ObjectNode report(
      ObjectNode report, ImportComparison comparison, List<ImportedRecord> plan) {
    int created = (int) plan.stream().filter(record -> record.stored().isEmpty()).count();
    int unchanged = (int) plan.stream().filter(record -> !record.differs()).count();
    report.put("created", created).put("updated", plan.size() - created - unchanged);
    report.put("unchanged", unchanged).put("skipped", comparison.skipped().size());
    ArrayNode lines = report.putArray("records");
    for (ImportedRecord record : plan) {
      ObjectNode line = record.reportLine();
      List<UUID> others = comparison.others(record.id());
      if (!others.isEmpty()) {
        ArrayNode ids = line.putArray("others");
        others.forEach(id -> ids.add(id.toString()));
      }
      lines.add(line);
    }
    for (ImportComparison.Skipped skipped : comparison.skipped()) {
      lines
          .addObject()
          .put("entity", ImportComparison.FIELD.name())
          .put("externalId", skipped.entity().id())
          .put("name", skipped.entity().name())
          .put("outcome", "SKIPPED")
          .put("reason", skipped.reason());
    }
    return report;
  }

  private static String summary(ObjectNode report) {
    return report.path("created").asInt()
        + " created, "
        + report.path("updated").asInt()
        + " updated, "
        + report.path("unchanged").asInt()
        + " unchanged, "
        + report.path("skipped").asInt()
        + " skipped";
  }
}
