package io.glebe.core.record;

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
}
