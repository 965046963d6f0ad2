package io.glebe.core.cube.collection;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Entries in the audit log about collections that everybody may see from now on, or no longer. The
 * id of a collection is a name; its entries have the UUID of version 3 that derives from it.
 */
final class AccessNotes {

  private AccessNotes() {}

  /** Adds an entry if access differs; the last statement of a transaction. */
  static void write(Transaction tx, Caller by, String id, boolean wasPublic, boolean isPublic) {
    if (wasPublic == isPublic) {
      return;
    }
    String change = isPublic ? "public" : "no longer public";
    UUID entity = UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8));
    RecordService.note(
        tx,
        by,
        new AuditNote(
            AuditNote.Action.UPDATE,
            AuditedThing.COLLECTION,
            entity,
            "collection '" + id + "' is " + change,
            List.of("access"),
            Set.of()));
  }
}
