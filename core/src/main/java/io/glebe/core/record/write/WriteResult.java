package io.glebe.core.record.write;

import io.glebe.core.record.table.StoredRecord;
import java.util.List;

/**
 * What a write came to.
 *
 * @param overridden names of attributes whose newer value another writer had written
 * @param unknown names of attributes which the catalogue does not know; kept all the same
 */
public record WriteResult(
    StoredRecord stored, Outcome outcome, List<String> overridden, List<String> unknown) {
  /** How the record changed. */
  public enum Outcome {
    CREATED,
    UPDATED,
    /** The record is as it was: same version, no account. */
    UNCHANGED
  }

  /** The same outcome with the record as its reader sees it. */
  public WriteResult with(StoredRecord seen) {
    return new WriteResult(seen, outcome, overridden, unknown);
  }

  public WriteResult {
    overridden = List.copyOf(overridden);
    unknown = List.copyOf(unknown);
  }
}
