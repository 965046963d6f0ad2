package io.glebe.api.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.area.TextBody;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.commission.Commission;
import io.glebe.core.commission.CommissionMessage;
import io.glebe.core.commission.CommissionPermissions;
import java.util.Arrays;
import java.util.List;

/** JSON Schemas of commissions and messages. */
final class CommissionSchemas {
  private CommissionSchemas() {}

  private static List<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toList();
  }

  /**
   * The schema of a commission as a user orders it.
   *
   * @param mostFields of one commission
   */
  static ObjectNode order(int mostFields) {
    return Members.of("CommissionOrder", "An order to a service")
        .must("farmId", Schemas.uuid())
        .must("fieldIds", Schemas.list(Schemas.uuid(), 1, mostFields))
        .must(
            "permissions",
            Schemas.list(
                Schemas.word(CommissionPermissions.names()),
                1,
                CommissionPermissions.names().size()))
        .may("startsAt", Schemas.time())
        .must("endsAt", Schemas.time())
        .may("parameters", parameters())
        .only()
        .schema();
  }

  private static ObjectNode parameters() {
    return Schemas.any("parameters of the service, an object").put("type", "object");
  }

  static ObjectNode commission() {
    return Members.of("Commission", "An order of a farm; maintainers see no content")
        .must("id", Schemas.uuid())
        .must("serviceId", Schemas.uuid())
        .must("farmId", Schemas.uuid())
        .must("state", Schemas.word(names(Commission.State.values())))
        .may("fieldIds", Schemas.list(Schemas.uuid()))
        .may("permissions", Schemas.list(Schemas.text("a permission")))
        .may("parameters", parameters())
        .may("orderedById", Schemas.uuid())
        .must("startsAt", Schemas.time())
        .must("endsAt", Schemas.time())
        .must("orderedAt", Schemas.time())
        .may("endedAt", Schemas.time())
        .may("endReason", Schemas.text())
        .must("delivery", delivery())
        .schema();
  }

  private static ObjectNode delivery() {
    return Members.of("CommissionDelivery", "The delivery of the message of a commission")
        .must("state", Schemas.word(names(Commission.DeliveryState.values())))
        .must("tries", Schemas.count())
        .may("deliveredAt", Schemas.time())
        .may("acknowledgedAt", Schemas.time())
        .schema();
  }

  static ObjectNode commissions() {
    return ServiceSchemas.page(
        "CommissionPage", "Commissions in the order of orders", commission());
  }

  static ObjectNode results() {
    return ServiceSchemas.page(
        "ServiceResultPage",
        "Result records in the order of their ids",
        Schemas.any("a Result record, see the farm API").put("type", "object"));
  }

  static ObjectNode position() {
    return Schemas.text("position in the queue").put("pattern", "^[0-9]{1,18}$");
  }

  static ObjectNode limit() {
    return Schemas.integer(1, 100).put("default", 10);
  }

  static ObjectNode messages() {
    return Members.of("CommissionMessagePage", "Messages in the order of the queue")
        .must("items", Schemas.list(commissionMessage()))
        .must("hasMore", Schemas.flag())
        .must("nextCursor", position())
        .schema();
  }

  static ObjectNode commissionMessage() {
    return Members.of("CommissionMessage", "A message to a service")
        .must("id", Schemas.uuid())
        .must("kind", Schemas.word(names(CommissionMessage.Kind.values())))
        .must("position", position())
        .must("tries", Schemas.integer())
        .must("createdAt", Schemas.time())
        .must("commission", commission())
        .schema();
  }

  static ObjectNode message() {
    return Members.of("CommissionOutcome", "A message to the farm about the outcome")
        .may("message", Schemas.text(TextBody.MAX_CHARS).put("minLength", 0))
        .only()
        .schema();
  }
}
