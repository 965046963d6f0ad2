package io.glebe.core.record.write;

import io.glebe.core.record.audit.Change;
import io.glebe.core.record.table.StoredRecord;
import java.util.List;
import java.util.Optional;

/**
 * The planned changes of a write.
 *
 * @param before the locked record
 * @param changes the record first, then its companions; empty when nothing would change
 */
record Plan(
    Optional<StoredRecord> before,
    List<Change> changes,
    List<String> overridden,
    List<String> unknown) {

  static Plan unchanged(StoredRecord stored) {
    return new Plan(Optional.of(stored), List.of(), List.of(), List.of());
  }

  /**
   * The result of the write.
   *
   * @param stored the record as written; empty when nothing was written
   */
  WriteResult written(Optional<StoredRecord> stored) {
    if (stored.isEmpty()) {
      return new WriteResult(
          before.orElseThrow(), WriteResult.Outcome.UNCHANGED, overridden, unknown);
    }
    WriteResult.Outcome outcome =
        before.isEmpty() ? WriteResult.Outcome.CREATED : WriteResult.Outcome.UPDATED;
    return new WriteResult(stored.get(), outcome, overridden, unknown);
  }
}
