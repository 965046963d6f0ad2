package io.glebe.core.alarm;

import io.glebe.core.alarm.webhook.EventQueue;
import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.PlatformWrites;
import io.glebe.core.record.PlatformWrites.Decided;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.Awaiting;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * The checks that no observation causes: new and changed rules, silence, due tasks, observations
 * that a process stored and did not check, and events that are old. Waits; several processes may
 * run it at once.
 */
final class AlarmSweep {
  /** Most rules of a transaction. */
  private static final int RULES = 100;

  /** Most rules that a sweep checks in one step; it goes on while there are so many. */
  private static final int STEP = 1_000;

  /** Most steps of a sweep, so that other work has its turn. */
  private static final int STEPS = 50;

  private final Database database;
  private final PlatformWrites writes;
  private final EventQueue queue;
  private final AlarmMeters meters;
  private final int eventDays;

  AlarmSweep(
      Database database,
      PlatformWrites writes,
      EventQueue queue,
      AlarmMeters meters,
      int eventDays) {
    this.database = database;
    this.meters = meters;
    this.writes = writes;
    this.queue = queue;
    this.eventDays = eventDays;
  }

  /** Checks the rules of datastreams; returns those of them that have rules. */
  Set<Long> ofDatastreams(List<Long> datastreams) {
    List<UUID> rules = new ArrayList<>();
    Set<Long> known = new java.util.HashSet<>();
    for (Row row : query(AlarmSql.OF_DATASTREAMS, (Object) datastreams.toArray(Long[]::new))) {
      rules.add(row.getUUID("id"));
      known.add(row.getLong("datastream"));
    }
    check(rules);
    return known;
  }

  /** Does what is open. */
  void run() {
    repeat(tx -> remove(tx), RULES);
    for (int i = 0; i < STEPS; i++) {
      List<UUID> open = new ArrayList<>();
      query(AlarmSql.OPEN, STEP).forEach(row -> open.add(row.getUUID("id")));
      check(open);
      if (open.size() < STEP) {
        break;
      }
    }
    repeat(tx -> TaskChecks.end(tx, queue), TaskChecks.MAX_TASKS);
    repeat(tx -> TaskChecks.start(tx, queue), TaskChecks.MAX_TASKS);
  }

  /** Deletes events that are old. */
  void expire() {
    repeat(this::expire, RULES);
  }

  private void check(List<UUID> rules) {
    List<UUID> left = rules;
    for (int i = 0; i < STEPS && !left.isEmpty(); i++) {
      List<UUID> unfinished = new ArrayList<>();
      for (int from = 0; from < left.size(); from += RULES) {
        List<UUID> part = left.subList(from, Math.min(left.size(), from + RULES));
        unfinished.addAll(write(tx -> DatastreamChecks.check(tx, part, queue)));
        meters.checked(part.size());
      }
      left = unfinished;
    }
  }

  /** Repeats a step while it does as much as it may at once. */
  private void repeat(Function<Transaction, Decided<Integer>> step, int full) {
    for (int i = 0; i < STEPS; i++) {
      if (write(step) < full) {
        return;
      }
    }
  }

  /** Runs a step and counts its events after the commit. */
  private <T> T write(Function<Transaction, Decided<T>> step) {
    Decided<T> decided =
        Awaiting.await(
            writes.run(
                transaction -> {
                  Decided<T> one = step.apply(transaction);
                  return new Decided<>(one, one.changes());
                }));
    meters.written(decided.changes());
    return decided.result();
  }

  /** Ends the events of rules that are deleted or switched off. */
  private Decided<Integer> remove(Transaction transaction) {
    Map<UUID, Instant> ended = new HashMap<>();
    int removed = 0;
    for (Row row : transaction.execute(AlarmSql.REMOVE, RULES)) {
      removed++;
      UUID event = row.getUUID("event_id");
      if (event != null) {
        ended.put(event, Instant.now());
      }
    }
    List<Change> changes = AlarmRecords.ends(transaction, ended);
    queue.add(transaction, changes);
    return new Decided<>(removed, changes);
  }

  private Decided<Integer> expire(Transaction transaction) {
    List<Change> changes = new ArrayList<>();
    for (Row row : transaction.execute(AlarmSql.EXPIRED, (double) eventDays, RULES)) {
      changes.add(Change.deletion(AlarmRecords.EVENT, StoredRecord.of(row), Set.of()));
    }
    return new Decided<>(changes.size(), changes);
  }

  private Iterable<Row> query(String sql, Object parameter) {
    return Awaiting.await(
        database
            .pool(Purpose.BACKGROUND)
            .preparedQuery(sql)
            .execute(io.vertx.sqlclient.Tuple.of(parameter)));
  }
}
