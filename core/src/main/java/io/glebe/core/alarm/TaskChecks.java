package io.glebe.core.alarm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.alarm.webhook.EventQueue;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.record.PlatformWrites.Decided;
import io.glebe.core.record.change.Change;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.UUID;

/** Checks rules of due tasks in a transaction: each task has one event of each rule. */
final class TaskChecks {
  /** Most tasks of a transaction. */
  static final int MAX_TASKS = 200;

  private TaskChecks() {}

  /** Starts the events of due tasks; the number of them. */
  static Decided<Integer> start(Transaction transaction, EventQueue queue) {
    List<Change> changes = new ArrayList<>();
    for (Row row : transaction.execute(AlarmSql.DUE_TASKS, MAX_TASKS)) {
      CheckedRule rule =
          new CheckedRule(
              row.getUUID("rule_id"),
              row.getUUID("farm_id"),
              row.getLong("version"),
              Json.stored(row.getString("rule")));
      Instant since = row.getOffsetDateTime("since").toInstant();
      ObjectNode event = AlarmRecords.event(rule, since, OptionalDouble.empty());
      event.put("taskId", row.getUUID("task_id").toString());
      String field = row.getString("field");
      if (field != null) {
        event.put("fieldId", field);
      }
      changes.add(AlarmRecords.creation(row.getUUID("event_id"), event));
    }
    queue.add(transaction, changes);
    return new Decided<>(changes.size(), changes);
  }

  /** Ends the events of tasks that are no longer due; the number of them. */
  static Decided<Integer> end(Transaction transaction, EventQueue queue) {
    Map<UUID, Instant> ended = new HashMap<>();
    for (Row row : transaction.execute(AlarmSql.DONE_TASKS, MAX_TASKS)) {
      ended.put(row.getUUID("event_id"), Instant.now());
    }
    List<Change> changes = AlarmRecords.ends(transaction, ended);
    queue.add(transaction, changes);
    return new Decided<>(ended.size(), changes);
  }
}
