package io.glebe.core.record.read;

import io.glebe.core.database.Database;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.CallerPromise;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads records by id. Reads of the same collection that arrive on an event loop while an earlier
 * statement is under way share the next statement: the higher the load, the more reads share one. A
 * read that finds no statement under way is sent immediately. A result is never older than its
 * request.
 */
public final class RecordLookups {
  /** Maximum number of waiting reads; further ones are sent alone. */
  private static final int MAX_TOGETHER = 64;

  private final Database database;
  private final Map<Place, Waiting> places = new ConcurrentHashMap<>();

  public RecordLookups(Database database) {
    this.database = database;
  }

  public Future<Optional<StoredRecord>> get(RecordTable table, UUID id) {
    return Context.isOnEventLoopThread()
        ? places
            .computeIfAbsent(new Place(Thread.currentThread(), table.name()), Waiting::new)
            .get(id)
        : read(table.name(), id).map(records -> Optional.ofNullable(records.get(id)));
  }

  private Future<Map<UUID, StoredRecord>> read(String table, UUID... ids) {
    // the ids are hidden from the planner, so that the statement is planned once
    String sql =
        """
        select %s from %s where id = any((select $1::uuid[])::uuid[])
        """
            .formatted(StoredRecord.COLUMNS, table);
    return database
        .lookUp(sql, Tuple.of(ids))
        .map(
            rows -> {
              Map<UUID, StoredRecord> records = HashMap.newHashMap(rows.size());
              for (Row row : rows) {
                records.put(row.getUUID(0), StoredRecord.of(row));
              }
              return records;
            });
  }

  private record Place(Thread loop, String table) {}

  private record PendingRead(UUID id, CallerPromise<Optional<StoredRecord>> answer) {}

  /** The waiting reads of one event loop and one collection; confined to that loop. */
  private final class Waiting {
    private final String table;
    private List<PendingRead> next = new ArrayList<>();
    private boolean underWay;

    Waiting(Place place) {
      this.table = place.table();
    }

    Future<Optional<StoredRecord>> get(UUID id) {
      if (next.size() >= MAX_TOGETHER) {
        return read(table, id).map(records -> Optional.ofNullable(records.get(id)));
      }
      PendingRead read = new PendingRead(id, new CallerPromise<>());
      next.add(read);
      if (!underWay) {
        send();
      }
      return read.answer().future();
    }

    private void send() {
      List<PendingRead> sent = next;
      next = new ArrayList<>();
      underWay = true;
      read(table, sent.stream().map(PendingRead::id).distinct().toArray(UUID[]::new))
          .onComplete(
              answered -> {
                underWay = false;
                if (!next.isEmpty()) {
                  send();
                }
                for (PendingRead read : sent) {
                  if (answered.succeeded()) {
                    read.answer().complete(Optional.ofNullable(answered.result().get(read.id())));
                  } else {
                    read.answer().fail(answered.cause());
                  }
                }
              });
    }
  }
}
