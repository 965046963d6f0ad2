package io.glebe.core.registry;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Writes the changes of apps into the audit log; its developer reads them. */
final class AppNotes {
  private AppNotes() {}

  /**
   * Adds an entry; the last statement of a transaction.
   *
   * @param name of the app at this time
   * @param changed what has changed, for example {@code version 2: APPROVED}
   */
  static void write(
      Transaction tx,
      Caller by,
      AuditNote.Action action,
      UUID app,
      String name,
      UUID owner,
      String changed) {
    RecordService.note(
        tx,
        by,
        new AuditNote(action, AuditedThing.APP, app, name, List.of(changed), Set.of(owner)));
  }
}
