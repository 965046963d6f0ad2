package io.glebe.core.record.lookup;

import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.ReferenceLinks;
import io.glebe.core.record.table.Sql;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The records that reports in SUBMITTED or a later state list. A report counts for records of its
 * own farm, and for records of its farm's organization that belong to no farm; other listed records
 * stay free.
 */
final class ReportedRecords {
  /** Users and their rights are not part of the documentation of a farm. */
  private static final Set<String> NEVER =
      Set.of(EntityNames.USER, EntityNames.ACCESS_ASSIGNMENT, EntityNames.ORGANIZATION, "Role");

  private ReportedRecords() {}

  /** Whether a report may hold records of the entity type. */
  static boolean counts(String entity) {
    return !NEVER.contains(entity);
  }

  /** The records that need a query, by entity type. */
  static Map<String, Set<UUID>> byEntity(Set<Lookup.Reported> lookups) {
    return lookups.stream()
        .filter(q -> counts(q.entity()))
        .collect(
            Collectors.groupingBy(
                Lookup.Reported::entity,
                TreeMap::new,
                Collectors.mapping(Lookup.Reported::id, Collectors.toSet())));
  }

  /** Selects the listed records among the given ones, each with its report. */
  static Sql of(RecordTable table, Collection<UUID> records) {
    Sql sql = new Sql().add("select l.target_id, r.id from record.link l");
    sql.add(" join record.regulatory_reports r on r.id = l.source_id join ").add(table.name());
    sql.add(" t on t.id = l.target_id where l.target_id = any(");
    sql.bind(records.toArray(UUID[]::new)).add(") and l.reference = ");
    sql.bind(ReferenceLinks.reported(table.type().name()));
    return sql.add(
        " and r.doc ->> 'status' not in ('DRAFT', 'READY', 'WITHDRAWN') and (t.farm_id = r.farm_id"
            + " or t.farm_id is null and t.organization_id = (select f.organization_id from"
            + " record.farms f where f.id = r.farm_id))");
  }
}
