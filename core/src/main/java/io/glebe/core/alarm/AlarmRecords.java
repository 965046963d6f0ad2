package io.glebe.core.alarm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Makes the records of events and ends them. */
final class AlarmRecords {
  static final EntityType EVENT = Catalogue.standard().get(EntityNames.ALARM_EVENT);

  /** Decimals of records have at most 24 digits, 9 of them after the point. */
  private static final int DECIMALS = 9;

  private static final int MAX_DIGITS = 24;

  private static final String LOCK =
      """
      select %s
      from record.alarm_events
      where id = any($1)
      order by id
      for update
      """
          .formatted(StoredRecord.COLUMNS);

  private static final List<String> OF_RULE =
      List.of("name", "kind", "severity", "threshold", "datastreamId", "fieldId");

  private AlarmRecords() {}

  /** The attributes of a new event of a rule. */
  static ObjectNode event(CheckedRule rule, Instant startedAt, OptionalDouble value) {
    ObjectNode event = Json.object().put("farmId", rule.farm().toString());
    event.put("alarmRuleId", rule.id().toString());
    for (String attribute : OF_RULE) {
      if (rule.doc().has(attribute)) {
        event.set(attribute, rule.doc().get(attribute).deepCopy());
      }
    }
    event.put("status", "ACTIVE").put("acknowledgement", "OPEN").put("startedAt", text(startedAt));
    value.ifPresent(number -> decimal(number).ifPresent(v -> event.put("value", v)));
    return event;
  }

  /** Writes the end into the attributes of an event; it is not before the start. */
  static ObjectNode end(ObjectNode event, Instant time) {
    Instant start = Instant.parse(event.path("startedAt").asText());
    Instant end = time.isBefore(start) ? start : time;
    return event.put("status", "ENDED").put("endedAt", text(end));
  }

  /** A new event with these attributes. */
  static Change creation(UUID id, ObjectNode event) {
    UUID farm = UUID.fromString(event.path("farmId").asText());
    Set<String> names = new TreeSet<>();
    event.fieldNames().forEachRemaining(names::add);
    return Change.creation(
        EVENT,
        id,
        RecordOwner.ofFarm(farm),
        event,
        1,
        new Change.Origin("SYSTEM", Optional.empty(), Optional.empty(), Optional.empty()),
        names);
  }

  /** Locks events that end, each at its time; those that are deleted or have ended are left out. */
  static List<Change> ends(Transaction transaction, Map<UUID, Instant> times) {
    List<Change> changes = new ArrayList<>();
    if (times.isEmpty()) {
      return changes;
    }
    for (Row row : transaction.execute(LOCK, (Object) times.keySet().toArray(UUID[]::new))) {
      StoredRecord stored = StoredRecord.of(row);
      ObjectNode event = stored.attributes();
      Instant time = times.get(stored.id());
      if (time != null && event.path("status").asText().equals("ACTIVE")) {
        changes.add(
            Change.update(
                EVENT, stored, stored.scope(), end(event, time), List.of("endedAt", "status")));
      }
    }
    return changes;
  }

  static UUID newId() {
    return Uuids.timeOrdered();
  }

  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static Optional<BigDecimal> decimal(double value) {
    BigDecimal number =
        new BigDecimal(Double.toString(value))
            .setScale(DECIMALS, RoundingMode.HALF_EVEN)
            .stripTrailingZeros();
    return number.precision() - number.scale() <= MAX_DIGITS - DECIMALS
        ? Optional.of(number)
        : Optional.empty();
  }
}
