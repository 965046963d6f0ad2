package io.glebe.mqtt.session;

import io.glebe.core.sensor.journal.JournalPosition;
import java.util.TreeMap;

/**
 * How far a client has got the journal: up to its oldest message that is not acknowledged. Used on
 * the event loop of the connection.
 */
final class DeliveryProgress {
  private final TreeMap<JournalPosition, Integer> outstanding = new TreeMap<>();
  private JournalPosition read;

  DeliveryProgress(JournalPosition start) {
    read = start;
  }

  /** A message about the event at this place waits or is sent. */
  void begun(JournalPosition position) {
    outstanding.merge(position, 1, Integer::sum);
  }

  /** The client has a message about the event at this place, or is not to get it. */
  void done(JournalPosition position) {
    outstanding.computeIfPresent(position, (at, count) -> count == 1 ? null : count - 1);
  }

  /** Everything before this place has been read. */
  void read(JournalPosition next) {
    read = next;
  }

  /** The place from which the journal is read on. */
  JournalPosition reading() {
    return read;
  }

  /** The place from which another connection would continue. */
  JournalPosition floor() {
    return outstanding.isEmpty() ? read : outstanding.firstKey();
  }
}
