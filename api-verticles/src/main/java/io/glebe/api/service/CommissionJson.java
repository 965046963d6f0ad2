package io.glebe.api.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.commission.Commission;
import io.glebe.core.commission.CommissionMessage;
import io.glebe.core.json.Json;

/** Commissions and messages as JSON. */
final class CommissionJson {
  private CommissionJson() {}

  /**
   * @param whole with what was ordered; a maintainer sees state and delivery only
   */
  static ObjectNode of(Commission commission, boolean whole) {
    ObjectNode json = Json.object();
    json.put("id", commission.id().toString());
    json.put("serviceId", commission.service().toString());
    json.put("farmId", commission.farm().toString());
    json.put("state", commission.state().name());
    if (whole) {
      commission.fields().forEach(field -> json.withArray("fieldIds").add(field.toString()));
      commission.permissions().forEach(json.putArray("permissions")::add);
      json.set("parameters", commission.parameters());
      json.put("orderedById", commission.orderedBy().toString());
    }
    json.put("startsAt", commission.from().toString());
    json.put("endsAt", commission.until().toString());
    json.put("orderedAt", commission.ordered().toString());
    commission
        .end()
        .ifPresent(
            end -> {
              json.put("endedAt", end.at().toString());
              if (whole) {
                end.reason().ifPresent(reason -> json.put("endReason", reason));
              }
            });
    Commission.Delivery delivery = commission.delivery();
    ObjectNode message = json.putObject("delivery");
    message.put("state", delivery.state().name()).put("tries", delivery.tries());
    delivery.delivered().ifPresent(at -> message.put("deliveredAt", at.toString()));
    delivery.acknowledged().ifPresent(at -> message.put("acknowledgedAt", at.toString()));
    return json;
  }

  static ObjectNode of(CommissionMessage message) {
    ObjectNode json = Json.object();
    json.put("id", message.id().toString());
    json.put("kind", message.kind().name());
    json.put("position", Long.toString(message.position()));
    json.put("tries", message.tries());
    json.put("createdAt", message.created().toString());
    json.set("commission", of(message.commission(), true));
    return json;
  }
}
