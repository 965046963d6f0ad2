package io.glebe.core.record.lookup;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Ownership;
import io.glebe.core.catalogue.References;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.ReferenceLinks;
import io.glebe.core.record.table.Sql;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The records that depend on a record: owned records, which are deleted with it, and dependents,
 * which block its deletion.
 */
public final class Dependencies {
  /** Maximum number of dependents that are named. */
  private static final int MAX_NAMED = 20;

  private final Transaction transaction;

  public Dependencies(Transaction transaction) {
    this.transaction = transaction;
  }

  /** The owned records, locked for deletion, with their entity types. */
  public Map<StoredRecord, EntityType> owned(EntityType type, UUID id) {
    Map<StoredRecord, EntityType> owned = new LinkedHashMap<>();
    for (Ownership ownership : type.owned()) {
      RecordTable table = RecordTable.of(ownership.entity());
      Sql sql = new Sql().add("select ").add(StoredRecord.COLUMNS);
      sql.add(" from ").add(table.name()).add(" t where ");
      addReference(sql, table, ownership.attribute(), id);
      ownership
          .onlyIf()
          .forEach(
              (attribute, value) ->
                  sql.add(" and t.doc ->> '" + attribute + "' = ").bind(value.asText()));
      sql.add(" order by t.id for update of t");
      for (Row row : transaction.execute(sql.text(), sql.values())) {
        owned.put(StoredRecord.of(row), table.type());
      }
    }
    return owned;
  }

  /** Up to {@value #MAX_NAMED} records that block the deletion. */
  List<Lookup.Dependent> of(Lookup.Dependents lookup, Caller caller) {
    EntityType type = RecordTable.of(lookup.entity()).type();
    Map<UUID, EntityType> deleted = new LinkedHashMap<>();
    deleted.put(lookup.id(), type);
    owned(type, lookup.id()).forEach((record, entity) -> deleted.put(record.id(), entity));
    List<Lookup.Dependent> dependents = new ArrayList<>();
    deleted.forEach(
        (id, entity) -> addDependents(caller, entity, id, deleted.keySet(), dependents));
    return dependents.subList(0, Math.min(dependents.size(), MAX_NAMED));
  }

  private void addDependents(
      Caller caller,
      EntityType type,
      UUID id,
      Set<UUID> deleted,
      List<Lookup.Dependent> dependents) {
    List<References.Edge> edges = edges(type, id, deleted);
    if (!edges.isEmpty()) {
      DeletionBlockers blockers = DeletionBlockers.of(transaction, caller, type, id);
      edges.forEach(edge -> addReferring(edge, id, blockers, deleted, dependents));
    }
    addReports(type, id, deleted, dependents);
    if (type.name().equals("ProcessingJob")) {
      addCreatedBy(id, deleted, dependents);
    }
  }

  /** The references that may have dependents; of those in the link table usually none. */
  private List<References.Edge> edges(EntityType type, UUID id, Set<UUID> deleted) {
    List<References.Edge> edges = new ArrayList<>();
    Map<String, References.Edge> linked = new LinkedHashMap<>();
    for (References.Edge edge : References.standard().blocking(type.name())) {
      if (RecordTable.of(edge.from()).columnOf(edge.attribute()).isPresent()) {
        edges.add(edge);
      } else {
        linked.put(edge.toString(), edge);
      }
    }
    RowSet<Row> rows =
        transaction.execute(
            """
            select distinct reference
            from record.link
            where target_id = $1 and reference = any($2) and source_id <> all($3)
            order by reference
            """,
            id,
            linked.keySet().toArray(String[]::new),
            deleted.toArray(UUID[]::new));
    rows.forEach(row -> edges.add(Objects.requireNonNull(linked.get(row.getString(0)))));
    return edges;
  }

  private void addReferring(
      References.Edge edge,
      UUID id,
      DeletionBlockers blockers,
      Set<UUID> deleted,
      List<Lookup.Dependent> dependents) {
    if (dependents.size() >= MAX_NAMED) {
      return;
    }
    RecordTable table = RecordTable.of(edge.from());
    Sql sql = new Sql().add("select t.id from ").add(table.name()).add(" t where ");
    addReference(sql, table, edge.attribute(), id);
    sql.add(" and t.id <> all(").bind(deleted.toArray(UUID[]::new)).add(") and ");
    blockers.addCondition(sql, table.type());
    sql.add(" limit ").bind(MAX_NAMED);
    for (Row row : transaction.execute(sql.text(), sql.values())) {
      dependents.add(new Lookup.Dependent(edge.from(), edge.attribute(), row.getUUID(0)));
    }
  }

  private void addReports(
      EntityType type, UUID id, Set<UUID> deleted, List<Lookup.Dependent> dependents) {
    if (!ReportedRecords.counts(type.name())) {
      return;
    }
    Sql sql = ReportedRecords.of(RecordTable.of(type), List.of(id));
    sql.add(" and r.id <> all(").bind(deleted.toArray(UUID[]::new)).add(") limit ").bind(MAX_NAMED);
    for (Row row : transaction.execute(sql.text(), sql.values())) {
      dependents.add(new Lookup.Dependent("RegulatoryReport", "reportedRecords", row.getUUID(1)));
    }
  }

  /** Records and audit entries that name a job as their creator. */
  private void addCreatedBy(UUID job, Set<UUID> deleted, List<Lookup.Dependent> dependents) {
    for (RecordTable table : RecordTable.inOrder()) {
      if (dependents.size() >= MAX_NAMED) {
        return;
      }
      RowSet<Row> rows =
          transaction.execute(
              """
              select id from %s where created_by_job_id = $1 and id <> all($2) limit $3
              """
                  .formatted(table.name()),
              job,
              deleted.toArray(UUID[]::new),
              MAX_NAMED);
      for (Row row : rows) {
        dependents.add(new Lookup.Dependent(table.type().name(), "createdByJobId", row.getUUID(0)));
      }
    }
  }

  private static void addReference(Sql sql, RecordTable table, String attribute, UUID id) {
    Optional<String> column = table.columnOf(attribute);
    if (column.isPresent()) {
      sql.add("t." + column.get() + " = ").bind(id);
      return;
    }
    sql.add("t.id in (select l.source_id from record.link l where l.target_id = ").bind(id);
    sql.add(" and l.reference = ").bind(ReferenceLinks.reference(table.type(), attribute)).add(")");
  }
}
