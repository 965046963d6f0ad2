package io.glebe.core.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Writes the changes of one transaction: rows, references and keys first, then, collection by
 * collection in the order of the catalogue, stamped by its feed clock, and the accounts last. From
 * the first stamp on other writers of the collection wait, so everything from there to the COMMIT
 * is sent in one go: the lock lasts as long as the server needs, not as long as the network does.
 */
final class ChangeWriter {
  private static final String UNIQUE_VIOLATION = "23505";

  private static final String STAMP =
      "with s as (update record.feed_clock set stamp = greatest(clock_timestamp(), stamp + interval"
          + " '1 microsecond') where collection = '%s' returning stamp) ";

  private static final String BOX =
      "case when $4::float8 is null then null else box(point($4, $5::float8), point($6::float8,"
          + " $7::float8)) end";

  private static final String INSERT =
      STAMP
          + "insert into %s as t (farm_id, organization_id, doc, bbox, version, id, origin_type,"
          + " created_by_user_id, created_by_job_id, client_id, created_at, updated_at) select $1,"
          + " $2, $3::text::jsonb, "
          + BOX
          + ", $8, $9, $10, $11, $12, $13, s.stamp, s.stamp from s returning "
          + StoredRecord.COLUMNS;

  private static final String UPDATE =
      STAMP
          + "update %s as t set farm_id = $1, organization_id = $2, doc = $3::text::jsonb, bbox = "
          + BOX
          + ", version = $8, updated_at = s.stamp from s where t.id = $9 returning "
          + StoredRecord.COLUMNS;

  private static final String REMOVE_LINKS =
      "delete from record.link l using unnest($1::text[], $3::uuid[]) as gone (reference, target)"
          + " where l.reference = gone.reference and l.source_id = $2 and l.target_id ="
          + " gone.target";
  private static final String ADD_LINKS =
      "insert into record.link (reference, source_id, target_id) select reference, $2, target from"
          + " unnest($1::text[], $3::uuid[]) as fresh (reference, target)";

  private static final String APPEAR =
      STAMP + "update %s as t set updated_at = s.stamp from s where t.id = $1";

  private final Transaction transaction;
  private final SqlConnection connection;
  private final AuditTrail.Author author;
  private final List<Change> owed = new ArrayList<>();

  ChangeWriter(Transaction transaction, AuditTrail.Author author) {
    this.transaction = transaction;
    this.connection = transaction.connection();
    this.author = author;
  }

  /**
   * Writes all of them, commits, and answers each record as stored, empty for deletions, in their
   * order.
   */
  List<Optional<StoredRecord>> write(List<Change> changes) {
    List<Future<?>> sent = new ArrayList<>();
    Rows rows = send(changes, sent);
    rows.accounted().forEach(change -> account(change, sent));
    sent.add(transaction.commit());
    settle(sent);
    return rows.stored();
  }

  /** Writes rows and references alone and waits; {@link #finish} writes what is still owed. */
  List<Optional<StoredRecord>> stage(List<Change> changes) {
    List<Future<?>> sent = new ArrayList<>();
    Rows rows = send(changes, sent);
    owed.addAll(rows.accounted());
    settle(sent);
    return rows.stored();
  }

  /** Writes the accounts of everything staged, and waits. */
  void finish() {
    List<Future<?>> sent = new ArrayList<>();
    owed.forEach(change -> account(change, sent));
    owed.clear();
    settle(sent);
  }

  /** Rows on their way, in the order of the catalogue. */
  private record Rows(List<Change> asked, List<Change> ordered, List<Future<RowSet<Row>>> rows) {
    List<Change> accounted() {
      return ordered.stream().filter(c -> c.what() != AuditTrail.What.APPEAR).toList();
    }

    List<Optional<StoredRecord>> stored() {
      List<Optional<StoredRecord>> stored = rows.stream().map(ChangeWriter::stored).toList();
      return asked.stream().map(change -> stored.get(ordered.indexOf(change))).toList();
    }
  }

  private Rows send(List<Change> changes, List<Future<?>> sent) {
    changes.forEach(change -> references(change, sent));
    List<Change> ordered =
        changes.stream()
            .sorted(
                Comparator.comparingInt((Change c) -> RecordTable.of(c.type()).rank())
                    .thenComparing(Change::id))
            .toList();
    List<Future<RowSet<Row>>> rows = new ArrayList<>();
    ordered.forEach(change -> rows.add(row(change)));
    sent.addAll(rows);
    return new Rows(changes, ordered, rows);
  }

  private static void settle(List<Future<?>> sent) {
    try {
      sent.forEach(Transaction::await); // in the order of sending: the first failure is the cause
    } catch (PgException e) {
      throw refusal(e);
    }
  }

  private static Optional<StoredRecord> stored(Future<RowSet<Row>> rows) {
    RowSet<Row> found = Transaction.await(rows);
    return found.size() == 0
        ? Optional.empty()
        : Optional.of(StoredRecord.of(found.iterator().next()));
  }

