package io.glebe.core.record.audit;

import io.glebe.core.database.FeedClock;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.Uuids;
import java.util.UUID;

/**
 * Writes notes into the audit log. Call it last in a transaction, because other writers wait from
 * then on.
 */
public final class AuditNoteWriter {
  private static final String INSERT =
      FeedClock.take(AuditTrail.COLLECTION, "1")
          + """
          insert into record.audit_logs (id, doc, version, origin_type, created_by_user_id,
            client_id, created_at, updated_at)
          select $1::uuid, $2::text::jsonb, 1, $3::text, $4::uuid, $5::text, s.stamp, s.stamp
          from s
          """;

  private static final String READER =
      "insert into record.audit_reader (audit_id, user_id) values ($1, $2)";

  private AuditNoteWriter() {}

  public static void write(Transaction transaction, AuditTrail.Author author, AuditNote note) {
    UUID id = Uuids.timeOrdered();
    for (UUID reader : note.readers()) {
      transaction.execute(READER, id, reader);
    }
    transaction.execute(
        INSERT,
        id,
        Json.write(note.entry(author)),
        author.originType(),
        author.userId().orElse(null),
        author.clientId().orElse(null));
  }
}
