package io.glebe.core.partner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.Preconditions;
import io.glebe.core.record.write.WriteRequest;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the jobs of imports whose process has died. A job is completed in the transaction of its
 * import, so a running job without a lease has written nothing; and a job that was ended here
 * cannot write later, because no transition leaves FAILED. Blocks.
 */
final class BrokenImports {
  private static final Logger LOG = LoggerFactory.getLogger(BrokenImports.class);
  private static final String MESSAGE =
      "the process that ran the import ended before anything was imported; run it again";

  /** Bytes of the jobs that are read at a time. */
  private static final int MAX_BYTES = 4 * 1024 * 1024;

  private final RecordService records;
  private final UUID service;

  /**
   * @param service the ProcessingService of imports
   */
  BrokenImports(RecordService records, UUID service) {
    this.records = records;
    this.service = service;
  }

  /** Fails interrupted jobs; returns their number. */
  int end() {
    int all = 0;
    while (true) {
      RecordSelection.Fitting jobs = interrupted();
      int ended = 0;
      for (StoredRecord job : jobs.records()) {
        ended += fail(job) ? 1 : 0;
      }
      all += ended;
      if (!jobs.isCut() || ended == 0) {
        return all;
      }
    }
  }

  private RecordSelection.Fitting interrupted() {
    return RecordSelection.records(Caller.system(), PartnerImport.JOB)
        .where("t.doc ->> 'serviceId' = {}", service.toString())
        .where("t.doc ->> 'status' = 'RUNNING'")
        .where(
            "not exists (select from partner.import_lease l where l.job_id = t.id and l.until"
                + " > now())")
        .fitting(records, MAX_BYTES)
        .await();
  }

  private boolean fail(StoredRecord job) {
    ObjectNode patch = Json.object().put("status", "FAILED").put("message", MESSAGE);
    try {
      records
          .patch(
              WriteRequest.of(Caller.system(), PartnerImport.JOB, job.id(), patch)
                  .with(Preconditions.version(job.version()))
                  .withJob(Optional.of(job.id())))
          .await();
      LOG.info("the import of processing job {} broke off with its process", job.id());
      return true;
    } catch (Problem changed) {
      LOG.info("processing job {} has ended meanwhile: {}", job.id(), changed.detail());
      return false;
    }
  }
}
