package io.glebe.core.database;

import org.jspecify.annotations.Nullable;

/**
 * Several statements of one transaction, written straight down. Runs on a virtual thread and may
 * wait; it may run again after a deadlock or a serialization failure, so its only effects are
 * statements of the transaction.
 */
@FunctionalInterface
public interface Script<T> {
  /** Runs the statements; anything thrown rolls back. */
  @Nullable T run(Transaction transaction) throws Exception;
}
