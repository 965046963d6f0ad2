package io.glebe.core.alarm.webhook;

import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * A webhook of a farm, without its secret.
 *
 * @param minimum events of a lower severity are not sent
 * @param createdBy the User who made it
 * @param waiting messages that wait for it
 * @param refused messages that did not fit into its queue
 */
public record Webhook(
    UUID id,
    UUID farm,
    String name,
    String url,
    Severity minimum,
    Instant createdAt,
    Optional<UUID> createdBy,
    long waiting,
    long refused) {
  static Webhook of(Row row) {
    return new Webhook(
        row.getUUID("id"),
        row.getUUID("farm_id"),
        row.getString("name"),
        row.getString("url"),
        Severity.valueOf(row.getString("minimum_severity")),
        row.getOffsetDateTime("created_at").toInstant(),
        Optional.ofNullable(row.getUUID("created_by")),
        row.getLong("waiting"),
        row.getLong("refused"));
  }

  /** The state of a message. */
  public enum DeliveryState {
    /** It waits for its first or next attempt. */
    WAITING,
    /** The webhook has taken it. */
    DELIVERED,
    /** All attempts have failed. */
    FAILED
  }

  /**
   * A message to a webhook.
   *
   * @param event the alarm event; empty for a test
   * @param kind alarm.started, alarm.ended or alarm.test
   * @param dueAt time of the next attempt of one that waits
   * @param status of the last answer
   * @param failure why the last attempt failed
   */
  public record Delivery(
      UUID id,
      Optional<UUID> event,
      String kind,
      DeliveryState state,
      int attempts,
      Instant createdAt,
      Optional<Instant> dueAt,
      Optional<Instant> endedAt,
      Optional<Integer> status,
      Optional<String> failure) {
    static Delivery of(Row row) {
      DeliveryState state = DeliveryState.valueOf(row.getString("state"));
      Optional<Instant> due =
          Optional.of(row.getOffsetDateTime("due_at").toInstant())
              .filter(time -> state == DeliveryState.WAITING);
      return new Delivery(
          row.getUUID("id"),
          Optional.ofNullable(row.getUUID("event_id")),
          row.getString("kind"),
          state,
          row.getInteger("attempts"),
          row.getOffsetDateTime("created_at").toInstant(),
          due,
          Optional.ofNullable(row.getOffsetDateTime("ended_at")).map(OffsetDateTime::toInstant),
          Optional.ofNullable(row.getInteger("last_status")),
          Optional.ofNullable(row.getString("last_failure")));
    }
  }
}
