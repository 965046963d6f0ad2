package io.glebe.core.sensor.journal;

import java.util.List;

/**
 * A part of the journal.
 *
 * @param next where the next part begins
 * @param more whether there is more already
 */
public record JournalPage(List<JournalEntry> entries, JournalPosition next, boolean more) {
  public JournalPage {
    entries = List.copyOf(entries);
  }
}
