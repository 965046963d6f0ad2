package io.glebe.core.commission;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.service.ServiceDirectory;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** The Result records that the commissions of a service have produced. */
public final class CommissionResults {
  private static final EntityType RESULT = Catalogue.standard().get("Result");

  private final RecordService records;
  private final ServiceDirectory services;

  CommissionResults(RecordService records, ServiceDirectory services) {
    this.records = records;
    this.services = services;
  }

  /**
   * The results that the caller may read, in the order of their ids: as many as have the bytes of a
   * page, and one more than the limit if there are more.
   *
   * @param commission only of this commission
   * @param after id of the last result of the page before
   */
  public Future<RecordSelection.Fitting> results(
      Caller caller, UUID service, Optional<UUID> commission, Optional<UUID> after, int limit) {
    return services
        .service(caller, service)
        .compose(
            known -> {
              RecordSelection selection =
                  RecordSelection.records(caller, RESULT)
                      .where(
                          """
                          t.doc ->> 'processingJobId' in (
                            select c.id::text from service.commission c where c.service_id = {})
                          """,
                          service)
                      .where("t.id > {}", after.orElse(new UUID(0, 0)));
              if (commission.isPresent()) {
                selection =
                    selection.where(
                        "t.doc ->> 'processingJobId' = {}", commission.get().toString());
              }
              return selection
                  .then(" order by t.id limit {}", limit + 1)
                  .fitting(records, records.limits().page());
            });
  }
}
