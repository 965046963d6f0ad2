package io.glebe.core.commission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.service.ServiceDirectory;
import io.glebe.core.service.ServiceFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A farm with two fields, and the module that takes its commissions. */
final class CommissionFixture implements AutoCloseable {
  final ServiceFixture services;
  final RecordFixture farm;
  final CommissionModule module;
  final Commissions commissions;
  final UUID field;
  final UUID otherField;

  CommissionFixture(Settings settings) {
    services = new ServiceFixture(settings);
    farm = services.farm;
    module =
        new CommissionModule(
            services.platform.resources(),
            farm.records,
            services.directory,
            services::rightsChanged);
    commissions = module.commissions();
    field = farm.field("North");
    otherField = farm.field("South");
  }

  /** A new service, which signs in for each call. */
  final class Client {
    final ServiceDirectory.Onboarded onboarded = services.onboard();
    final UUID id = onboarded.service().id();

    Caller caller() {
      return services.caller(onboarded);
    }

    List<CommissionMessage> receive(long after, int limit) {
      return module.queue().receive(caller(), id, after, limit).await();
    }

    /** All messages that wait for an acknowledgement. */
    List<CommissionMessage> receive() {
      return receive(0, 100);
    }

    /** The id of a new commission of the first field. */
    UUID ordered(String... permissions) {
      return commissions.order(farm.owner(), id, order(permissions)).await().id();
    }

    Commission commission(UUID commission) {
      return commissions.commission(farm.owner(), id, commission).await();
    }

    Commission.DeliveryState delivery(UUID commission) {
      return commission(commission).delivery().state();
    }

    Commission finish(UUID commission, Commission.State outcome) {
      return commissions.finish(caller(), id, commission, outcome, "done").await();
    }
  }

  /** An order for the first field until tomorrow. */
  ObjectNode order(String... permissions) {
    ObjectNode order = Json.object().put("farmId", farm.farm.toString());
    order.putArray("fieldIds").add(field.toString());
    List.of(permissions).forEach(order.putArray("permissions")::add);
    order.put("endsAt", Instant.now().plus(Duration.ofDays(1)).toString());
    order.putObject("parameters").put("layer", "NDVI");
    return order;
  }

  /** The status of the job of a commission. */
  String jobStatus(UUID commission) {
    return farm.records
        .get(Caller.system(), Commissions.JOB, commission)
        .await()
        .attributes()
        .path("status")
        .asText();
  }

  /** Brings the time of a message nearer. */
  void due(UUID commission) {
    services.platform.sql(
        """
        update service.message
        set due_at = now()
        where commission_id = $1 and state in ('DELIVERED', 'SCHEDULED')
        """,
        commission);
  }

  @Override
  public void close() {
    module.close();
    services.close();
  }
}
