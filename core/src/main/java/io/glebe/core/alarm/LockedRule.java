package io.glebe.core.alarm;

import io.glebe.core.alarm.AlarmCondition.Kind;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A rule whose row in {@code alarm.progress} is locked.
 *
 * @param progress from where it is checked now
 * @param dueAt when the silence of its datastream begins to count, as stored
 * @param event its event that has not ended
 * @param last time of the last observation of its datastream
 */
record LockedRule(
    CheckedRule rule,
    AlarmProgress progress,
    Optional<Instant> dueAt,
    Optional<UUID> event,
    Instant createdAt,
    Optional<Instant> last) {

  /** A new or changed rule takes up readings of this time before now. */
  private static final Duration FRESH = Duration.ofDays(1);

  static LockedRule of(Row row) {
    CheckedRule rule =
        new CheckedRule(
            row.getUUID("rule_id"),
            row.getUUID("farm_id"),
            row.getLong("rule_version"),
            Json.stored(row.getString("rule")));
    Optional<Instant> last = time(row.getOffsetDateTime("last_time"));
    Optional<UUID> event = Optional.ofNullable(row.getUUID("event_id"));
    Optional<Instant> checkedTo = time(row.getOffsetDateTime("checked_to"));
    boolean isSame = row.getLong("version") == rule.version() && checkedTo.isPresent();
    AlarmProgress progress =
        new AlarmProgress(
            isSame
                ? checkedTo.orElseThrow()
                : start(rule.condition(), last, row.getOffsetDateTime("updated_at").toInstant()),
            isSame ? time(row.getOffsetDateTime("beyond_from")) : Optional.empty(),
            time(row.getOffsetDateTime("quiet_until")),
            event.isPresent());
    return new LockedRule(
        rule,
        progress,
        isSame ? time(row.getOffsetDateTime("due_at")) : Optional.empty(),
        event,
        row.getOffsetDateTime("created_at").toInstant(),
        last);
  }

  /**
   * The time after which a new or changed rule is checked: all readings since its change count, the
   * last reading, and those before it for as long as the value must be beyond the threshold, unless
   * they are old. The first readings of a datastream may be of a time before the rule.
   */
  private static Instant start(AlarmCondition condition, Optional<Instant> last, Instant changed) {
    Instant now = Instant.now();
    if (condition.kind() == Kind.SILENCE) {
      return last.orElse(now);
    }
    Instant oldest = now.minus(condition.patience()).minus(FRESH);
    Instant counted =
        last.map(time -> time.minus(condition.patience()).minusNanos(1_000))
            .filter(oldest::isBefore)
            .orElse(oldest);
    return counted.isBefore(changed) ? counted : changed;
  }

  boolean isOfSilence() {
    return rule.condition().kind() == Kind.SILENCE;
  }

  /** When the datastream is silent for too long, unless something arrives before. */
  Instant silentAt() {
    return last.filter(createdAt::isBefore).orElse(createdAt).plus(rule.condition().duration());
  }

  private static Optional<Instant> time(@Nullable OffsetDateTime column) {
    return Optional.ofNullable(column).map(OffsetDateTime::toInstant);
  }
}