  private static RuntimeException refusal(PgException e) {
    if (!UNIQUE_VIOLATION.equals(e.getSqlState())) {
      return e;
    }
    return "business_key".equals(e.getTable())
        ? Problem.of(
            ProblemType.BUSINESS_KEY, "another record has just taken a value that must be unique")
        : Problem.conflict("the id of a record that would be made along with this one is taken");
  }

  private Future<RowSet<Row>> row(Change change) {
    RecordTable table = RecordTable.of(change.type());
    if (change.what() == AuditTrail.What.DELETE) {
      return connection
          .preparedQuery("delete from " + table.name() + " where id = $1")
          .execute(Tuple.of(change.id()));
    }
    if (change.what() == AuditTrail.What.APPEAR) {
      return connection
          .preparedQuery(APPEAR.formatted(table.type().path(), table.name()))
          .execute(Tuple.of(change.id()));
    }
    boolean creation = change.what() == AuditTrail.What.CREATE;
    String sql = (creation ? INSERT : UPDATE).formatted(table.type().path(), table.name());
    Tuple values = values(change, table);
    if (creation) {
      Change.Origin origin = change.provenance();
      values
          .addString(origin.originType())
          .addValue(origin.userId().orElse(null))
          .addValue(origin.job().orElse(null))
          .addValue(origin.clientId().orElse(null));
    }
    return connection.preparedQuery(sql).execute(values);
  }

  private static Tuple values(Change change, RecordTable table) {
    Tuple values =
        Tuple.tuple()
            .addValue(change.scope().farm().orElse(null))
            .addValue(change.scope().organization().orElse(null))
            .addString(Json.write(change.doc()));
    Optional<double[]> box =
        table.geometry().flatMap(name -> BoundingBox.of(change.doc().path(name)));
    for (int i = 0; i < 4; i++) {
      values.addValue(box.isPresent() ? box.get()[i] : null);
    }
    return values.addLong(change.version()).addUUID(change.id());
  }

  private void account(Change change, List<Future<?>> sent) {
    ObjectNode doc = AuditTrail.entry(change, author);
    UUID id = Uuids.timeOrdered();
    Tuple values =
        Tuple.tuple()
            .addValue(change.accountScope().farm().orElse(null))
            .addValue(change.accountScope().organization().orElse(null))
            .addString(Json.write(doc));
    for (int i = 0; i < 4; i++) {
      values.addValue(null);
    }
    values
        .addLong(1L)
        .addUUID(id)
        .addString(author.originType())
        .addValue(author.userId().orElse(null))
        .addValue(author.job().orElse(null))
        .addValue(author.clientId().orElse(null));
    change.readers().forEach(reader -> sent.add(reader(id, reader)));
    sent.add(
        connection
            .preparedQuery(INSERT.formatted(AuditTrail.COLLECTION, "record.audit_logs"))
            .execute(values));
  }

  private Future<?> reader(UUID audit, UUID user) {
    return connection
        .preparedQuery("insert into record.audit_reader (audit_id, user_id) values ($1, $2)")
        .execute(Tuple.of(audit, user));
  }

  private void references(Change change, List<Future<?>> sent) {
    boolean deletion = change.what() == AuditTrail.What.DELETE;
    Set<Links.Link> before =
        change.before().map(doc -> Links.of(change.type(), doc)).orElse(Set.of());
    Set<Links.Link> after = deletion ? Set.of() : Links.of(change.type(), change.doc());
    links(REMOVE_LINKS, change, minus(before, after), sent);
    links(ADD_LINKS, change, minus(after, before), sent);
    keys(change, deletion, sent);
  }

  private void links(String sql, Change change, Set<Links.Link> links, List<Future<?>> sent) {
    if (!links.isEmpty()) {
      String[] references = links.stream().map(Links.Link::reference).toArray(String[]::new);
      UUID[] targets = links.stream().map(Links.Link::target).toArray(UUID[]::new);
      sent.add(connection.preparedQuery(sql).execute(Tuple.of(references, change.id(), targets)));
    }
  }

  private void keys(Change change, boolean deletion, List<Future<?>> sent) {
    Set<UUID> before =
        change.before().map(doc -> BusinessKeys.of(change.type(), doc)).orElse(Set.of());
    Set<UUID> after = deletion ? Set.of() : BusinessKeys.of(change.type(), change.doc());
    for (UUID entry : minus(before, after)) {
      sent.add(
          connection
              .preparedQuery("delete from record.business_key where entry = $1")
              .execute(Tuple.of(entry)));
    }
    for (UUID entry : minus(after, before)) {
      sent.add(
          connection
              .preparedQuery(
                  "insert into record.business_key (entry, collection, record_id) values ($1, $2,"
                      + " $3)")
              .execute(Tuple.of(entry, change.type().path(), change.id())));
    }
  }

  private static <T> Set<T> minus(Set<T> from, Set<T> what) {
    Set<T> rest = new HashSet<>(from);
    rest.removeAll(what);
    return rest;
  }
}
