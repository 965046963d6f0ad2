package io.glebe.core.alarm.webhook;

import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.UUID;

/**
 * A browser of a person that is notified of the alarm events of a farm, without its keys.
 *
 * @param endpoint its address at its push service
 * @param minimum events of a lower severity are not sent
 * @param language of the notifications
 */
public record AlarmSubscription(
    UUID id, UUID farm, String endpoint, Severity minimum, String language, Instant createdAt) {
  static AlarmSubscription of(Row row) {
    return new AlarmSubscription(
        row.getUUID("id"),
        row.getUUID("farm_id"),
        row.getString("endpoint"),
        Severity.valueOf(row.getString("minimum_severity")),
        row.getString("language"),
        row.getOffsetDateTime("created_at").toInstant());
  }
}
