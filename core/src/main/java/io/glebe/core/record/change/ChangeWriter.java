package io.glebe.core.record.change;

import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.database.FeedClock;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.record.audit.AuditNoteWriter;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Writes the changes of one transaction with few statements: the locks of {@link DrawnFields},
 * references and business keys first, then the rows, collection by collection in catalogue order
 * and stamped by the feed clock, and the audit entries last. Other writers of a collection wait
 * from its first stamp on. Therefore all statements from the first stamp to the COMMIT are sent
 * without waiting for answers: the lock is held for server time only, not for network round trips.
 */
public final class ChangeWriter {
  private static final String UNIQUE_VIOLATION = "23505";

  /** The index that makes subjects unique among User records. */
  private static final String USER_KEY = "users_by_identity";

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /** Number of rows of a statement; each statement takes a column of ids first. */
  private static final String COUNT = "cardinality($1::uuid[])";

  /** The stamp of the n-th row. */
  private static final String STAMP = FeedClock.stamp(COUNT, "u.n");

  private static final String INSERT =
      """
      insert into %%s as t (id, farm_id, organization_id, doc, bbox, version, origin_type,
        created_by_user_id, created_by_job_id, client_id, created_at, updated_at)
      select u.record, u.farm, u.organization, u.body::jsonb,
        case when u.west is null then null
          else box(point(u.west, u.south), point(u.east, u.north)) end,
        u.number, u.origin, u.creator, u.job, u.client, %1$s, %1$s
      from s,
        unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[],
            $6::float8[], $7::float8[], $8::float8[], $9::float8[],
            $10::text[], $11::uuid[], $12::uuid[], $13::text[])
          with ordinality u(record, farm, organization, body, number,
            west, south, east, north, origin, creator, job, client, n)
      """
          .formatted(STAMP);

  private static final String UPDATE =
      """
      update %%s as t
      set farm_id = u.farm, organization_id = u.organization, doc = u.body::jsonb,
        bbox = case when u.west is null then null
          else box(point(u.west, u.south), point(u.east, u.north)) end,
        version = u.number, updated_at = %s
      from s,
        unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[],
            $6::float8[], $7::float8[], $8::float8[], $9::float8[])
          with ordinality u(record, farm, organization, body, number,
            west, south, east, north, n)
      where t.id = u.record
      """
          .formatted(STAMP);

  private static final String RETURNING = "returning " + StoredRecord.COLUMNS;

  private static final String APPEAR =
      """
      update %%s as t
      set updated_at = %s
      from s, unnest($1) with ordinality u(record, n)
      where t.id = u.record
      """
          .formatted(STAMP);

  private static final String ADD_READERS =
      """
      insert into record.audit_reader (audit_id, user_id)
      select *
      from unnest($1::uuid[], $2::uuid[])
      """;

  private final Transaction transaction;
  private final List<Future<?>> sent = new ArrayList<>();
  private final List<AuditedChange> staged = new ArrayList<>();
  private final List<ActingAccounts.PendingNote> notes = new ArrayList<>();

  /** A change and its author. */
  public record AuditedChange(Change change, AuditTrail.Author author) {}

  public ChangeWriter(Transaction transaction) {
    this.transaction = transaction;
  }

  /**
   * Writes all changes, in the given order within a collection, commits, and returns the stored
   * records, except for deletions.
   */
  public Map<RecordKey, StoredRecord> write(List<AuditedChange> all) {
    List<Rows> rows = send(all);
    writeAuditEntries(all);
    sent.add(transaction.commit());
    return await(rows);
  }

  /** Writes only rows and references and waits; {@link #finish} writes the audit entries. */
  public Map<RecordKey, StoredRecord> stage(List<AuditedChange> all) {
    staged.addAll(all);
    return await(send(all));
  }

  /** Writes the audit entries of all staged changes and waits. */
  public void finish() {
    writeAuditEntries(staged);
    staged.clear();
    await(List.of());
  }

  /** The problem for an error of the database, for a write that is alone in its transaction. */
  public static RuntimeException refusal(PgException e) {
    return switch (e.getSqlState()) {
      case LOCK_NOT_AVAILABLE ->
          Problem.tooBusy("another write has locked the record", RetrySeconds.SHORT);
      case UNIQUE_VIOLATION ->
          "business_key".equals(e.getTable()) || USER_KEY.equals(e.getConstraint())
              ? Problem.of(
                  ProblemType.BUSINESS_KEY,
                  "another record has just taken a value that must be unique")
              : Problem.conflict(
                  "the id of a record that is created together with this one is taken");
      default -> e;
    };
  }

