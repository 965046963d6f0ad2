package io.glebe.core.alarm;

import io.glebe.core.alarm.webhook.EventQueue;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.PlatformWrites.Decided;
import io.glebe.core.record.change.Change;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.function.Function;

/**
 * Checks rules of datastreams in a transaction: locks them, reads what is new with one statement
 * for all of them, and makes and ends their events.
 */
final class DatastreamChecks {
  /** Most readings of one rule in a transaction; a rule with more is checked again. */
  static final int MAX_READINGS = 500;

  private DatastreamChecks() {}

  /** The rules that have more readings. */
  static Decided<List<UUID>> check(Transaction transaction, List<UUID> rules, EventQueue queue) {
    UUID[] ids = rules.toArray(UUID[]::new);
    transaction.execute(AlarmSql.MAKE, (Object) ids);
    List<LockedRule> locked = new ArrayList<>();
    transaction.execute(AlarmSql.LOCK, (Object) ids).forEach(row -> locked.add(LockedRule.of(row)));
    if (locked.isEmpty()) {
      return new Decided<>(List.of(), List.of());
    }
    List<List<Reading>> readings = readings(transaction, locked);
    List<CheckResult> results = new ArrayList<>();
    List<UUID> unfinished = new ArrayList<>();
    Instant now = Instant.now();
    for (int i = 0; i < locked.size(); i++) {
      LockedRule rule = locked.get(i);
      results.add(
          rule.isOfSilence()
              ? CheckResult.ofSilence(rule, now)
              : CheckResult.ofReadings(rule, readings.get(i)));
      if (readings.get(i).size() == MAX_READINGS) {
        unfinished.add(rule.rule().id());
      }
    }
    store(transaction, results);
    List<Change> changes = changes(transaction, results);
    queue.add(transaction, changes);
    return new Decided<>(unfinished, changes);
  }

  private static List<List<Reading>> readings(Transaction transaction, List<LockedRule> locked) {
    List<List<Reading>> all = new ArrayList<>();
    locked.forEach(rule -> all.add(new ArrayList<>()));
    Tuple values =
        Tuple.tuple()
            .addValue(column(locked, Long[]::new, DatastreamChecks::readDatastream))
            .addValue(column(locked, OffsetDateTime[]::new, r -> utc(r.progress().checkedTo())))
            .addValue(column(locked, Double[]::new, DatastreamChecks::compared))
            .addValue(MAX_READINGS);
    for (Row row : transaction.execute(AlarmSql.READINGS, values)) {
      Double earlier = row.getDouble("earlier");
      all.get(row.getInteger("n") - 1)
          .add(
              new Reading(
                  row.getOffsetDateTime("phenomenon_time").toInstant(),
                  row.getDouble("result"),
                  earlier == null ? OptionalDouble.empty() : OptionalDouble.of(earlier)));
    }
    return all;
  }

  /** Silence needs no readings. */
  private static Long readDatastream(LockedRule rule) {
    return rule.isOfSilence() ? -1 : rule.rule().datastream();
  }

  private static Double compared(LockedRule rule) {
    AlarmCondition condition = rule.rule().condition();
    return condition.kind().compares() ? (double) condition.duration().toSeconds() : 0.0;
  }

  private static List<Change> changes(Transaction transaction, List<CheckResult> results) {
    Map<UUID, Instant> ended = new HashMap<>();
    List<Change> changes = new ArrayList<>();
    for (CheckResult result : results) {
      result
          .ended()
          .ifPresent(time -> result.rule().event().ifPresent(event -> ended.put(event, time)));
      result
          .made()
          .forEach(made -> changes.add(AlarmRecords.creation(made.getKey(), made.getValue())));
    }
    changes.addAll(AlarmRecords.ends(transaction, ended));
    return changes;
  }

  private static void store(Transaction transaction, List<CheckResult> results) {
    Tuple values =
        Tuple.tuple()
            .addValue(column(results, UUID[]::new, r -> r.rule().rule().id()))
            .addValue(column(results, Long[]::new, r -> r.rule().rule().version()))
            .addValue(times(results, r -> Optional.of(r.progress().checkedTo())))
            .addValue(times(results, r -> r.progress().beyondFrom()))
            .addValue(times(results, r -> r.progress().quietUntil()))
            .addValue(times(results, CheckResult::dueAt))
            .addValue(column(results, UUID[]::new, r -> r.event().orElse(null)));
    transaction.execute(AlarmSql.STORE, values);
  }

  private static OffsetDateTime[] times(
      List<CheckResult> results, Function<CheckResult, Optional<Instant>> time) {
    return column(
        results, OffsetDateTime[]::new, r -> time.apply(r).map(DatastreamChecks::utc).orElse(null));
  }

  private static OffsetDateTime utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }

  private static <T, V> V[] column(
      List<T> rows,
      java.util.function.IntFunction<V[]> array,
      Function<T, @org.jspecify.annotations.Nullable V> value) {
    return rows.stream().map(value).toArray(array);
  }
}
