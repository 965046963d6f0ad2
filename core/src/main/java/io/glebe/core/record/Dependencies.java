package io.glebe.core.record;

import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Ownership;
import io.glebe.core.catalogue.References;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.rule.Question;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What hangs on a record: those that go with it when it is deleted, and those that stand in the
 * way.
 */
final class Dependencies {
  /** As many of those that stand in the way are named. */
  private static final int MAX_NAMED = 20;

  private final Transaction transaction;

  Dependencies(Transaction transaction) {
    this.transaction = transaction;
  }

  /** The records that go with the record, locked for deletion, each with its entity. */
  Map<StoredRecord, EntityType> owned(EntityType type, UUID id) {
    Map<StoredRecord, EntityType> owned = new LinkedHashMap<>();
    for (Ownership ownership : type.owned()) {
      RecordTable table = RecordTable.of(ownership.entity());
      Sql sql = new Sql().add("select ").add(StoredRecord.COLUMNS);
      sql.add(" from ").add(table.name()).add(" t where ");
      refersTo(sql, table, ownership.attribute(), id);
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

  /** Up to {@value #MAX_NAMED} records that stand in the way of a deletion. */
  List<Question.Dependent> of(Question.Dependents question) {
    EntityType type = RecordTable.of(question.entity()).type();
    Map<UUID, EntityType> going = new LinkedHashMap<>();
    going.put(question.id(), type);
    owned(type, question.id()).forEach((record, entity) -> going.put(record.id(), entity));
    List<Question.Dependent> dependents = new ArrayList<>();
    going.forEach((id, entity) -> dependents(entity, id, going.keySet(), dependents));
    return dependents.subList(0, Math.min(dependents.size(), MAX_NAMED));
  }

  private void dependents(
      EntityType type, UUID id, Set<UUID> going, List<Question.Dependent> dependents) {
    Set<String> linked = new HashSet<>();
    for (References.Edge edge : References.standard().blocking(type.name())) {
      RecordTable table = RecordTable.of(edge.from());
      if (table.columnOf(edge.attribute()).isPresent()) {
        column(table, edge.attribute(), id, going, dependents);
      } else {
        linked.add(edge.toString());
      }
    }
    links(id, linked, going, dependents);
    reports(type, id, going, dependents);
    if (type.name().equals("ProcessingJob")) {
      madeBy(id, going, dependents);
    }
  }

  private void links(
      UUID id, Set<String> references, Set<UUID> going, List<Question.Dependent> dependents) {
    RowSet<Row> rows =
        transaction.execute(
            "select reference, source_id from record.link where target_id = $1 and reference ="
                + " any($2) and source_id <> all($3) order by reference, source_id limit $4",
            id,
            references.toArray(String[]::new),
            going.toArray(UUID[]::new),
            MAX_NAMED);
    for (Row row : rows) {
      String[] parts = row.getString(0).split("\\.", 2);
      dependents.add(new Question.Dependent(parts[0], parts[1], row.getUUID(1)));
    }
  }

  private void column(
      RecordTable table,
      String attribute,
      UUID id,
      Set<UUID> going,
      List<Question.Dependent> dependents) {
    if (dependents.size() >= MAX_NAMED) {
      return;
    }
    Sql sql = new Sql().add("select t.id from ").add(table.name()).add(" t where ");
    refersTo(sql, table, attribute, id);
    sql.add(" and t.id <> all(").bind(going.toArray(UUID[]::new)).add(") limit ").bind(MAX_NAMED);
    for (Row row : transaction.execute(sql.text(), sql.values())) {
      dependents.add(new Question.Dependent(table.type().name(), attribute, row.getUUID(0)));
    }
  }

  private void reports(
      EntityType type, UUID id, Set<UUID> going, List<Question.Dependent> dependents) {
    RowSet<Row> rows =
        transaction.execute(
            "select r.id from record.link l join record.regulatory_reports r on r.id = l.source_id"
                + " where l.target_id = $1 and l.reference = $2 and r.doc ->> 'status' not in"
                + " ('DRAFT', 'READY', 'WITHDRAWN') and r.id <> all($3) limit $4",
            id,
            Links.reported(type.name()),
            going.toArray(UUID[]::new),
            MAX_NAMED);
    for (Row row : rows) {
      dependents.add(new Question.Dependent("RegulatoryReport", "reportedRecords", row.getUUID(0)));
    }
  }

  /** Records and accounts that name a run as their maker. */
  private void madeBy(UUID job, Set<UUID> going, List<Question.Dependent> dependents) {
    for (RecordTable table : RecordTable.inOrder()) {
      if (dependents.size() >= MAX_NAMED) {
        return;
      }
      RowSet<Row> rows =
          transaction.execute(
              "select id from "
                  + table.name()
                  + " where created_by_job_id = $1 and id <> all($2)"
                  + " limit $3",
              job,
              going.toArray(UUID[]::new),
              MAX_NAMED);
      for (Row row : rows) {
        dependents.add(
            new Question.Dependent(table.type().name(), "createdByJobId", row.getUUID(0)));
      }
    }
  }

  private static void refersTo(Sql sql, RecordTable table, String attribute, UUID id) {
    Optional<String> column = table.columnOf(attribute);
    if (column.isPresent()) {
      sql.add("t." + column.get() + " = ").bind(id);
      return;
    }
    sql.add("t.id in (select l.source_id from record.link l where l.target_id = ").bind(id);
    sql.add(" and l.reference = ").bind(Links.reference(table.type(), attribute)).add(")");
  }
}
