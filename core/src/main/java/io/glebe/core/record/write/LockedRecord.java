package io.glebe.core.record.write;

import io.glebe.core.database.Transaction;
import io.glebe.core.record.audit.History;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A record that a transaction is going to write: locked, with its latest audit entries.
 *
 * @param stored empty when the record does not exist; then its id is locked
 */
record LockedRecord(Optional<StoredRecord> stored, History history) {
  /** For a record with a new id. */
  static final LockedRecord NOTHING = new LockedRecord(Optional.empty(), History.NONE);

  private static final String LOCK_IDS =
      """
      select count(pg_advisory_xact_lock(k))
      from (select k from unnest($1::bigint[]) k order by k) s
      """;

  /**
   * Locks the records, and their ids so that two creations of one record wait for each other, in
   * catalogue order; reads them and their audit entries. Sends at once and waits when the result is
   * requested.
   */
  static Supplier<Map<RecordKey, LockedRecord>> send(
      Transaction transaction, Collection<RecordKey> keys) {
    SortedMap<Integer, List<RecordKey>> byTable = new TreeMap<>();
    for (RecordKey key : new TreeSet<>(keys)) {
      byTable.computeIfAbsent(key.table().rank(), rank -> new ArrayList<>()).add(key);
    }
    Long[] ids = keys.stream().map(RecordKey::lock).toArray(Long[]::new);
    Future<?> locked = send(transaction, LOCK_IDS, Tuple.of(ids));
    List<Future<RowSet<Row>>> read = new ArrayList<>();
    byTable.values().forEach(keysOfTable -> read.add(rows(transaction, keysOfTable)));
    List<RecordKey> all = byTable.values().stream().flatMap(List::stream).toList();
    Future<RowSet<Row>> auditRows = History.send(transaction, all);
    return () -> {
      Awaiting.await(locked);
      Map<RecordKey, History> histories = History.of(Awaiting.await(auditRows), all);
      Map<RecordKey, LockedRecord> lockedRecords = new HashMap<>();
      Iterator<Future<RowSet<Row>>> rows = read.iterator();
      for (List<RecordKey> keysOfTable : byTable.values()) {
        Map<UUID, StoredRecord> stored = new HashMap<>();
        Awaiting.await(rows.next()).forEach(row -> put(stored, row));
        for (RecordKey key : keysOfTable) {
          Optional<StoredRecord> record = Optional.ofNullable(stored.get(key.id()));
          lockedRecords.put(
              key, new LockedRecord(record, Objects.requireNonNull(histories.get(key))));
        }
      }
      return lockedRecords;
    };
  }

  private static void put(Map<UUID, StoredRecord> stored, Row row) {
    StoredRecord record = StoredRecord.of(row);
    stored.put(record.id(), record);
  }

  private static Future<RowSet<Row>> rows(Transaction transaction, List<RecordKey> keys) {
    String sql =
        """
        select %s from %s where id = any($1) order by id for no key update
        """
            .formatted(StoredRecord.COLUMNS, keys.getFirst().table().name());
    UUID[] ids = keys.stream().map(RecordKey::id).toArray(UUID[]::new);
    return send(transaction, sql, Tuple.of(ids));
  }

  private static Future<RowSet<Row>> send(Transaction transaction, String sql, Tuple values) {
    return transaction.connection().preparedQuery(sql).execute(values);
  }
}
