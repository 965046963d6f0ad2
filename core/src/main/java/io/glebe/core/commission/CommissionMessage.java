package io.glebe.core.commission;

import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.UUID;

/**
 * A message in the queue of a service.
 *
 * @param position increases with every message and with every new delivery
 * @param tries number of this delivery, from 1
 */
public record CommissionMessage(
    UUID id, Kind kind, long position, int tries, Instant created, Commission commission) {

  /** The subject of a message. */
  public enum Kind {
    /** A farm has ordered something. */
    COMMISSION,
    /** A commission that was delivered has been cancelled. */
    CANCELLATION
  }

  static CommissionMessage of(Row row) {
    return new CommissionMessage(
        row.getUUID("message_id"),
        Kind.valueOf(row.getString("kind")),
        row.getLong("position"),
        row.getInteger("message_tries"),
        row.getOffsetDateTime("message_created").toInstant(),
        Commission.of(row));
  }
}
