package io.glebe.core.sensor.journal;

import io.glebe.core.sensor.observation.StoredObservation;

/** One event of the journal with its place. */
public sealed interface JournalEntry {
  JournalPosition position();

  /** A new observation. */
  record Observed(JournalPosition position, StoredObservation observation)
      implements JournalEntry {}

  /** A created or changed entity, or a changed observation. */
  record Changed(JournalPosition position, EntityChange change) implements JournalEntry {}
}
