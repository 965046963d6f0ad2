package io.glebe.core.commission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The order of a farm to a service.
 *
 * @param id also of its ProcessingJob
 * @param fields the fields to which the permissions apply
 * @param from start of the permissions and of the delivery
 * @param until end of the permissions; an open commission is cancelled then
 * @param parameters of the service, as ordered
 * @param end time and reason of the end
 * @param delivery of the message of the commission
 */
public record Commission(
    UUID id,
    UUID service,
    UUID farm,
    List<UUID> fields,
    List<String> permissions,
    ObjectNode parameters,
    Instant from,
    Instant until,
    UUID orderedBy,
    Instant ordered,
    State state,
    Optional<End> end,
    Delivery delivery) {

  /** The states; all but OPEN are final and equal the status of the ProcessingJob. */
  public enum State {
    OPEN,
    COMPLETED,
    FAILED,
    CANCELLED
  }

  /** The states of a message. */
  public enum DeliveryState {
    SCHEDULED,
    WAITING,
    DELIVERED,
    ACKNOWLEDGED,
    DEAD,
    WITHDRAWN
  }

  /** The end of a commission. */
  public record End(Instant at, Optional<String> reason) {}

  /**
   * The delivery of a message.
   *
   * @param tries number of deliveries that were not acknowledged in time, and the present one
   */
  public record Delivery(
      DeliveryState state, int tries, Optional<Instant> delivered, Optional<Instant> acknowledged) {
    static Delivery of(Row row) {
      return new Delivery(
          DeliveryState.valueOf(row.getString("delivery_state")),
          row.getInteger("tries"),
          instant(row.getOffsetDateTime("delivered_at")),
          instant(row.getOffsetDateTime("acknowledged_at")));
    }
  }

  /** Columns of a commission {@code c} with its message {@code m}. */
  static final String COLUMNS =
      """
      c.id, c.service_id, c.farm_id, c.field_ids, c.permissions, c.parameters, c.starts_at,
      c.ends_at, c.ordered_by, c.ordered_at, c.state, c.ended_at, c.end_reason,
      m.state as delivery_state, m.tries, m.delivered_at, m.acknowledged_at
      """;

  /** The tables of a commission. */
  static final String FROM =
      """
      from service.commission c
      join service.message m on m.commission_id = c.id and m.kind = 'COMMISSION'
      """;

  private static Optional<Instant> instant(OffsetDateTime time) {
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
  }

  static Commission of(Row row) {
    return new Commission(
        row.getUUID("id"),
        row.getUUID("service_id"),
        row.getUUID("farm_id"),
        List.of(row.getArrayOfUUIDs("field_ids")),
        List.of(row.getArrayOfStrings("permissions")),
        Json.parseObject(row.getString("parameters")),
        row.getOffsetDateTime("starts_at").toInstant(),
        row.getOffsetDateTime("ends_at").toInstant(),
        row.getUUID("ordered_by"),
        row.getOffsetDateTime("ordered_at").toInstant(),
        State.valueOf(row.getString("state")),
        instant(row.getOffsetDateTime("ended_at"))
            .map(at -> new End(at, Optional.ofNullable(row.getString("end_reason")))),
        Delivery.of(row));
  }
}
