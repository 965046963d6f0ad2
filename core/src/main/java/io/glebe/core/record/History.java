package io.glebe.core.record;

import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The latest accounts of a record, newest first: for the version that a record created again goes
 * on from, and for what a write overrides.
 *
 * @param now the database's time
 */
record History(Instant now, List<Entry> entries) {
  /** So many accounts are looked at. */
  private static final int MAX_ENTRIES = 50;

  private static final String QUERY =
      "select clock_timestamp(), h.* from (values (1)) one left join lateral (select (a.doc ->>"
          + " 'recordVersion')::bigint, a.created_by_user_id, a.client_id, (a.doc ->"
          + " 'changedAttributes')::text from record.audit_logs a where a.doc ->> 'entityId' = $1"
          + " and a.doc ->> 'entityType' = $2 order by a.updated_at desc"
          + " limit $3) h on true";

  /** One account: which writer changed which attributes. */
  record Entry(long version, Optional<UUID> user, Optional<String> client, Set<String> attributes) {
    boolean isBy(AuditTrail.Author author) {
      return user.equals(author.userId()) && client.equals(author.clientId());
    }
  }

  static Future<RowSet<Row>> send(Transaction transaction, String entity, UUID id) {
    return transaction
        .connection()
        .preparedQuery(QUERY)
        .execute(Tuple.of(id.toString(), entity, MAX_ENTRIES));
  }

  static History of(RowSet<Row> rows) {
    List<Entry> entries = new ArrayList<>();
    Instant now = Instant.EPOCH;
    for (Row row : rows) {
      now = row.getOffsetDateTime(0).toInstant();
      if (row.getLong(1) != null) {
        entries.add(entry(row));
      }
    }
    return new History(now, entries);
  }

  private static Entry entry(Row row) {
    Set<String> attributes = new HashSet<>();
    String names = row.getString(4);
    if (names != null) {
      Json.parse(names).forEach(name -> attributes.add(name.asText()));
    }
    return new Entry(
        row.getLong(1),
        Optional.ofNullable(row.getUUID(2)),
        Optional.ofNullable(row.getString(3)),
        attributes);
  }

  /** The number of the record's last version, 0 when it never was. */
  long lastVersion() {
    return entries.stream().mapToLong(Entry::version).max().orElse(0);
  }

  /**
   * Those of the changed attributes which another writer changed after the version that this writer
   * knew: the one it says it knew, else the one it last wrote itself. A writer of whom neither is
   * known overrides nothing that could be told.
   */
  List<String> overridden(
      Collection<String> changed, AuditTrail.Author author, Optional<Long> knownVersion) {
    Optional<Long> known =
        knownVersion.or(
            () -> entries.stream().filter(e -> e.isBy(author)).map(Entry::version).findFirst());
    if (known.isEmpty()) {
      return List.of();
    }
    Set<String> newer = new TreeSet<>();
    entries.stream()
        .filter(e -> e.version() > known.get() && !e.isBy(author))
        .forEach(e -> newer.addAll(e.attributes()));
    newer.retainAll(Set.copyOf(changed));
    return List.copyOf(newer);
  }
}
