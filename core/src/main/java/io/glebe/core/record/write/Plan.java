package io.glebe.core.record.write;

import io.glebe.core.record.audit.Change;
import io.glebe.core.record.table.StoredRecord;
import java.util.List;
import java.util.Optional;

/**
 * What a write comes to, before it is written.
 *
 * @param before the record under its lock
 * @param changes the record first, then those that go with it; empty when nothing would change
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
   * What the write came to.
   *
   * @param stored the record as written; empty when nothing was to be written
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
