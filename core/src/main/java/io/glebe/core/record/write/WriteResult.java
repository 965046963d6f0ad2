package io.glebe.core.record.write;

import io.glebe.core.record.table.StoredRecord;
import java.util.List;

/**
 * The result of a write.
 *
 * @param overridden names of attributes whose newer value another writer had written
 * @param unknown names of attributes that the catalogue does not declare; they are stored as well
 */
public record WriteResult(
    StoredRecord stored, Outcome outcome, List<String> overridden, List<String> unknown) {
  /** The kind of change of the record. */
  public enum Outcome {
    CREATED,
    UPDATED,
    /** The record is as it was: same version, no audit entry. */
    UNCHANGED
  }

  /** The same result with the record as its reader sees it. */
  public WriteResult with(StoredRecord seen) {
    return new WriteResult(seen, outcome, overridden, unknown);
  }

  public WriteResult {
    overridden = List.copyOf(overridden);
    unknown = List.copyOf(unknown);
  }
}
