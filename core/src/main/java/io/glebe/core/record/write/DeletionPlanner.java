package io.glebe.core.record.write;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.access.ServiceRecords;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.lookup.Dependencies;
import io.glebe.core.record.lookup.WriteLookups;
import io.glebe.core.record.person.RuleCallers;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.draft.Deletion;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Plans one deletion inside its transaction. */
public final class DeletionPlanner {
  /** Maximum number of users who are notified of one deletion beyond their rights. */
  private static final int MAX_READERS = 10_000;

  private static final String COLLEAGUES =
      "select distinct (a.doc ->> 'userId')::uuid from record.access_assignments a ";

  /**
   * Users who have read an organization by a farm of it that is deleted now, or by an assignment
   * that has ended: they were told of that deletion.
   */
  private static final String FORMER_MEMBERS =
      """
      select distinct r.user_id
      from record.audit_logs farm
        join record.audit_logs left_by on left_by.farm_id = farm.farm_id
          and left_by.doc ->> 'entityType' in ('Farm', 'AccessAssignment')
          and left_by.doc ->> 'action' = 'DELETE'
        join record.audit_reader r on r.audit_id = left_by.id
      where farm.organization_id = $1 and farm.doc ->> 'entityType' = 'Farm'
      """;

  private static final String ORGANIZATION =
      "select organization_id from record.farms where id = $1";

  private final Transaction transaction;
  private final RecordRules rules;

  public DeletionPlanner(Transaction transaction, RecordRules rules) {
    this.transaction = transaction;
    this.rules = rules;
  }

  /** The deletions of the record and its owned records, by the caller's current rights. */
  public List<Change> plan(WriteRequest request) {
    List<Change> changes = decide(request);
    request.caller().requireCurrent();
    return changes;
  }

  private List<Change> decide(WriteRequest request) {
    EntityType type = request.type();
    StoredRecord stored =
        StoredRecord.first(
                transaction.execute(
                    """
                    select %s from %s where id = $1 for update
                    """
                        .formatted(StoredRecord.COLUMNS, RecordTable.of(type).name()),
                    request.id()))
            .orElseThrow(() -> request.key().notFound());
    request.caller().requireCurrent();
    new WriteAccess(transaction, request.caller()).requireDeletion(type, stored);
    request.preconditions().check(Optional.of(stored));
    Deletion deletion =
        new Deletion(
            type,
            request.id(),
            stored.whole(),
            RuleCallers.of(request.caller()),
            request.job(),
            Instant.now());
    rules
        .checkDeletion(deletion, WriteLookups.ofSingleWrite(transaction, request.caller()))
        .ifPresent(
            problem -> {
              throw problem;
            });
    requireNothingKept(type, request.id());
    return changes(request.caller(), type, stored);
  }

  private void requireNothingKept(EntityType type, UUID id) {
    FarmSideTables kept = new FarmSideTables(transaction);
    switch (type.name()) {
      case EntityNames.FARM -> kept.requireNoneOfFarm(id);
      case EntityNames.ORGANIZATION -> kept.requireNoneOfOrganization(id);
      case EntityNames.USER -> requireNoApps(id);
      case EntityNames.PROCESSING_SERVICE -> new ServiceRecords(transaction).requireNoService(id);
      default -> {
        // nothing else refers to other records
      }
    }
  }

  /** Nobody else could give an app new keys. */
  private void requireNoApps(UUID user) {
    if (transaction
        .first("select 1 from registry.app where owner_id = $1 and withdrawn_at is null", user)
        .isPresent()) {
      throw Problem.conflict("apps of this person are in the registry; withdraw them first");
    }
  }

  private List<Change> changes(Caller caller, EntityType type, StoredRecord stored) {
    Map<StoredRecord, EntityType> owned = new Dependencies(transaction).owned(type, stored.id());
    Set<UUID> readers = readers(caller, type, stored);
    List<Change> changes = new ArrayList<>();
    changes.add(Change.deletion(type, stored, readers));
    owned.forEach((record, entity) -> changes.add(Change.deletion(entity, record, readers)));
    changes.addAll(ownedChanges(caller, type, stored, owned));
    return changes;
  }

  /** Changes of the users who lose their last assignment in an organization by this deletion. */
  private List<Change> ownedChanges(
      Caller caller, EntityType type, StoredRecord stored, Map<StoredRecord, EntityType> owned) {
    boolean dismissal = type.name().equals(EntityNames.ACCESS_ASSIGNMENT);
    if (!dismissal && !type.name().equals(EntityNames.FARM)) {
      return List.of();
    }
    List<StoredRecord> deleted = new ArrayList<>();
    if (dismissal) {
      deleted.add(stored);
    }
    owned.forEach(
        (record, entity) -> {
          if (entity.name().equals(EntityNames.ACCESS_ASSIGNMENT)) {
            deleted.add(record);
          }
        });
    return stored
        .scope()
        .farm()
        .flatMap(farm -> transaction.first(ORGANIZATION, farm))
        .flatMap(row -> Optional.ofNullable(row.getUUID(0)))
        .map(o -> new LeftOrganizations(transaction, caller).of(o, deleted, dismissal))
        .orElse(List.of());
  }

  /** Users who lose access to the record by this deletion and must still learn of it. */
  private Set<UUID> readers(Caller caller, EntityType type, StoredRecord stored) {
    Set<UUID> readers = new HashSet<>();
    switch (type.name()) {
      case EntityNames.FARM -> add(readers, COLLEAGUES + "where a.farm_id = $1", stored.id());
      case EntityNames.ACCESS_ASSIGNMENT ->
          Uuids.of(stored.attributes(), "userId").ifPresent(readers::add);
      case EntityNames.USER -> {
        stored.provenance().createdByUserId().ifPresent(readers::add);
        add(
            readers,
            COLLEAGUES
                + """
                  where a.farm_id in (
                    select own.farm_id from record.access_assignments own
                    where own.doc ->> 'userId' = $1::uuid::text)
                  """,
            stored.id());
      }
      case EntityNames.ORGANIZATION -> {
        stored.provenance().createdByUserId().ifPresent(readers::add);
        caller.userId().ifPresent(readers::add);
        add(readers, FORMER_MEMBERS, stored.id());
      }
      default -> {
        // the farm or organization remains, and with it its readers
      }
    }
    return readers;
  }

  private void add(Set<UUID> readers, String sql, UUID id) {
    for (Row row : transaction.execute(sql + " limit " + MAX_READERS, id)) {
      readers.add(row.getUUID(0));
    }
  }
}
