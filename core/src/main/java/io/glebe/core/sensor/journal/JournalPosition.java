package io.glebe.core.sensor.journal;

import java.util.Comparator;

/**
 * A place in the journal: the first message from there on is the next one.
 *
 * @param xid transaction
 * @param seq row of the journal
 * @param item id within the row
 */
public record JournalPosition(long xid, long seq, long item)
    implements Comparable<JournalPosition> {
  private static final Comparator<JournalPosition> ORDER =
      Comparator.comparingLong(JournalPosition::xid)
          .thenComparingLong(JournalPosition::seq)
          .thenComparingLong(JournalPosition::item);

  /** The place behind the message at this place. */
  public JournalPosition next() {
    return new JournalPosition(xid, seq, item + 1);
  }

  /** The place behind the whole row. */
  public JournalPosition nextRow() {
    return new JournalPosition(xid, seq + 1, 0);
  }

  @Override
  public int compareTo(JournalPosition other) {
    return ORDER.compare(this, other);
  }
}
