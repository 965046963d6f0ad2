package io.glebe.core.alarm.webhook;

import io.glebe.core.database.Transaction;
import io.glebe.core.record.change.Change;
import java.util.List;

/**
 * Takes events that start and end, in the transaction that writes them, to send messages about
 * them.
 */
@FunctionalInterface
public interface EventQueue {
  void add(Transaction transaction, List<Change> changes);
}
