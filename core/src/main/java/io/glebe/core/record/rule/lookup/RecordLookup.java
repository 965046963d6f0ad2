package io.glebe.core.record.rule.lookup;

import java.util.Set;

/**
 * Answers questions about stored records, inside the transaction of the write. Called on a virtual
 * thread; may wait.
 */
@FunctionalInterface
public interface RecordLookup {
  /** Answers every question of a round. */
  LookupResults answer(Set<Lookup<?>> questions);
}
