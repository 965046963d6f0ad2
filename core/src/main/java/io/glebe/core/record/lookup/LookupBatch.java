package io.glebe.core.record.lookup;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.record.access.ReachSql;
import io.glebe.core.record.access.RecordReach;
import io.glebe.core.record.lookup.LookupBarrier.Request;
import io.glebe.core.record.person.Invitations;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.table.BusinessKeyRows;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Sql;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Answers the lookups of several writes of one transaction in one round trip; lookups of the common
 * kinds in one statement for all writes. Referenced records are share-locked in catalogue order, so
 * that a deletion and a new reference cannot miss each other.
 */
final class LookupBatch {
  private static final String CONCEPT =
      """
      select exists (select from record.code_mappings t
        where t.doc ->> 'conceptScheme' = $1 and t.doc ->> 'conceptUri' = $2)
      """;

  private final Transaction transaction;
  private final LookupLocks locks = new LookupLocks();

  /** Records that this transaction has read. */
  private final Map<Lookup.Fetch, Optional<Row>> rows = new HashMap<>();

  private final Map<Lookup.Reported, Boolean> reported = new HashMap<>();

  private List<Runnable> pending = new ArrayList<>();

  LookupBatch(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Sends expected lookups ahead of time; the next answer waits for them. */
  void expect(Set<Lookup<?>> lookups) {
    read(lookups);
  }

  /** Completes all of them, or throws the error of the database. */
  void answer(List<Request> requests) {
    List<Request> granted = registerLocks(requests);
    List<Future<RowSet<Row>>> locking = locks.sendLocks(transaction.connection());
    Set<Lookup<?>> lookups = new LinkedHashSet<>();
    granted.forEach(request -> lookups.addAll(request.lookups()));
    read(lookups);
    Map<Request, LookupResults> byRequest = new LinkedHashMap<>();
    granted.forEach(request -> byRequest.put(request, new LookupResults()));
    keyHolders(byRequest);
    byRequest.forEach(this::addOwn);
    List<Runnable> sent = pending;
    pending = new ArrayList<>();
    locking.forEach(Awaiting::await); // first, so that a failure of the locks is reported as such
    sent.forEach(Runnable::run);
    byRequest.forEach(
        (request, results) -> request.results().complete(withCommon(request, results)));
  }

  /** Adds the answers that are read for all writes together. */
  private LookupResults withCommon(Request request, LookupResults results) {
    for (Lookup<?> lookup : request.lookups()) {
      switch (lookup) {
        case Lookup.Fetch q ->
            results.put(
                q,
                rows.getOrDefault(q, Optional.empty())
                    .map(row -> referenced(q, row, request.caller())));
        case Lookup.Reported q -> results.put(q, reported.getOrDefault(q, false));
        default -> {
          // each write has its own
        }
      }
    }
    return results;
  }

  private void addOwn(Request request, LookupResults results) {
    for (Lookup<?> lookup : request.lookups()) {
      switch (lookup) {
        case Lookup.Fetch _, Lookup.KeyHolder _, Lookup.Reported _ -> {
          // read for all writes together
        }
        case Lookup.Lineage q -> lineage(q, results);
        case Lookup.ExternalIdHolder q -> externalId(q, request.caller(), results);
        case Lookup.Dependents q ->
            results.put(q, new Dependencies(transaction).of(q, request.caller()));
        case Lookup.SiblingShares q -> siblings(q, results);
        case Lookup.OtherAdministrator q ->
            addBoolean(q, send(AdministratorSql.OTHER, q.farm(), q.self()), results);
        case Lookup.AdministeredFarms q ->
            farms(q, send(AdministratorSql.FARMS, q.user().toString()), results);
        case Lookup.FarmsWithoutAdministrator q -> farmsWithoutAdministrator(q, results);
        case Lookup.AssignedFarms q -> assigned(q, results);
        case Lookup.RolesAssigned q -> {
          lockAgainstReferences("farms", q.farm());
          addBoolean(q, send(AdministratorSql.ROLES_ASSIGNED, q.farm(), q.organization()), results);
        }
        case Lookup.OnlyByRole q ->
            addBoolean(q, send(AdministratorSql.ONLY_BY_ROLE, q.role().toString()), results);
        case Lookup.SharedInvitation q -> addBoolean(q, isShared(q, request.caller()), results);
        case Lookup.ConceptKnown q -> addBoolean(q, send(CONCEPT, q.scheme(), q.uri()), results);
        case Lookup.Resources q -> resources(q, results);
        case Lookup.DatastreamOfFarm q ->
            addBoolean(q, send(LookupSql.DATASTREAM, q.datastream(), q.farm()), results);
        case Lookup.RecordsOfFarm q -> recordsOfFarm(q, results);
      }
    }
  }

  private Future<RowSet<Row>> send(String sql, @Nullable Object... values) {
    return transaction.connection().preparedQuery(sql).execute(Tuple.from(values));
  }

  private Future<RowSet<Row>> send(Sql sql) {
    return transaction.connection().preparedQuery(sql.text()).execute(sql.values());
  }

  /**
   * Registers the locks that the answers need and returns the lookups that may continue. A lookup
   * that needs a lock of another write of the group fails.
   */
  private List<Request> registerLocks(List<Request> requests) {
    List<Request> granted = new ArrayList<>();
    for (Request request : requests) {
      Optional<String> held =
          locks.register(request.requester(), request.creation(), request.lookups());
      if (held.isPresent()) {
        request.results().completeExceptionally(new LookupBarrier.LockConflict(held.get()));
      } else {
        granted.add(request);
      }
    }
    return granted;
  }

  /** Sends the queries for records and reports, each once in the transaction. */
  private void read(Set<Lookup<?>> lookups) {
    SortedMap<RecordTable, Set<UUID>> byTable =
        new TreeMap<>(Comparator.comparingInt(RecordTable::rank));
    Set<Lookup.Reported> reports = new LinkedHashSet<>();
    for (Lookup<?> lookup : lookups) {
      switch (lookup) {
        case Lookup.Fetch q -> {
          RecordTable table = RecordTable.of(q.entity());
          if (rows.putIfAbsent(q, Optional.empty()) == null && table != null) {
            byTable.computeIfAbsent(table, t -> new TreeSet<>()).add(q.id());
          }
        }
        case Lookup.Reported q -> {
          if (reported.putIfAbsent(q, false) == null) {
            reports.add(q);
          }
        }
        default -> {
          // read for each write
        }
      }
    }
    byTable.forEach(this::fetch);
    if (!reports.isEmpty()) {
      ReportedRecords.byEntity(reports).forEach(this::reported);
    }
  }

  private void fetch(RecordTable table, Set<UUID> ids) {
    Sql sql = new Sql().add("select ").add(StoredRecord.COLUMNS).add(reachColumns(table));
    sql.add(" from ").add(table.name()).add(" t where id = any(");
    sql.bind(ids.toArray(UUID[]::new)).add(") order by id for key share of t");
    Future<RowSet<Row>> sent = send(sql);
    pending.add(
        () -> {
          for (Row row : Awaiting.await(sent)) {
            Lookup.Fetch lookup = new Lookup.Fetch(table.type().name(), row.getUUID(0));
            rows.put(lookup, Optional.of(row));
          }
        });
  }

  /**
   * The farm's organization, and for users the organizations and farms that they belong to. For a
   * farm the organization is read from the row itself: it may have changed while its lock was
   * waited for, and a subquery would not see that.
   */
  private static String reachColumns(RecordTable table) {
    String organization =
        table.type().name().equals("Farm")
            ? ", t.organization_id"
            : ", (select f.organization_id from record.farms f where f.id = t.farm_id)";
    return table.type().name().equals(EntityNames.USER)
        ? organization
            + ", array(select a.farm_id from record.link l join record.access_assignments a on a.id"
            + " = l.source_id where l.reference = 'AccessAssignment.userId' and l.target_id = t.id)"
        : organization;
  }

  private static ReferencedRecord referenced(Lookup.Fetch lookup, Row row, Caller caller) {
    EntityType type = RecordTable.of(lookup.entity()).type();
    StoredRecord stored = StoredRecord.of(row);
    Optional<UUID> organization =
        Optional.ofNullable(row.getUUID(11)).or(() -> stored.scope().organization());
    UUID[] farms = type.name().equals(EntityNames.USER) ? row.getArrayOfUUIDs(12) : new UUID[0];
    return new ReferencedRecord(
        type.name(),
        stored.id(),
        stored.whole(),
        stored.scope().farm(),
        organization,
        RecordReach.reaches(caller, type, stored, organization, List.of(farms)));
  }

  private void keyHolders(Map<Request, LookupResults> byRequest) {
    Set<UUID> entries = new TreeSet<>();
    Map<UUID, UUID> holders = new HashMap<>();
    byRequest.forEach(
        (request, results) -> {
          for (Lookup<?> lookup : request.lookups()) {
            if (lookup instanceof Lookup.KeyHolder q) {
              UUID entry = BusinessKeyRows.entry(q.entity(), q.attributes(), q.values());
              entries.add(entry);
              pending.add(
                  () ->
                      results.put(
                          q,
                          Optional.ofNullable(holders.get(entry))
                              .filter(holder -> !holder.equals(q.self()))));
            }
          }
        });
    if (!entries.isEmpty()) {
      Future<RowSet<Row>> sent =
          send(
              "select entry, record_id from record.business_key where entry = any($1)",
              (Object) entries.toArray(UUID[]::new));
      pending.addFirst(
          () -> Awaiting.await(sent).forEach(row -> holders.put(row.getUUID(0), row.getUUID(1))));
    }
  }

  private void reported(String entity, Set<UUID> records) {
    Future<RowSet<Row>> sent = send(ReportedRecords.of(RecordTable.of(entity), records));
    pending.add(
        () ->
            Awaiting.await(sent)
                .forEach(row -> reported.put(new Lookup.Reported(entity, row.getUUID(0)), true)));
  }

  private void lineage(Lookup.Lineage q, LookupResults results) {
    Future<RowSet<Row>> sent =
        send(
            LookupSql.LINEAGE,
            q.parents().toArray(UUID[]::new),
            q.entity() + "." + q.reference(),
            q.self(),
            Lookup.Lineage.MAX_LEVELS + 1);
    pending.add(
        () -> {
          Row row = Awaiting.await(sent).iterator().next();
          results.put(
              q,
              new Lookup.HierarchyPosition(
                  row.getBoolean(0), row.getInteger(1), row.getInteger(2)));
        });
  }

  private void externalId(Lookup.ExternalIdHolder q, Caller caller, LookupResults results) {
    RecordTable table = RecordTable.of(q.entity());
    Sql sql = new Sql().add("select t.id from ").add(table.name());
    sql.add(" t where t.doc ->> 'externalId' = ").bind(q.externalId());
    sql.add(" and t.doc ->> 'externalProvider' = ").bind(q.provider());
    sql.add(" and t.id <> ").bind(q.self()).add(" and ");
    switch (q.scope()) {
      case Lookup.ExternalScope.OfFarm farm -> sql.add("t.farm_id = ").bind(farm.farm());
      case Lookup.ExternalScope.OfOrganization o ->
          sql.add("t.organization_id = ").bind(o.organization());
      case Lookup.ExternalScope.OfMaker r -> ReachSql.madeBy(sql, caller);
    }
    Future<RowSet<Row>> sent = send(sql.add(" limit 1"));
    pending.add(
        () -> {
          RowSet<Row> found = Awaiting.await(sent);
          results.put(
              q,
              found.size() == 0
                  ? Optional.empty()
                  : Optional.of(found.iterator().next().getUUID(0)));
        });
  }

  private void addBoolean(Lookup<Boolean> q, Future<RowSet<Row>> sent, LookupResults results) {
    pending.add(() -> results.put(q, Awaiting.await(sent).iterator().next().getBoolean(0)));
  }

  private void siblings(Lookup.SiblingShares q, LookupResults results) {
    Future<RowSet<Row>> sent = send(LookupSql.SHARES, q.feedRation(), q.self());
    pending.add(
        () -> results.put(q, new BigDecimal(Awaiting.await(sent).iterator().next().getString(0))));
  }

  /** Locks a row against new references to it. */
  private void lockAgainstReferences(String table, UUID id) {
    Future<RowSet<Row>> locked =
        send("select 1 from record." + table + " where id = $1 for update", id);
    pending.add(() -> Awaiting.await(locked));
  }

  private void assigned(Lookup.AssignedFarms q, LookupResults results) {
    lockAgainstReferences("roles", q.role());
    farms(q, send(AdministratorSql.ASSIGNED, q.role().toString()), results);
  }

  private void farms(Lookup<Set<UUID>> q, Future<RowSet<Row>> sent, LookupResults results) {
    pending.add(
        () -> {
          Set<UUID> farms = new TreeSet<>();
          Awaiting.await(sent).forEach(row -> farms.add(row.getUUID(0)));
          results.put(q, farms);
        });
  }

  private void farmsWithoutAdministrator(
      Lookup.FarmsWithoutAdministrator q, LookupResults results) {
    UUID[] farms = q.farms().toArray(UUID[]::new);
    Future<RowSet<Row>> sent = send(AdministratorSql.LEFT_ALONE, farms, q.user().toString());
    pending.add(() -> results.put(q, Awaiting.await(sent).iterator().next().getInteger(0)));
  }

  private void recordsOfFarm(Lookup.RecordsOfFarm q, LookupResults results) {
    String table = RecordTable.of(q.entity()).name();
    Future<RowSet<Row>> sent = send(LookupSql.RECORDS_OF_FARM.formatted(table), q.farm(), q.self());
    pending.add(() -> results.put(q, Awaiting.await(sent).iterator().next().getInteger(0)));
  }

  private Future<RowSet<Row>> isShared(Lookup.SharedInvitation q, Caller caller) {
    return send(
        Invitations.SHARED,
        q.user(),
        caller.personId().orElse(null),
        caller.clientId().orElse(null));
  }

  private void resources(Lookup.Resources q, LookupResults results) {
    Future<RowSet<Row>> sent = send(LookupSql.RESOURCES, q.activity());
    pending.add(
        () -> {
          List<Lookup.Resource> resources = new ArrayList<>();
          for (Row row : Awaiting.await(sent)) {
            resources.add(
                new Lookup.Resource(
                    Json.stored(row.getString(0)),
                    Optional.ofNullable(row.getString(1)).map(Json::stored)));
          }
          results.put(q, resources);
        });
  }
}
