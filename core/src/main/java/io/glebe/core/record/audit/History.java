package io.glebe.core.record.audit;

import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.RecordKey;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The latest audit entries of a record, newest first. They give the version at which a record that
 * is created again continues, and the values that a write overrides.
 *
 * @param now the database's time
 */
public record History(Instant now, List<Entry> entries) {
  /** Number of audit entries that are read. */
  private static final int MAX_ENTRIES = 50;

  public static final History NONE = new History(Instant.EPOCH, List.of());

  private static final String QUERY =
      """
      select k.n, clock_timestamp(), h.*
      from unnest($1::text[], $2::text[]) with ordinality k(id, entity, n)
      left join lateral (
        select (a.doc ->> 'recordVersion')::bigint, a.created_by_user_id, a.client_id,
          (a.doc -> 'changedAttributes')::text, a.updated_at
        from record.audit_logs a
        where a.doc ->> 'entityId' = k.id and a.doc ->> 'entityType' = k.entity
        order by a.updated_at desc limit $3) h on true
      order by k.n, h.updated_at desc
      """;

  /** One audit entry: the writer and the changed attributes. */
  record Entry(long version, Optional<UUID> user, Optional<String> client, Set<String> attributes) {
    boolean isBy(AuditTrail.Author author) {
      return user.equals(author.userId()) && client.equals(author.clientId());
    }
  }

  /** Sends the query for the audit entries of several records. */
  public static Future<RowSet<Row>> send(Transaction transaction, List<RecordKey> keys) {
    String[] ids = keys.stream().map(key -> key.id().toString()).toArray(String[]::new);
    String[] entities = keys.stream().map(key -> key.type().name()).toArray(String[]::new);
    return transaction
        .connection()
        .preparedQuery(QUERY)
        .execute(Tuple.of(ids, entities, MAX_ENTRIES));
  }

  /** The answer to {@link #send}, by record. */
  public static Map<RecordKey, History> of(RowSet<Row> rows, List<RecordKey> keys) {
    Map<RecordKey, History> histories = new HashMap<>();
    for (Row row : rows) {
      RecordKey key = keys.get(row.getInteger(0) - 1);
      Instant now = row.getOffsetDateTime(1).toInstant();
      History history = histories.computeIfAbsent(key, k -> new History(now, new ArrayList<>()));
      if (row.getLong(2) != null) {
        history.entries.add(entry(row));
      }
    }
    return histories;
  }

  private static Entry entry(Row row) {
    Set<String> attributes = new HashSet<>();
    String names = row.getString(5);
    if (names != null) {
      Json.parse(names).forEach(name -> attributes.add(name.asText()));
    }
    return new Entry(
        row.getLong(2),
        Optional.ofNullable(row.getUUID(3)),
        Optional.ofNullable(row.getString(4)),
        attributes);
  }

  /** The last version of the record; 0 when it never existed. */
  public long lastVersion() {
    return entries.stream().mapToLong(Entry::version).max().orElse(0);
  }

  /**
   * The changed attributes that another writer changed after the version known to this writer. The
   * known version is the one the writer states, otherwise the one it wrote last. Without either,
   * nothing counts as overridden.
   */
  public List<String> overridden(
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
