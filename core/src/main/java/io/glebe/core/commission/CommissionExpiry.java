package io.glebe.core.commission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancels commissions whose period has ended. Their rights have ended with the period already: this
 * ends the job and tells the service.
 */
final class CommissionExpiry {
  private static final Logger LOG = LoggerFactory.getLogger(CommissionExpiry.class);

  private static final String DUE =
      """
      select id
      from service.commission
      where state = 'OPEN' and ends_at <= now()
      order by ends_at
      limit 100
      """;

  private final Database database;
  private final RecordService records;
  private final Runnable rightsChanged;

  CommissionExpiry(Database database, RecordService records, Runnable rightsChanged) {
    this.database = database;
    this.records = records;
    this.rightsChanged = rightsChanged;
  }

  /** Cancels those that are due; several processes may try the same one. */
  Future<Void> endDue() {
    return database
        .query(DUE)
        .compose(
            rows -> {
              Future<Void> all = Future.succeededFuture();
              for (Row row : rows) {
                all = all.compose(done -> end(row.getUUID(0)));
              }
              return all;
            });
  }

  private Future<Void> end(UUID id) {
    ObjectNode patch = Json.object().put("status", "CANCELLED");
    patch.put("message", "the period of the commission has ended");
    return records
        .patch(WriteRequest.of(Caller.system(), Commissions.JOB, id, patch))
        .<Void>mapEmpty()
        .onSuccess(done -> rightsChanged.run())
        .recover(
            failure -> {
              if (failure instanceof Problem refused) { // another process was faster
                LOG.debug("a commission was not ended: {}", refused.type());
                return Future.succeededFuture();
              }
              return Future.failedFuture(failure);
            });
  }
}
