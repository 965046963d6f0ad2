package io.glebe.core.record.write;

import io.glebe.core.record.change.Change;
import io.glebe.core.record.table.StoredRecord;
import java.util.List;
import java.util.Optional;

/**
 * The planned changes of a write.
 *
 * @param previous the locked record
 * @param changes the record first, then its companions; empty when nothing would change
 */
record WritePlan(
    Optional<StoredRecord> previous,
    List<Change> changes,
    List<String> overridden,
    List<String> unknown) {

  static WritePlan unchanged(StoredRecord stored) {
    return new WritePlan(Optional.of(stored), List.of(), List.of(), List.of());
  }

  /**
   * The result of the write.
   *
   * @param stored the record as written; empty when nothing was written
   */
  WriteResult result(Optional<StoredRecord> stored) {
    if (stored.isEmpty()) {
      return new WriteResult(
          previous.orElseThrow(), WriteResult.Outcome.UNCHANGED, overridden, unknown);
    }
    WriteResult.Outcome outcome =
        previous.isEmpty() ? WriteResult.Outcome.CREATED : WriteResult.Outcome.UPDATED;
    return new WriteResult(stored.get(), outcome, overridden, unknown);
  }
}
