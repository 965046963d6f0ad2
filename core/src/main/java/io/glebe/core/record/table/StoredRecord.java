package io.glebe.core.record.table;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * A record as stored in its table: the document as text, and the values that only the server sets.
 *
 * @param scope the owner: a farm, or an organization, or neither for the platform
 * @param doc the attributes without the common ones, as JSON text written by PostgreSQL
 * @param version counts the real changes, from 1
 */
public record StoredRecord(
    UUID id, RecordOwner scope, String doc, long version, Provenance provenance) {

  /** The columns that {@link #of} reads, in its order. */
  public static final String COLUMNS =
      "id, farm_id, organization_id, doc::text, version, created_at, updated_at, origin_type,"
          + " created_by_user_id, created_by_job_id, client_id";

  /** Author, time and job of the creation; only {@code updatedAt} changes later. */
  public record Provenance(
      OffsetDateTime createdAt,
      OffsetDateTime updatedAt,
      String originType,
      Optional<UUID> createdByUserId,
      Optional<UUID> createdByJobId,
      Optional<String> clientId) {}

  public static StoredRecord of(Row row) {
    return new StoredRecord(
        row.getUUID(0),
        new RecordOwner(Optional.ofNullable(row.getUUID(1)), Optional.ofNullable(row.getUUID(2))),
        row.getString(3),
        row.getLong(4),
        new Provenance(
            row.getOffsetDateTime(5),
            row.getOffsetDateTime(6),
            row.getString(7),
            Optional.ofNullable(row.getUUID(8)),
            Optional.ofNullable(row.getUUID(9)),
            Optional.ofNullable(row.getString(10))));
  }

  /** Returns the record in the first row; empty when there is no row. */
  public static Optional<StoredRecord> first(RowSet<Row> rows) {
    return rows.size() == 0 ? Optional.empty() : Optional.of(of(rows.iterator().next()));
  }

  /** Returns the attributes without the common ones, as a new tree for each call. */
  public ObjectNode attributes() {
    return Json.stored(doc);
  }

  /** Returns all attributes with id, originType and provenance, as a new tree for each call. */
  public ObjectNode whole() {
    ObjectNode doc = attributes();
    doc.put(CommonAttributes.ID, id.toString());
    doc.put(CommonAttributes.ORIGIN_TYPE, provenance.originType());
    doc.put(CommonAttributes.CREATED_AT, RecordText.timestamp(provenance.createdAt()));
    doc.put(CommonAttributes.UPDATED_AT, RecordText.timestamp(provenance.updatedAt()));
    provenance
        .createdByUserId()
        .ifPresent(user -> doc.put(CommonAttributes.CREATED_BY_USER_ID, user.toString()));
    provenance
        .createdByJobId()
        .ifPresent(job -> doc.put(CommonAttributes.CREATED_BY_JOB_ID, job.toString()));
    provenance.clientId().ifPresent(client -> doc.put(CommonAttributes.CLIENT_ID, client));
    return doc;
  }

  /** Returns the strong validator of this version. */
  public String etag() {
    return "\"" + version + "\"";
  }

  /** Returns the whole record as JSON-LD: the same text with three keywords at the start. */
  public String linkedData(EntityType type, String contextUrl) {
    return RecordText.linkedData(this, type.name(), contextUrl);
  }

  /** Returns the whole record as JSON text. */
  public String text() {
    return RecordText.json(this);
  }
}