  /** Records of one table whose statement has been sent. */
  private record Rows(RecordTable table, Future<RowSet<Row>> rows) {}

  private List<Rows> send(List<AuditedChange> all) {
    notes.addAll(ActingAccounts.of(transaction, all));
    List<Change> plain = all.stream().map(AuditedChange::change).toList();
    Set<UUID> drawn = DrawnFields.farms(plain);
    if (!drawn.isEmpty()) {
      send(DrawnFields.LOCK, DrawnFields.values(drawn));
    }
    new SideTables(this::send).write(plain);
    SortedMap<RecordTable, List<Change>> byTable =
        new TreeMap<>(Comparator.comparingInt(RecordTable::rank));
    for (AuditedChange one : all) {
      byTable
          .computeIfAbsent(one.change().key().table(), table -> new ArrayList<>())
          .add(one.change());
    }
    List<Rows> rows = new ArrayList<>();
    byTable.forEach((table, changes) -> rows.addAll(rows(table, changes)));
    return rows;
  }

  /** Waits in the order of sending, so that the first failure is reported. */
  private Map<RecordKey, StoredRecord> await(List<Rows> statements) {
    sent.forEach(Awaiting::await);
    sent.clear();
    Map<RecordKey, StoredRecord> stored = new HashMap<>();
    for (Rows statement : statements) {
      for (Row row : Awaiting.await(statement.rows())) {
        StoredRecord record = StoredRecord.of(row);
        stored.put(new RecordKey(statement.table().type(), record.id()), record);
      }
    }
    return stored;
  }

  private Future<RowSet<Row>> send(String sql, Tuple values) {
    Future<RowSet<Row>> future = transaction.connection().preparedQuery(sql).execute(values);
    sent.add(future);
    return future;
  }

  /** Sends the changes of one table; returns the statements that return rows. */
  private List<Rows> rows(RecordTable table, List<Change> changes) {
    List<Rows> statements = new ArrayList<>();
    Map<Change.Kind, List<Change>> byKind = new TreeMap<>();
    changes.forEach(c -> byKind.computeIfAbsent(c.kind(), kind -> new ArrayList<>()).add(c));
    byKind.forEach(
        (kind, changesOfKind) -> {
          UUID[] ids = changesOfKind.stream().map(Change::id).distinct().toArray(UUID[]::new);
          switch (kind) {
            case CREATE ->
                statements.add(
                    new Rows(
                        table,
                        send(
                            stamped(INSERT, table) + RETURNING,
                            ChangeRows.created(table, changesOfKind))));
            case UPDATE ->
                statements.add(
                    new Rows(
                        table,
                        send(
                            stamped(UPDATE, table) + RETURNING,
                            ChangeRows.changed(table, changesOfKind))));
            case DELETE ->
                send("delete from " + table.name() + " where id = any($1)", Tuple.of(ids));
            case APPEAR -> send(stamped(APPEAR, table), Tuple.of(ids));
          }
        });
    return statements;
  }

  private static String stamped(String statement, RecordTable table) {
    return FeedClock.take(table.type().path(), COUNT) + statement.formatted(table.name());
  }

  private void writeAuditEntries(List<AuditedChange> all) {
    writeRecordEntries(all);
    if (!notes.isEmpty()) {
      await(List.of()); // so that the first refusal is reported
      notes.forEach(note -> AuditNoteWriter.write(transaction, note.author(), note.note()));
      notes.clear();
    }
  }

  private void writeRecordEntries(List<AuditedChange> all) {
    List<ChangeRows.AuditEntry> entries =
        all.stream()
            .filter(one -> one.change().kind() != Change.Kind.APPEAR)
            .map(one -> new ChangeRows.AuditEntry(Uuids.timeOrdered(), one))
            .toList();
    if (entries.isEmpty()) {
      return;
    }
    writeReaders(entries);
    send(stamped(INSERT, RecordTable.of(EntityNames.AUDIT_LOG)), ChangeRows.audited(entries));
  }

  /**
   * Writes the users who may read an audit entry whatever their access: of a deletion, or of their
   * own records.
   */
  private void writeReaders(List<ChangeRows.AuditEntry> entries) {
    List<UUID> ids = new ArrayList<>();
    List<UUID> users = new ArrayList<>();
    for (ChangeRows.AuditEntry entry : entries) {
      for (UUID reader : entry.audited().change().auditReaders()) {
        ids.add(entry.id());
        users.add(reader);
      }
    }
    if (!ids.isEmpty()) {
      send(
          ADD_READERS,
          Tuple.tuple().addValue(ids.toArray(UUID[]::new)).addValue(users.toArray(UUID[]::new)));
    }
  }
}
