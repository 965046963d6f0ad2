package io.glebe.core.record.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.access.SqlSink;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Sql;
import io.glebe.core.record.table.Uuids;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The records to which one permission of a limited caller applies, in addition to the check of its
 * owner: records of some fields and of their regions, records that the caller has created itself,
 * and the jobs of its commissions. An entity without fields is excluded, except those of the
 * platform.
 *
 * @param fields ids of the fields
 * @param client the client id of the caller
 */
public record FieldLimit(Set<UUID> fields, String client) {
  private static final String FIELD = "fieldId";
  private static final String REGION = "regionId";
  private static final String JOB = "processingJobId";

  private static final String JOB_OF_SERVICE =
      """
      select doc ->> 'serviceId', doc ->> 'status' in ('COMPLETED', 'FAILED', 'CANCELLED')
      from record.processing_jobs
      where id = $1
      """;

  /** The limit of a caller; empty for a caller without one. */
  public static Optional<FieldLimit> of(Caller caller, Permission permission) {
    return caller.grants().isLimited()
        ? Optional.of(
            new FieldLimit(
                caller.grants().fields(permission), caller.clientId().orElse(caller.subject())))
        : Optional.empty();
  }

  public static Problem refusal(Permission permission) {
    return Problem.forbidden("no commission grants " + permission + " for this field or record");
  }

  /** The condition over the row {@code t} of the table of an entity. */
  String condition(EntityType type, SqlSink sql) {
    String own = "t.client_id = " + sql.bind(client, "text");
    return "(coalesce(" + own + ", false) or coalesce(" + inside(type, sql) + ", false))";
  }

  private String inside(EntityType type, SqlSink sql) {
    return switch (type.name()) {
      case "Field" -> "t.id = any(" + sql.bind(fields.toArray(UUID[]::new), "uuid[]") + ")";
      case "ProcessingJob" -> jobOf("t", sql);
      default -> byReference(type, sql);
    };
  }

  private String jobOf(String row, SqlSink sql) {
    String service = ServiceIdentity.service(client).map(UUID::toString).orElse("");
    return row + ".doc ->> 'serviceId' = " + sql.bind(service, "text");
  }

  private String byReference(EntityType type, SqlSink sql) {
    if (!hasPlace(type)) {
      return Boolean.toString(isOfPlatform(type));
    }
    String ids = sql.bind(fields.stream().map(UUID::toString).toArray(String[]::new), "text[]");
    String byField = "t.doc ->> 'fieldId' = any(" + ids + ")";
    String byRegion =
        """
        exists (
          select from record.regions r
          where r.id = (t.doc ->> 'regionId')::uuid and r.doc ->> 'fieldId' = any(%s))
        """
            .formatted(ids);
    if (!type.has(REGION)) {
      return byField;
    }
    return type.has(FIELD)
        ? "(" + byField + " or t.doc ->> 'fieldId' is null and " + byRegion + ")"
        : byRegion;
  }

  /** Whether the records of an entity lie on a field or a region. */
  static boolean hasPlace(EntityType type) {
    return type.has(FIELD) || type.has(REGION);
  }

  /** Whether the stored record lies on a field or a region that is not included. */
  boolean excludesPlace(Transaction transaction, EntityType type, UUID id) {
    Sql sql = new Sql().add("select 1 from " + RecordTable.of(type).name() + " t where t.id = ");
    sql.bind(id).add(" and (t.doc ? 'fieldId' or t.doc ? 'regionId') and not ");
    String condition = condition(type, (value, sqlType) -> sql.place(value));
    sql.add(condition);
    return transaction.execute(sql.text(), sql.values()).size() > 0;
  }

  private static boolean isOfPlatform(EntityType type) {
    return RecordAccess.isPlatform(type) || RecordAccess.has(type, OwnerPath.OfPlatform.class);
  }

  /** Whether the stored record is included. */
  public boolean includes(Transaction transaction, EntityType type, UUID id) {
    Sql sql = new Sql().add("select 1 from " + RecordTable.of(type).name() + " t where t.id = ");
    sql.bind(id).add(" and ");
    String condition = condition(type, (value, sqlType) -> sql.place(value));
    sql.add(condition);
    return transaction.execute(sql.text(), sql.values()).size() > 0;
  }

  /**
   * Whether a record with this content is included, whoever has created it. It names only jobs of
   * the caller, and nothing of a field outside.
   *
   * @param creation whether it is new; then its job must not have ended
   */
  public boolean admits(
      Transaction transaction, EntityType type, UUID id, ObjectNode doc, boolean creation) {
    if (type.name().equals("Field")) {
      return fields.contains(id);
    }
    if (doc.has(JOB) && !ofOwnJob(transaction, doc, creation)
        || new FieldReferences(transaction, this).nameOutside(type, doc)
        || type.name().equals("Region") && !FieldShape.covers(transaction, doc)) {
      return false;
    }
    Optional<UUID> field = Uuids.of(doc, FIELD);
    Optional<UUID> region = Uuids.of(doc, REGION);
    if (field.isPresent() || region.isPresent()) {
      return admitsPlace(transaction, doc);
    }
    return switch (type.name()) {
      case "ProcessingJob" -> ServiceIdentity.is(client, doc.path("serviceId").asText(""));
      case "Result", "ProcessingJobInput" -> doc.has(JOB);
      case "File" ->
          Uuids.of(doc, "dataId")
              .filter(data -> includes(transaction, Catalogue.standard().get("Data"), data))
              .isPresent();
      default -> false;
    };
  }

  /** Whether the field and the region that a document names are included; true if it names none. */
  public boolean admitsPlace(Transaction transaction, ObjectNode doc) {
    Optional<UUID> field = Uuids.of(doc, FIELD);
    Optional<UUID> region = Uuids.of(doc, REGION);
    return (field.isEmpty() || fields.contains(field.get()))
        && (region.isEmpty() || isInside(transaction, region.get()));
  }

  private boolean isInside(Transaction transaction, UUID region) {
    return transaction
        .first("select doc ->> 'fieldId' from record.regions where id = $1", region)
        .filter(row -> fields.contains(UUID.fromString(row.getString(0))))
        .isPresent();
  }

  private boolean ofOwnJob(Transaction transaction, ObjectNode doc, boolean open) {
    return Uuids.of(doc, JOB)
        .flatMap(job -> transaction.first(JOB_OF_SERVICE, job))
        .filter(row -> ServiceIdentity.is(client, row.getString(0)))
        .filter(row -> !open || !row.getBoolean(1))
        .isPresent();
  }
}
