package io.glebe.core.database;

import org.jspecify.annotations.Nullable;

/**
 * Several sequential statements of one transaction. A script runs on a virtual thread and may wait.
 * It may run again after a deadlock or a serialization failure, so it must have no effects except
 * statements of the transaction.
 */
@FunctionalInterface
public interface Script<T> {
  /** Runs the statements; any exception rolls the transaction back. */
  @Nullable T run(Transaction transaction) throws Exception;
}
